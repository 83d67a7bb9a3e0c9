/* The wasm engine against the native program: the same lines must have the same answers, to
 * the byte.
 *
 *   node tests/wasm/replay.mjs BUILD_DIR [GAMES]
 *
 * Everything is first said to BUILD_DIR/alibi.wasm, whose answers decide how a random game goes
 * on; then `BUILD_DIR/alibi referee` hears the whole conversation at once. */

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { load } from "../../src/wasm/alibi.mjs";

const [buildDir, gamesWanted = "10"] = process.argv.slice(2);
const nGames = Number(gamesWanted);
if (!buildDir || !(nGames > 0)) {
  console.error("usage: node replay.mjs BUILD_DIR [GAMES]");
  process.exit(2);
}
const program = join(buildDir, "alibi");
const module = new WebAssembly.Module(readFileSync(join(buildDir, "alibi.wasm")));

const LINE_MAX = 65536; /* ALIBI_COMMAND_MAX */

/* --- Random numbers: mulberry32, the same for the same seed --- */

function random(seed) {
  return (n) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), seed | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
}

/* --- Conversations --- */

/* BYTES for a message, around AT if there are many. */
function shown(bytes, at = 0) {
  const from = Math.max(0, at - 60);
  const part = JSON.stringify(bytes.subarray(from, from + 160).toString("latin1"));
  return bytes.length > 160 ? `${part} (from byte ${from} of ${bytes.length})` : part;
}

/* What is said to the wasm engine about one game, and what it answers. */
class Conversation {
  said = [];
  answers = [];

  static async begin(setup) {
    const talk = new Conversation();
    talk.arguments = [
      "referee",
      setup.game,
      ...Object.entries(setup.options).map(([name, value]) => `${name}=${value}`),
    ];
    talk.engine = await load(module);
    talk.engine.open(setup.game, setup.options);
    return talk;
  }

  /* Says a line, a string or bytes; returns the answer as a string, null at `quit`. */
  say(line) {
    const bytes = Buffer.from(line);
    const answer = this.engine.exchange(bytes);
    this.said.push(bytes);
    if (answer === null) return null;
    this.answers.push(Buffer.from(answer));
    return this.answers.at(-1).toString();
  }

  /* Says it all to the program; throws at the first answer that differs. */
  compare() {
    const newline = Buffer.from("\n");
    const joined = (list) => Buffer.concat(list.flatMap((bytes) => [bytes, newline]));
    const native = spawnSync(program, this.arguments, {
      input: joined(this.said),
      maxBuffer: 2 ** 30,
    });
    if (native.error) throw native.error;
    if (!native.stdout.equals(joined(this.answers)))
      throw new Error(this.#where(native.stdout));
    if (native.status !== 0 || native.stderr.length)
      throw new Error(`native ended with ${native.status ?? native.signal}: ${native.stderr}`);
  }

  /* Which line it was that OUT answers in another way. */
  #where(out) {
    let begin = 0;
    for (const [i, answer] of this.answers.entries()) {
      const other = out.subarray(begin, begin + answer.length + 1);
      const at = [...answer, 10].findIndex((byte, k) => byte !== other[k]);
      if (at >= 0)
        return (
          `line ${i + 1}, ${shown(this.said[i])}, is answered\n` +
          `  wasm:   ${shown(answer, at)}\n  native: ${shown(other, at)}`
        );
      begin += answer.length + 1;
    }
    return `native goes on: ${shown(out.subarray(begin))}`;
  }
}

function expect(value, wanted, what) {
  if (!isDeepStrictEqual(value, wanted))
    throw new Error(`${what}: ${JSON.stringify(value)}, expected ${JSON.stringify(wanted)}`);
}

/* --- What is said --- */

const looks = [
  ...["state", "view jack", "view detective", "view public"],
  ...["position", "perft 2", "record"],
];

/* Plays a new random game to its end, looking around now and then; returns the positions seen.
 */
function playOut(talk, rng) {
  const positions = [];
  expect(talk.say("new"), "ok", "new");
  for (let ply = 0; ; ply++) {
    const legal = talk.say("legal");
    const sample = rng(8) === 0 || legal === "" || ply === 0;
    if (sample) {
      for (const look of looks) talk.say(look);
      positions.push(talk.say("position"));
    }
    if (legal === "" && ply > 0) return positions;
    if (legal === "" || ply > 2000) throw new Error("no moves at once, or no end");
    const tokens = legal.split(" ");
    const line = `do ${tokens[rng(tokens.length)]}`;
    expect(talk.say(line), "ok", line);
    if (rng(16) === 0) {
      expect(talk.say("undo"), "ok", "undo");
      expect(talk.say("legal"), legal, "legal after undo");
      expect(talk.say(line), "ok", line);
    }
  }
}

/* The tokens of a record: what is left without tags, comments, numbers and the final dot. */
function tokensOf(record) {
  const moves = record.replace(/^\[.*\]$/gm, "").replace(/\{[^}]*\}/g, "");
  return moves.split(/\s+/).filter((word) => word && !/^\d+\.\d+$/.test(word) && word !== ".");
}

async function games(setup) {
  const talk = await Conversation.begin(setup);
  for (let seed = 1; seed <= nGames; seed++) playOut(talk, random(seed));
  talk.compare();
}

async function records(setup) {
  const talk = await Conversation.begin(setup);
  for (let seed = 1; seed <= nGames; seed++) {
    playOut(talk, random(1000 + seed));
    const record = talk.say("record");
    const end = talk.say("state");
    expect(talk.say("new"), "ok", "new");
    expect(talk.say(`do ${tokensOf(record).join(" ")}`), "ok", "the record replayed");
    expect(talk.say("record"), record, "the record of the replay");
    expect(talk.say("state"), end, "the end of the replay");
  }
  talk.compare();
}

async function positions(setup) {
  const talk = await Conversation.begin(setup);
  for (let seed = 1; seed <= nGames; seed++) {
    for (const position of playOut(talk, random(2000 + seed))) {
      expect(talk.say(`load ${position}`), "ok", `load ${position}`);
      expect(talk.say("position"), position, "position");
      for (const look of ["legal", ...looks]) talk.say(look);
    }
  }
  talk.compare();
}

/* Lines that nobody should send: misspelt, of random bytes, too long. */
function badLines(rng) {
  const lines = [
    ...["", " ", "\r", "\0", "legal\0", "legal\r", "legal now", " legal ", "LEGAL"],
    ...["do", "do \0", "do nonsense", "do \u00e9\u{1f575}", "quit now", "quit\0", "record \0"],
    ...["undo 0", "undo 999999", "undo 1000000", "undo x", "undo 1 1", "load", "load \0"],
    ...["perft", "perft x", "perft 0", "perft 1000000", "perft 1 1", "new \0=\0"],
    ...["view", "view chance", "view jack jack", "view jack\0", "new nonsense", "new no=1"],
  ];
  const commands = ["", "do ", "load ", "new ", "undo ", "view ", "perft ", "record "];
  for (let i = 0; i < 100; i++) {
    const noise = Array.from({ length: 1 + rng(40) }, () => rng(256)).filter((c) => c !== 10);
    lines.push(Buffer.from([...Buffer.from(commands[rng(commands.length)]), ...noise]));
  }
  for (const length of [LINE_MAX - 1, LINE_MAX, LINE_MAX + 1, LINE_MAX + 2, 3 * LINE_MAX])
    for (const begin of ["legal", "do ", "do x", "load ", "new ", "undo 1", "view ", "\r"])
      for (const filler of [" ", "x", "\0"]) lines.push(begin.padEnd(length, filler));
  return lines;
}

/* A text with a byte changed, removed or doubled. */
function mutated(text, rng) {
  const bytes = Buffer.from(text);
  const at = rng(bytes.length);
  const middle = [[32 + rng(95)], [], [bytes[at], bytes[at]]][rng(3)];
  return Buffer.from([...bytes.subarray(0, at), ...middle, ...bytes.subarray(at + 1)]);
}

async function badInput(setup) {
  const talk = await Conversation.begin(setup);
  const rng = random(3000);
  const seen = playOut(talk, rng);
  talk.say(`load ${seen[seen.length >> 1]}`);
  for (const line of badLines(rng)) talk.say(line);
  for (let i = 0; i < 300; i++) {
    const position = seen[rng(seen.length)];
    if (talk.say(Buffer.concat([Buffer.from("load "), mutated(position, rng)])) !== "ok")
      talk.say(`load ${position}`);
    const token = talk.say("legal").split(" ")[0];
    if (token) talk.say(Buffer.concat([Buffer.from("do "), mutated(token, rng)]));
    talk.say("state");
  }
  talk.compare();
}

async function quitting(setup) {
  const talk = await Conversation.begin(setup);
  talk.say("position");
  expect(talk.say("quit"), null, "quit");
  talk.compare();
  expect(talk.engine.send("legal"), "error: expected an open game", "a line after quit");
  talk.engine.close();
  talk.engine.open(setup.game, setup.options);
  expect(Buffer.from(talk.engine.send("position")), talk.answers[0], "the game opened again");
}

/* What the options default to, each other value by itself, and the last values together. */
function setups(game) {
  const last = (option) => [option.name, option.values.at(-1)];
  const single = game.options.flatMap((option) =>
    option.values.slice(1).map((value) => ({ [option.name]: value })),
  );
  const together = game.options.length > 1 ? [Object.fromEntries(game.options.map(last))] : [];
  return [{}, ...single, ...together].map((options) => ({ game: game.name, options }));
}

/* --- The module itself --- */

/* Nothing to import, and nothing to call but the bridge. */
async function surface() {
  expect(WebAssembly.Module.imports(module), [], "imports");
  const names = WebAssembly.Module.exports(module).map(({ name }) => name);
  expect(
    names.filter((name) => !name.startsWith("bridge_")).sort(),
    ["_initialize", "memory"],
    "exports besides the bridge",
  );
}

/* Why ENGINE refuses to open TEXT. */
function refusal(engine, text) {
  try {
    engine.open(text);
  } catch (error) {
    return error.message;
  }
  throw new Error(`${JSON.stringify(text)} was opened`);
}

/* Openings that the program refuses, too, with exit code 2 and for the same reason. */
async function refusedOpenings(list) {
  const engine = await load(module);
  const name = list[0].name;
  for (const game of list) {
    for (const option of ["no=1", "=", ...game.options.map((o) => `${o.name}=?`)]) {
      const why = refusal(engine, `${game.name} ${option}`);
      const native = spawnSync(program, ["referee", game.name, option]);
      expect(native.status, 2, `${game.name} ${option}: the program's exit code`);
      expect(native.stderr.includes(why), true, `${native.stderr} says ${why}`);
    }
    refusal(engine, `${game.name} nonsense`);
  }
  for (const text of ["", " ", "nosuch", `${name}\0`, `${name}\0x`, ` ${name}`, `${name}x`])
    expect(refusal(engine, text), "expected the name of a game", text);
  refusal(engine, name.padEnd(LINE_MAX + 1));
  expect(engine.send("legal"), "error: expected an open game", "a line before any game");
}

/* A refused opening leaves the open game alone, and engines do not share theirs. */
async function independence(list) {
  const [one, other] = [await load(module), await load(module)];
  for (const engine of [one, other]) engine.open(list[0].name);
  const before = other.send("position");
  expect(one.send(`do ${one.send("legal").split(" ")[0]}`), "ok", "do");
  const after = one.send("position");
  expect(before === after, false, "a move that changes nothing");
  expect(other.send("position"), before, "the other engine's position");
  refusal(one, "nosuch");
  expect(one.send("position"), after, "the position after a refused opening");
}

/* Lengths that no buffer has, which alibi.mjs never passes. */
async function lengths(list) {
  const wasm = (await WebAssembly.instantiate(module)).exports;
  const text = Buffer.from(list[0].name);
  const answer = (n) => Buffer.from(wasm.memory.buffer, wasm.bridge_output(), n).toString();
  wasm._initialize();
  const tooLong = "error: expected a line of at most 65536 bytes";
  for (const n of [-1, 2 ** 31, LINE_MAX + 2]) expect(answer(wasm.bridge_open(n)), tooLong, n);
  Buffer.from(wasm.memory.buffer, wasm.bridge_input()).set(text);
  expect(answer(wasm.bridge_open(text.length)), "ok", "open");
  for (const n of [-1, 2 ** 31, LINE_MAX + 2]) expect(answer(wasm.bridge_send(n)), tooLong, n);
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

const list = (await load(module)).games();
for (const test of [surface, refusedOpenings, independence, lengths])
  await check(test.name, test, list);
for (const setup of list.flatMap(setups))
  for (const test of [games, records, positions, badInput, quitting])
    await check(`${test.name} ${setup.game} ${JSON.stringify(setup.options)}`, test, setup);
console.log(`wasm: ${passed} passed, ${failed} failed`);
process.exit(failed || !passed ? 1 : 0);
