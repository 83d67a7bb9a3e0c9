/* The wasm engine against the native program: the same lines get the same answers, byte for
 * byte.
 *
 *   node tests/wasm/replay.mjs BUILD_DIR [GAMES]
 *
 * Everything is first said to BUILD_DIR/alibi.wasm, whose answers steer random games; then
 * `BUILD_DIR/alibi referee` hears the whole conversation at once. */

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";

const [buildDir, gamesWanted = "10"] = process.argv.slice(2);
const nGames = Number(gamesWanted);
if (!buildDir || !(nGames > 0)) {
  console.error("usage: node replay.mjs BUILD_DIR [GAMES]");
  process.exit(2);
}
const { load } = await import(pathToFileURL(join(buildDir, "npm/package/node.mjs")));
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

/* BYTES as text for a message; of a long text, the part around AT. */
function shown(bytes, at = 0) {
  const from = Math.max(0, at - 60);
  const part = JSON.stringify(bytes.subarray(from, from + 160).toString("latin1"));
  return bytes.length > 160 ? `${part} (from byte ${from} of ${bytes.length})` : part;
}

/* A conversation with the wasm engine about one game. */
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
    talk.referee = talk.engine.referee(setup.game, setup.options);
    return talk;
  }

  /* Says a line, a string or bytes; returns the answer as a string, null at `quit`. */
  say(line) {
    const bytes = Buffer.from(line);
    const answer = this.referee.exchange(bytes);
    this.said.push(bytes);
    if (answer === null) return null;
    this.answers.push(Buffer.from(answer));
    return this.answers.at(-1).toString();
  }

  /* Repeats the conversation with the program; throws at the first answer that differs. */
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

  /* Describes the first difference between OUT and the answers. */
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

/* --- Lines to send --- */

const looks = [
  ...["state", "view jack", "view detective", "view public"],
  ...["position", "perft 2", "record"],
];

/* Plays a new random game to its end and samples it on the way; returns the positions sampled.
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

/* The tokens of a record: everything but tags, comments, labels and the final dot. */
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

/* Bad lines: misspelt, random bytes, too long. */
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
  expect(refusal(() => talk.referee.send("legal")).status, "closed", "a line after quit");
  talk.referee.close();
  const again = talk.engine.referee(setup.game, setup.options);
  expect(Buffer.from(again.send("position")), talk.answers[0], "the game opened again");
}

/* Set-ups to test: the defaults, each other value of an option alone, all last values together. */
function setups(game) {
  const last = (option) => [option.name, option.values.at(-1)];
  const single = game.options.flatMap((option) =>
    option.values.slice(1).map((value) => ({ [option.name]: value })),
  );
  const together = game.options.length > 1 ? [Object.fromEntries(game.options.map(last))] : [];
  return [{}, ...single, ...together].map((options) => ({ game: game.name, options }));
}

/* --- The module itself --- */

/* The module imports nothing and exports the bridge alone. */
async function surface() {
  expect(WebAssembly.Module.imports(module), [], "imports");
  const names = WebAssembly.Module.exports(module).map(({ name }) => name);
  expect(
    names.filter((name) => !name.startsWith("bridge_")).sort(),
    ["_initialize", "memory"],
    "exports besides the bridge",
  );
}

/* What RUN throws. */
function refusal(run) {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error(`${run} was not refused`);
}

/* The program refuses the same openings for the same reasons, with exit code 2. */
async function refusedOpenings(list) {
  const engine = await load(module);
  const name = list[0].name;
  for (const game of list) {
    for (const option of ["no=1", "=", ...game.options.map((o) => `${o.name}=?`)]) {
      const why = refusal(() => engine.referee(`${game.name} ${option}`)).message;
      const native = spawnSync(program, ["referee", game.name, option]);
      expect(native.status, 2, `${game.name} ${option}: the program's exit code`);
      expect(native.stderr.includes(why), true, `${native.stderr} says ${why}`);
    }
    refusal(() => engine.referee(`${game.name} nonsense`));
  }
  for (const text of ["", " ", "nosuch", `${name}\0`, `${name}\0x`, `${name}x`])
    expect(refusal(() => engine.referee(text)).message, "expected the name of a game", text);
  refusal(() => engine.referee(name.padEnd(LINE_MAX + 1)));
}

/* Referees share nothing. */
async function independence(list) {
  const engine = await load(module);
  const [one, other] = [engine.referee(list[0].name), engine.referee(list[0].name)];
  const before = other.send("position");
  expect(one.send(`do ${one.send("legal").split(" ")[0]}`), "ok", "do");
  const after = one.send("position");
  expect(before === after, false, "a move that changes nothing");
  expect(other.send("position"), before, "the other referee's position");
  one.close();
  expect(other.send("position"), before, "the other's position after one has been closed");
}

/* Lengths that no buffer has, which the bindings never pass. */
async function lengths(list) {
  const wasm = (await WebAssembly.instantiate(module)).exports;
  const text = Buffer.from(list[0].name);
  const answer = (n) => Buffer.from(wasm.memory.buffer, wasm.bridge_output(), n).toString();
  wasm._initialize();
  Buffer.from(wasm.memory.buffer, wasm.bridge_input()).set(text);
  const referee = wasm.bridge_referee_new(text.length);
  const game = wasm.bridge_game_new(text.length);
  const player = wasm.bridge_player_new(game, 0, 1n, 1, 0);
  const calls = [
    ...[wasm.bridge_referee_new, wasm.bridge_game_new, wasm.bridge_game_load],
    ...[wasm.bridge_game_replay, wasm.bridge_record_read, wasm.bridge_record_verify],
    ...[(n) => wasm.bridge_record_redact(n, 0), (n) => wasm.bridge_game_play(game, n)],
    ...[(n) => wasm.bridge_game_record(game, 0, n), (n) => wasm.bridge_player_see(player, n)],
  ];
  for (const n of [-1, 2 ** 31, LINE_MAX + 2]) {
    const line = "error: expected a line of at most 65536 bytes";
    expect(answer(wasm.bridge_referee_send(referee, n)), line, n);
    for (const call of calls) {
      expect(call(n) <= 0, true, `${call} with length ${n}`);
      const wanted = [
        "-1 -1 -1",
        "expected a text of at most 65536 bytes",
        "",
        "bridge.text-too-long",
      ];
      expect(answer(wasm.bridge_error()).split("\0"), wanted, n);
    }
    expect(wasm.bridge_player_new(game, 0, 1n, 1, n), 0, `a kind of length ${n}`);
  }
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
