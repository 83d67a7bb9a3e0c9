/* Analyses in WebAssembly against those of the native program: the same record and number of
 * nodes give the same JSON to the byte, in slices of any size.
 *
 *   node tests/wasm/analysis.mjs BUILD_DIR */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";

const buildDir = process.argv[2];
if (!buildDir) {
  console.error("usage: node analysis.mjs BUILD_DIR");
  process.exit(2);
}
const { load } = await import(pathToFileURL(join(buildDir, "npm/package/node.mjs")));
const engine = await load(readFileSync(join(buildDir, "alibi.wasm")));
const names = engine.games().map((game) => game.name);
const NODES = 150;

function native(record, ...args) {
  const line = ["analyse", "-", "--json", "--nodes", `${NODES}`, ...args];
  const run = spawnSync(join(buildDir, "alibi"), line, { input: record });
  assert.deepEqual([run.status, `${run.stderr}`], [0, ""], line.join(" "));
  return `${run.stdout}`;
}

/* A game of random moves, with no accusation as long as there is anything else to do. */
function randomGame(name, seed) {
  const game = engine.game(name);
  for (;;) {
    const legal = game.legal();
    const calm = legal.filter((token) => token[0] !== "!");
    const among = calm.length ? calm : legal;
    if (among.length === 0) return game;
    seed = (Math.imul(seed, 1664525) + 1013904223) | 0;
    game.play(among[(seed >>> 8) % among.length]);
  }
}

/* The judge has as much memory as that of the program. */
function analyse(record, settings, slice) {
  const analysis = engine.analysis(record, { nodes: NODES, memory: 64, ...settings });
  while (analysis.step(slice));
  const json = analysis.json();
  analysis.close();
  return `${json}\n`;
}

test("a finished game, by several judges", () => {
  for (const name of names) {
    const record = randomGame(name, 3).record();
    for (const judge of ["greedy", "ismcts", "champion"]) {
      const wanted = native(record, "--player", judge);
      for (const slice of [50, 1e9])
        assert.equal(analyse(record, { judge }, slice), wanted, `${name} ${judge} ${slice}`);
    }
    assert.equal(analyse(record, {}, 1000), native(record), name);
  }
});

test("what Jack's choices give away", () => {
  for (const name of names) {
    const record = randomGame(name, 4).record();
    const args = ["--gave", "--player", "greedy"];
    const json = analyse(record, { gave: true, judge: "greedy" }, 1000);
    assert.equal(json, native(record, ...args), name);
    assert.ok(json.includes('"gave"'), name);
  }
});

test("a game that goes on, for one seat", () => {
  for (const name of names) {
    const game = randomGame(name, 5);
    game.undo(Math.ceil(game.told("truth").length / 2));
    for (const seat of ["jack", "detective"]) {
      const settings = { viewer: seat, judge: "greedy" };
      const wanted = native(game.record(), "--seat", seat, "--player", "greedy");
      assert.equal(analyse(game.record(), settings, 1000), wanted, `${name} ${seat}`);
      assert.equal(analyse(game.record(seat), settings, 1000), wanted, `${name} ${seat}`);
    }
  }
});

test("decisions as they come", () => {
  const analysis = engine.analysis(randomGame("null", 6).record(), { nodes: 20, memory: 1 });
  const { total } = analysis.progress();
  const found = [];
  assert.ok(total > 1);
  assert.throws(() => analysis.decision(0), { status: "bad-text" });
  for (let more = true; more; ) {
    more = analysis.step(5);
    const now = analysis.progress();
    assert.ok(now.total === total && now.done >= found.length && now.ms === 0);
    while (found.length < now.done) found.push(analysis.decision(found.length));
  }
  assert.equal(analysis.step(5), false);
  assert.equal(found.length, total);
  assert.deepEqual(found, analysis.result().decisions);
  analysis.close();
  assert.throws(() => analysis.json(), { status: "closed" });
});

test("a limit in milliseconds is the caller's", () => {
  const settings = { judge: "ismcts", ms: 5, memory: 1 };
  const analysis = engine.analysis(randomGame("null", 6).record(), settings);
  analysis.cut(); // nothing
  for (let thoughts = 0; analysis.step(10); thoughts++) {
    assert.ok(thoughts < 1000);
    /* half of it for each of two turns that are considered by themselves */
    const { thinking, ms } = analysis.progress();
    assert.ok(thinking && (ms === 5 || ms === 3), `${thinking} ${ms}`);
    analysis.cut();
    assert.equal(analysis.progress().thinking, false);
    if (analysis.progress().done === analysis.progress().total) break;
  }
  assert.equal(analysis.result().decisions.length, analysis.progress().total);
});

test("what is refused", () => {
  const record = randomGame("null", 7).record();
  for (const settings of [
    { judge: "nobody" },
    { judge: "" },
    { viewer: "nobody" },
    { memory: 0 },
    { memory: 1e9 },
  ])
    assert.throws(() => engine.analysis(record, settings), { status: "bad-text" });
  assert.throws(() => engine.analysis("rubbish"), { status: "bad-text", offset: 0 });
  for (const number of [NaN, -1, Infinity, 2 ** 70, 0.5]) {
    const analysis = engine.analysis(record, { judge: "greedy", nodes: number, ms: number });
    while (analysis.step(number));
    for (const i of [NaN, -1, Infinity])
      assert.throws(() => analysis.decision(i), { status: "bad-text" });
    analysis.close();
  }
});
