/* Puzzles in WebAssembly against the native program, for all that are shipped: their answers are
 * right, and of other turns both say the same.
 *
 *   node tests/wasm/puzzles.mjs BUILD_DIR PUZZLES */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";

const [, , buildDir, folder] = process.argv;
if (!folder) {
  console.error("usage: node puzzles.mjs BUILD_DIR PUZZLES");
  process.exit(2);
}
const { load } = await import(pathToFileURL(join(buildDir, "npm/package/node.mjs")));
const engine = await load(readFileSync(join(buildDir, "alibi.wasm")));

const games = readdirSync(folder).map((name) => name.replace(/\.puzzles$/, ""));
const read = (game) =>
  readFileSync(join(folder, `${game}.puzzles`), "utf8")
    .trim()
    .split(/\n\n(?=\[Game )/)
    .map((text) => `${text}\n\n`);
const tag = (text, key) => new RegExp(`^\\[${key} "(.*)"\\]$`, "m").exec(text)[1];

/* A turn of random tokens. It is over when somebody else acts, witnesses answer or the slot ends. */
function randomTurn(text, seed) {
  const player = engine.playerOf(text, tag(text, "View"), { kind: "random", seed, memory: 1 });
  const { round, slot } = player.view();
  const turn = [];
  for (let now = { round, slot }; now?.round === round && now.slot === slot; ) {
    turn.push(player.thinkSync().move);
    try {
      player.see(turn.at(-1));
      now = player.view();
      if (now.to_act !== player.seat) now = null;
    } catch {
      now = null;
    }
  }
  player.close();
  return turn;
}

/* The answer, and others. */
const turns = (text) => [
  tag(text, "Answer").split(" "),
  ...Array.from({ length: 8 }, (_, seed) => randomTurn(text, seed)),
];

/* What the program says to each of these turns, all puzzles of a game one after the other. */
function native(game, tried) {
  const lines = tried.flatMap((move) => [...move, "ok"]);
  const args = ["puzzle", game, "--number", "1", "--ascii", "--no-color"];
  const run = spawnSync(join(buildDir, "alibi"), args, {
    input: `${[...lines, "quit"].join("\n")}\n`,
    maxBuffer: 1 << 28,
  });
  assert.deepEqual([run.status, `${run.stderr}`], [0, ""], game);
  return `${run.stdout}`.match(/Right!|There is something better/g).map((s) => s === "Right!");
}

test("every answer, and what else could be played", () => {
  assert.ok(games.length > 0);
  for (const game of games) {
    const tried = [];
    const wanted = [];
    for (const text of read(game)) {
      const all = turns(text);
      const verdicts = all.map((move) => engine.isAnswer(text, move));
      assert.ok(verdicts[0], tag(text, "Puzzle"));
      const wrong = all.filter((_, i) => !verdicts[i]).slice(0, 3);
      /* After the right one the program goes on to the next puzzle. */
      tried.push(...wrong, all.filter((_, i) => verdicts[i]).at(-1));
      wanted.push(...wrong.map(() => false), true);
    }
    assert.deepEqual(native(game, tried), wanted, game);
    assert.ok(tried.length > 3 * read(game).length, "most have other ideas");
  }
});

test("what a turn is worth", () => {
  for (const game of games)
    for (const text of read(game).slice(0, 20)) {
      const player = engine.playerOf(text, tag(text, "View"));
      const worth = (move) => player.consider(...move).thinkSync({ nodes: 20000 }).value;
      const all = turns(text);
      const wrong = all.filter((move) => !engine.isAnswer(text, move));
      for (const move of wrong)
        assert.ok(worth(move) < worth(all[0]), `${tag(text, "Puzzle")} ${move}`);
      /* It holds for one thought. */
      const { choices } = player.thinkSync({ nodes: 300 });
      assert.ok(choices.length > 1);
      player.close();
    }
});

test("what is refused", () => {
  const [text] = read(games[0]);
  const answer = tag(text, "Answer").split(" ");
  assert.equal(engine.isAnswer(text, []), false);
  assert.equal(engine.isAnswer(text, answer.slice(0, -1)), false);
  assert.equal(engine.isAnswer(text, [...answer, ...answer]), false);
  assert.throws(() => engine.isAnswer(text, ["rubbish"]), { status: "bad-text", token: 0 });
  assert.throws(() => engine.isAnswer(text, Array(13).fill(answer[0])), { status: "bad-text" });
  assert.throws(() => engine.isAnswer("rubbish", answer), { status: "bad-text" });
  for (const key of ["Puzzle", "Theme", "Rating", "Value", "Next", "Answer", "Position"]) {
    const without = text.replace(new RegExp(`^\\[${key} .*\\n`, "m"), "");
    assert.throws(() => engine.isAnswer(without, answer), Error, key);
  }
  const player = engine.playerOf(text, tag(text, "View"));
  assert.throws(() => player.consider("rubbish"), { status: "bad-text", token: 0 });
  assert.throws(() => player.consider(...answer.slice(0, -1)), Error);
  assert.throws(() => player.consider(), Error);
  assert.ok(player.consider(...answer).thinkSync({ nodes: 300 }).choices.length === 1);
  player.close();
  assert.throws(() => player.consider(...answer), { status: "closed" });
  const idle = engine.player(games[0], "jack");
  assert.throws(() => idle.consider(...answer), { code: "bridge.not-to-act" });
  idle.close();
});
