/* Players in WebAssembly against those of the native program: the same seed, history and number
 * of nodes must give the same move, value and belief, in slices of any size.
 *
 *   node tests/wasm/players.mjs BUILD_DIR [GAMES] */

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { load } from "../../src/wasm/alibi.mjs";

const [buildDir, gamesWanted = "2"] = process.argv.slice(2);
const nGames = Number(gamesWanted);
if (!buildDir || !(nGames > 0)) {
  console.error("usage: node players.mjs BUILD_DIR [GAMES]");
  process.exit(2);
}
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

/* What the program answers to INPUT. */
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
  engine.open(game);
  for (;;) {
    const legal = engine.send("legal").split(" ");
    if (legal[0] === "") return found;
    const seat = JSON.parse(engine.send("state")).to_act;
    if (seat !== "chance" && legal.length > 1 && (rng(8) === 0 || !found.length)) {
      const record = engine.send("record").replace(/\n\.$/, "");
      found.push({ seat, tokens: history(record, seat) });
    }
    const calm = legal.filter((token) => token[0] !== "!");
    const among = calm.length ? calm : legal;
    engine.send(`do ${among[rng(among.length)]}`);
  }
}

/* --- Thinking --- */

/* The thought of a player in slices of SLICE nodes, and what it believes. */
function think(engine, kind, game, { seat, tokens }, slice) {
  const player = engine.player(game, seat, { player: kind, seed: 5, memory: 16 });
  player.see(...tokens);
  const belief = player.send("belief");
  const budget = player.begin(NODES); // a level keeps to its own, if that is less
  expect([budget.nodes > 0 && budget.nodes <= NODES, budget.ms], [true, 0], "the budget");
  while (player.step(slice));
  return { ...player.end(), belief };
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
      expect(whole.choices.some((choice) => choice.move[0] === move), true, "a choice");
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

/* Whatever is said at the wrong time is answered and changes nothing. */
async function wrongTimes() {
  const engine = await load(module);
  expect(refusal(() => engine.player("nosuch", "jack")).startsWith("expected new GAME"), true, 1);
  expect(refusal(() => engine.player("null", "nobody")).startsWith("expected seat="), true, 2);
  expect(refusal(() => engine.player("null", "jack", { memory: 0 })).includes("MiB"), true, 3);
  const player = engine.player("null", "detective", { player: "random" });
  const unready = "expected a player whose seat is to act";
  expect(refusal(() => player.begin()), unready, "begin before the deal");
  expect(player.step(100), false, "step before begin");
  expect(refusal(() => player.end()), "expected a player that thinks", "end before begin");
  expect(refusal(() => player.see("deal=AA", "x")).startsWith("error 1"), true, "a secret");
  player.see("deal=?");
  expect(Object.keys(player.belief()).length, 3, "suspects");
  player.begin();
  player.belief();
  expect(refusal(() => player.end()), "expected a player that thinks", "end after a line");
  for (const nodes of [NaN, -1, Infinity, 2 ** 70, 0.5]) {
    player.begin(nodes);
    player.step(nodes);
    player.end();
  }
}

/* A player has the memory that it was given, and not much more. */
async function memory() {
  const wasm = (await WebAssembly.instantiate(module)).exports;
  wasm._initialize();
  const send = (line) => {
    const bytes = Buffer.from(line);
    Buffer.from(wasm.memory.buffer, wasm.bridge_input()).set(bytes);
    return wasm.bridge_player_send(bytes.length);
  };
  send("new null seat=jack memory=4");
  const small = wasm.memory.buffer.byteLength;
  expect(small < 16 << 20, true, `${small} bytes for a player of 4 MiB`);
  send("quit");
  send("new null seat=jack memory=40");
  expect(wasm.memory.buffer.byteLength >= 40 << 20, true, "the memory of one of 40 MiB");
  expect(send("x".repeat(65537)) > 0, true, "a line that is too long");
  expect(send("quit"), -1, "quit");
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
