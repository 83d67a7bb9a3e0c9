/* Players in WebAssembly against those of the native program: the same seed, history and number
 * of nodes give the same move, value and belief, in slices of any size.
 *
 *   node tests/wasm/players.mjs BUILD_DIR [GAMES] */

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";

const [buildDir, gamesWanted = "2"] = process.argv.slice(2);
const nGames = Number(gamesWanted);
if (!buildDir || !(nGames > 0)) {
  console.error("usage: node players.mjs BUILD_DIR [GAMES]");
  process.exit(2);
}
const { load } = await import(pathToFileURL(join(buildDir, "npm/package/node.mjs")));
const program = join(buildDir, "alibi");
const module = new WebAssembly.Module(readFileSync(join(buildDir, "alibi.wasm")));
const NODES = 1500;

function random(seed) {
  return (n) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) | 0;
    return (seed >>> 8) % n;
  };
}

function expect(value, wanted, what) {
  if (!isDeepStrictEqual(value, wanted))
    throw new Error(`${what}: ${JSON.stringify(value)}, expected ${JSON.stringify(wanted)}`);
}

/* The program's output for INPUT. */
function native(args, input) {
  const run = spawnSync(program, args, { input });
  if (run.error) throw run.error;
  expect([run.status, run.stderr.toString()], [0, ""], args.join(" "));
  return run.stdout.toString();
}

/* --- Histories --- */

/* What SEAT has been told of the game in RECORD. */
function history(record, seat) {
  const seen = native(["record", "-", "--view", seat], record);
  const words = seen.replace(/^\[.*\]$/gm, "").split(/\s+/);
  return words.filter((word) => word && !/^\d+\.\d+$/.test(word));
}

/* Plays a random game; returns { seat, tokens } for some of the decisions in it. */
function decisions(engine, game, rng) {
  const found = [];
  const play = engine.game(game);
  for (;;) {
    const legal = play.legal();
    if (legal.length === 0) return found;
    const seat = play.state().to_act;
    if (seat !== "chance" && legal.length > 1 && (rng(8) === 0 || !found.length)) {
      const tokens = history(play.record(), seat);
      expect(play.told(seat), tokens, "what a seat was told");
      found.push({ seat, tokens });
    }
    const calm = legal.filter((token) => token[0] !== "!");
    const among = calm.length ? calm : legal;
    play.play(among[rng(among.length)]);
  }
}

/* --- Thinking --- */

/* The thought of a player in slices of SLICE nodes, and what it believes. */
function think(engine, kind, game, { seat, tokens }, slice) {
  const player = engine.player(game, seat, { kind, seed: 5, memory: 16 });
  player.see(...tokens);
  const chances = Object.entries(player.belief()).map(([who, p]) => `${who}=${p.toFixed(4)}`);
  const budget = player.begin({ nodes: NODES }); // a level keeps to its own, if that is less
  expect([budget.nodes > 0 && budget.nodes <= NODES, budget.ms], [true, 0], "the budget");
  while (player.step(slice));
  const thought = player.end();
  player.close();
  return { ...thought, belief: ["belief", ...chances].join(" ") };
}

function thinkNatively(kind, game, { seat, tokens }) {
  const lines = [
    `new ${game} seat=${seat} player=${kind} seed=5 memory=16`,
    `see ${tokens.join(" ")}`,
    "belief",
    `go nodes ${NODES}`,
    "value",
  ];
  const [, , belief, move, value] = native(["player"], lines.join("\n")).split("\n");
  return { move: move.replace("move ", ""), value: value.replace("value ", ""), belief };
}

async function sameThoughts({ game, kind }) {
  const engine = await load(module);
  let compared = 0;
  for (let seed = 1; seed <= nGames; seed++) {
    for (const decision of decisions(engine, game, random(seed))) {
      const whole = think(engine, kind, game, decision, NODES);
      expect(think(engine, kind, game, decision, 37), whole, "the thought in small slices");
      const other = thinkNatively(kind, game, decision);
      const { move, belief } = whole;
      expect({ move, value: whole.value.toFixed(4), belief }, other, decision.tokens.join(" "));
      expect(
        whole.choices.some((choice) => choice.move[0] === move),
        true,
        "a choice",
      );
      compared++;
    }
  }
  expect(compared > 0, true, "something to compare");
}

/* --- The bridge --- */

function refusal(run) {
  try {
    run();
  } catch (error) {
    return error.message;
  }
  throw new Error(`${run} was not refused`);
}

/* Whatever is asked at the wrong time is refused and changes nothing. */
async function wrongTimes() {
  const engine = await load(module);
  const wrong = (seat, settings) => refusal(() => engine.player("null", seat, settings));
  expect(
    refusal(() => engine.player("nosuch", "jack")),
    "expected the name of a game",
    1,
  );
  expect(wrong("nobody"), "expected the seat jack or detective", 2);
  expect(wrong("jack", { memory: 0 }), "expected memory from 1 to 2048 MiB", 3);
  expect(wrong("jack", { kind: "nobody" }).startsWith("expected"), true, 4);
  expect(wrong("jack", { kind: "x".repeat(99) }).startsWith("expected the name"), true, 5);
  const player = engine.player("null", "detective", { kind: "random" });
  const unready = "expected a player whose seat is to act";
  expect(
    refusal(() => player.begin()),
    unready,
    "begin before the deal",
  );
  expect(player.step(100), false, "step before begin");
  const idle = "expected a player that is thinking";
  expect(
    refusal(() => player.end()),
    idle,
    "end before begin",
  );
  refusal(() => player.see("deal=AA", "x"));
  player.see("deal=?");
  expect(Object.keys(player.belief()).length, 3, "suspects");
  expect([0, 1].map((value) => player.chance(value)).join(), "0,1", "what is certain");
  player.begin();
  player.see();
  expect(
    refusal(() => player.end()),
    idle,
    "end after being told something",
  );
  for (const number of [NaN, -1, Infinity, 2 ** 70, 0.5]) {
    player.begin({ nodes: number, ms: number });
    player.step(number);
    player.end();
  }
}

/* A player has the memory that it was given, not much more, and gives it back. */
async function memory() {
  const wasm = (await WebAssembly.instantiate(module)).exports;
  wasm._initialize();
  Buffer.from(wasm.memory.buffer, wasm.bridge_input()).set(Buffer.from("null"));
  const game = wasm.bridge_game_new("null".length);
  const size = () => wasm.memory.buffer.byteLength;
  for (let i = 0; i < 50; i++) {
    wasm.bridge_player_free(wasm.bridge_player_new(game, 0, 1n, 4, 0));
    wasm.bridge_game_free(wasm.bridge_game_new("null".length));
  }
  expect(size() < 16 << 20, true, `${size()} bytes for players of 4 MiB, one at a time`);
  wasm.bridge_player_free(wasm.bridge_player_new(game, 0, 1n, 40, 0));
  expect(size() >= 40 << 20, true, "the memory of one of 40 MiB");
}

/* --- Running it --- */

let passed = 0;
let failed = 0;

async function check(name, run, argument) {
  try {
    await run(argument);
    passed++;
  } catch (error) {
    failed++;
    console.log(`FAILED ${name}: ${error.message}`);
  }
}

const engine = await load(module);
for (const test of [wrongTimes, memory]) await check(test.name, test);
for (const { name: game } of engine.games())
  for (const { name: kind } of engine.players())
    await check(`sameThoughts ${game} ${kind}`, sameThoughts, { game, kind });
console.log(`players in wasm: ${passed} passed, ${failed} failed`);
process.exit(failed || !passed ? 1 : 0);
