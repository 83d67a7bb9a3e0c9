/* A home and a table in WebAssembly answer as the server does, to the byte: whole games of every
 * kind are played over HTTP, with every sort of request and refusal on the way. The home, which
 * draws from the same seed, is asked the same at the same time, and nothing at all may differ; a
 * table is asked afterwards, and is dealt the same chance.
 *
 * Usage: node tables.mjs BUILD */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const build = process.argv[2];
const { load } = await import(pathToFileURL(join(build, "npm/package/node.mjs")));
const module = await WebAssembly.compile(readFileSync(join(build, "alibi.wasm")));
const TURNS = 40;

/* Numbers from 0 to n-1 that are the same in every run. */
function generator(seed) {
  let x = seed;
  return (n) => {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    return Math.floor((x / 2 ** 32) * n);
  };
}

/* --- The server --- */

const folder = mkdtempSync(join(tmpdir(), "alibi-tables-"));
const server = spawn(join(build, "tests/alibi"), [
  ...["serve", "--port", "0", "--data", folder, "--rate", "0", "--test-seed", "3", "--quiet"],
  ...["--think", "40"],
]);
const line = await new Promise((resolve) => {
  createInterface({ input: server.stdout }).once("line", resolve);
});
const origin = line.split(" ").at(-1);
const agent = new http.Agent({ keepAlive: true });
let cookie = "";

/* Only a server knows of anybody else's coming and going. */
const alone = (text) =>
  text
    .replace(/"presence":\{"jack":[^}]*\}?,"detective":[^}]*\}?,"watching":\d+\}/, '"presence":null')
    .replace(/event: presence\n.*\n\n/g, "");

function send(method, path, body) {
  const headers = { Cookie: cookie };
  if (method === "POST") Object.assign(headers, { "Content-Type": "application/json", Origin: origin });
  return new Promise((resolve, reject) => {
    const request = http.request(origin + path, { method, headers, agent }, (response) => {
      const parts = [];
      response.on("data", (part) => parts.push(part));
      response.on("end", () => {
        cookie = response.headers["set-cookie"]?.[0].split(";")[0] ?? cookie;
        resolve({ status: response.statusCode, text: alone(Buffer.concat(parts).toString()) });
      });
    });
    request.on("error", reject);
    request.end(body);
  });
}

/* All that a stream says up to event number SEQ. */
function listen(path, seq) {
  return new Promise((resolve, reject) => {
    const request = http.request(origin + path, { headers: { Cookie: cookie } }, (response) => {
      let said = "";
      response.on("data", (part) => {
        said += part;
        if (!said.endsWith("\n\n")) return;
        const blocks = said.split("\n\n").filter((block) => block.startsWith("id: "));
        if (blocks.length < seq) return;
        request.destroy();
        resolve(alone(said));
      });
    });
    request.on("error", reject);
    request.end();
  });
}

/* --- The home --- */

const engine = await load(module);
const home = engine.home({ seed: Uint8Array.of(3, ...Array(31).fill(0)), ms: 40 });
const kept = new Map(); /* what a browser would have on its disk */
const heard = new Map(); /* what was said to a request, by its number */
let asked = 0;
let answered = 0;

/* Keeps, thinks and listens until the home has nothing more to say. */
function serve() {
  for (let more = true; more; ) {
    more = false;
    for (const [line, text] of home.hear()) {
      const [verb, number, status] = line.split(" ");
      more = true;
      if (verb === "keep") {
        for (const [id, game] of text.trimEnd().split("\n").map((l) => l.split(/ (.*)/)))
          if (game) kept.set(id, game);
          else kept.delete(id);
        home.tell("kept");
      } else if (verb === "think") {
        const thinker = engine.thinker(text);
        home.tell(`thought ${number}`, thinker.think().answer);
        thinker.close();
      } else {
        const before = heard.get(number)?.text ?? "";
        heard.set(number, { status: Number(status), text: before + text });
      }
    }
  }
}

function askHome(method, path, body = "") {
  const number = `${++asked}`;
  home.tell(`ask ${number} ${method} ${path}`, body);
  serve();
  const answer = heard.get(number);
  heard.delete(number);
  home.tell(`leave ${number}`);
  return answer;
}

function expectSame(what, server, engine) {
  if (server.status !== engine?.status || server.text !== engine.text)
    throw new Error(
      `${what}\nserver: ${server.status} ${server.text.slice(0, 400)}\n` +
        `engine: ${engine?.status} ${engine?.text.slice(0, 400)}`,
    );
}

/* The store of a server that has a seed knows what day it is all the same. */
const undated = ({ status, text }) => ({
  status,
  text: text.replace(/"changed":"[0-9-]*"/g, '"changed":""'),
});

/* Asks both. */
async function ask(method, path, body) {
  const server = await send(method, path, body);
  const engine = askHome(method, path, body);
  expectSame(`home: ${method} ${path} ${body}`, undated(server), undated(engine));
  answered++;
  return server;
}

/* --- A game there, with everything that was asked --- */

async function record(wish, rng) {
  const id = JSON.parse((await ask("POST", "/api/games", JSON.stringify(wish))).text).id;
  const asked = [];
  const note = async (method, path, body) => {
    const answer = await ask(method, path, body);
    asked.push({ method, path, body, ...answer });
    return answer;
  };
  const path = `/api/games/${id}`;
  const state = async (as) => JSON.parse((await note("GET", `${path}?as=${as}`)).text);

  for (let turn = 0; turn < TURNS; turn++) {
    const { to_act: seat, seq } = await state("public");
    if (!seat) break;
    const other = seat === "jack" ? "detective" : "jack";
    let { legal } = await state(seat);
    await state(other);
    for (const rest of [`?as=truth`, `?as=${seat}&at=${seq >> 1}&since=2`, `?at=999`, `?as=judge`])
      await note("GET", path + rest);
    for (const rest of [`/reach?as=${seat}`, `/record?as=${seat}`, `/record?as=truth`])
      await note("GET", path + rest);
    const tokens = [];
    while (legal.length) {
      const calm = legal.filter((l) => !/^!|^>(nw|ne|sw|se)$/.test(l.token));
      tokens.push((calm.length ? calm : legal)[rng((calm.length ? calm : legal).length)].token);
      const body = { as: seat, seq, tokens };
      const seen = await note("POST", `${path}/preview`, JSON.stringify(body));
      for (const bad of ["!SH", ">a1", "deal=MS", "\u00e9"])
        await note("POST", `${path}/preview`, JSON.stringify({ ...body, tokens: [...tokens, bad] }));
      legal = JSON.parse(seen.text).legal;
    }
    const played = { as: seat, seq, tokens, key: `turn-${turn}` };
    for (const bad of ["{", "[]", "{}", '{"seq":1,"seq":1}', JSON.stringify({ ...played, more: 1 })])
      await note("POST", `${path}/moves`, bad);
    await note("POST", `${path}/moves`, JSON.stringify({ ...played, as: other }));
    await note("POST", `${path}/moves`, JSON.stringify({ ...played, seq: seq + 1 }));
    await note("POST", `${path}/moves`, JSON.stringify(played));
    await note("POST", `${path}/moves`, JSON.stringify({ ...played, key: "again" }));
  }
  await note("POST", `${path}/resign`, JSON.stringify({ as: "jack", key: "enough" }));
  await note("POST", `${path}/resign`, JSON.stringify({ as: "jack", key: "more" }));
  for (const as of ["jack", "detective", "public", "truth"]) {
    await state(as);
    const { text } = await note("GET", `${path}/record?as=${as}`);
    for (const at of [undefined, 0, 7]) await note("POST", "/api/replay", JSON.stringify({ record: text, at }));
  }
  await note("POST", "/api/replay", JSON.stringify({ record: '[Game "null"]\n\ndeal=XX\n' }));
  const { history, seq } = await state("truth");
  for (const as of ["jack", "detective", "public", "truth"]) {
    const rest = `${path}/events?as=${as}`;
    const said = await listen(rest, seq);
    expectSame(rest, { text: said }, { text: askHome("GET", rest).text });
    const blocks = said.split("\n\n").filter((block) => block.startsWith("id: "));
    const events = blocks.map((block) => block.slice(block.indexOf("data: ") + 6));
    const text = `{"seq":${seq},"events":[${events.join(",")}]}`;
    asked.push({ method: "GET", path: rest, status: 200, text });
  }
  const outcomes = history.filter((h) => h.by === "chance").map((h) => h.token);
  return { id, asked, outcomes: outcomes.join(" ") };
}

/* A game that is not a server's has no commitment; nothing else may differ. */
const plain = (text) =>
  text
    .replace(/"commitment":"[0-9a-f]{64}"/, '"commitment":null')
    .replace(/"opening":\{.*?\}\}/g, '"opening":null')
    .replace(/\[(Commitment|Secret|Salt) "[0-9a-f]{64}"\]\n/g, "");

let compared = 0;
let bytes = 0;

async function compare(wish, seed) {
  const { id, asked, outcomes } = await record(wish, generator(seed));
  const engine = await load(module);
  const table = engine.table(id, wish, { day: "1970-01-01", seed: 5, outcomes });
  for (const { method, path, body, status, text } of asked) {
    const answer = table.ask(method, path, body);
    const want = plain(text);
    expectSame(
      `table: ${method} ${path} ${body}`,
      { status, text: want },
      { status: answer.status, text: plain(answer.text) },
    );
    compared++;
    bytes += want.length;
  }
  table.close();
  finished.push(id);
}

/* What only an app answers: seats, lists, hints, the computer, once more. Nothing here takes so
 * long that the clock matters. */
async function people(game) {
  const seats = { jack: "me", detective: "random" };
  const made = await ask("POST", "/api/games", JSON.stringify({ game, seats, options: {} }));
  let { id } = JSON.parse(made.text);
  const path = () => `/api/games/${id}`;
  const settled = async () => {
    askHome("GET", path());
    home.tell("tick 1970-01-01");
    serve();
    for (;;) {
      const state = JSON.parse((await send("GET", `${path()}?as=jack`)).text);
      if (state.status === "over" || state.to_act === "jack") return state;
      if (state.status !== "playing") throw new Error(`no game: ${JSON.stringify(state)}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  for (let round = 0; round < 2; round++) {
    for (let turn = 0; turn < 3; turn++) {
      const state = await settled();
      if (state.status === "over") break;
      await ask("GET", path());
      const hint = JSON.stringify({ as: "jack", tokens: [], level: "random" });
      const { tokens } = JSON.parse((await ask("POST", `${path()}/hint`, hint)).text);
      const played = { as: "jack", seq: state.seq, tokens: tokens.map((t) => t.token) };
      const play = (key) =>
        ask("POST", `${path()}/moves`, JSON.stringify({ ...played, key: key + turn }));
      await play("a");
      await settled();
      await play("a");
      await play("b");
      await ask("GET", `${path()}/coach?as=jack`);
    }
    await settled();
    await ask("GET", path());
    await ask("POST", `${path()}/rematch`, '{"sides":"same"}');
    await ask("POST", `${path()}/resign`, JSON.stringify({ as: "jack", key: "enough" }));
    const again = await ask("POST", `${path()}/rematch`, '{"sides":"same"}');
    await ask("POST", `${path()}/rematch`, "{}");
    finished.push(id);
    id = JSON.parse(again.text).id;
  }
  await settled();
  await ask("POST", `${path()}/enter`, '{"seat":"jack"}');
  await ask("POST", `${path()}/enter`, '{"seat":"detective"}');
  await ask("POST", `${path()}/enter`, `{"key":"${"A".repeat(22)}"}`);
}

/* Requests that are none, or are about nothing. */
async function strangers() {
  for (const path of ["/api/catalogue", "/api/games", "/healthz", "/api/games/abcdefghijkm"])
    await ask("GET", path);
  for (const path of ["/api/lobby", "/api/games/abcdefghijkm/moves", "/api/guest"])
    await ask("PUT", path, "{}");
  for (const body of ["{}", "{", '{"a":1}', " ".repeat(20000)]) {
    await ask("POST", "/api/guest", body);
    await ask("POST", "/api/games", body);
  }
  await ask("POST", "/api/replay", JSON.stringify({ record: "x".repeat(70000) }));
  await ask("POST", "/api/replay", JSON.stringify({ record: "x".repeat(60000) }));
}

/* How games went that are over, before anything of it has been judged. */
async function courses() {
  for (const id of finished) await ask("GET", `/api/games/${id}/course`);
}

/* A home that is opened with what the first one has kept answers as that does. */
async function comesBack() {
  const before = [...kept.keys()].map((id) => askHome("GET", `/api/games/${id}?as=jack`));
  const other = (await load(module)).home({ ms: 40 });
  for (const text of [...kept.values()].reverse())
    if (!other.tell("load", text)) throw new Error(`not loaded: ${text.slice(0, 200)}`);
  if (other.tell("load", [...kept.values()][0])) throw new Error("loaded twice");
  [...kept.keys()].forEach((id, i) => {
    other.tell(`ask 1 GET /api/games/${id}?as=jack`);
    const [[line, text]] = [...other.hear()];
    if (!line.startsWith(`answer 1 ${before[i].status} `) || text !== before[i].text)
      throw new Error(`${id} came back as ${text.slice(0, 300)}\nnot ${before[i].text.slice(0, 300)}`);
  });
  other.close();
}

const finished = [];

/* What cannot be opened is refused, and leaves nothing behind. */
async function refusals() {
  const engine = await load(module);
  const wish = { game: "null", seats: { jack: "me", detective: "me" } };
  const bad = [
    ["abc", wish],
    ["abcdefghijkm", { ...wish, game: "chess" }],
    ["abcdefghijkm", { ...wish, more: 1 }],
  ];
  for (const [id, what] of bad) {
    let refused = false;
    try {
      engine.table(id, what);
    } catch {
      refused = true;
    }
    if (!refused) throw new Error(`opened: ${id} ${JSON.stringify(what)}`);
  }
  const table = engine.table("abcdefghijkm", wish);
  for (const path of ["/api/games/abcdefghijkn", "/api/lobby", "/", ""])
    if (table.ask("GET", path).status !== 404) throw new Error(`answered: ${path}`);
  if (table.ask("GET", "/api/games/abcdefghijkm?as=jack").status !== 200)
    throw new Error("the table is not there");
}

let failed = 0;
const seats = { jack: "me", detective: "me" };
/* Every game with its defaults, and with the last value of each option. */
const wishes = (await load(module)).games().flatMap(({ name, options }) => [
  { game: name, options: {}, seats },
  ...options.map((o) => ({ game: name, options: { [o.name]: o.values.at(-1) }, seats })),
]);
const runs = [
  ...wishes.map((wish, i) => [JSON.stringify(wish), () => compare({ ...wish, public: i % 2 === 1 }, i + 1)]),
  ...wishes
    .filter(({ options }) => !Object.keys(options).length)
    .map(({ game }) => [`people: ${game}`, () => people(game)]),
  ["strangers", strangers],
  ["courses", courses],
  ["what was kept", comesBack],
  ["refusals", refusals],
];
for (const [name, run] of runs)
  await run().catch((error) => {
    failed++;
    console.log(`FAILED ${name}: ${error.message}`);
  });
agent.destroy();
server.kill("SIGTERM");
await new Promise((resolve) => server.once("exit", resolve));
rmSync(folder, { recursive: true });
console.log(
  `${answered} answers of the home, ${compared} of tables, ${bytes} bytes, the same; ${failed} failed`,
);
process.exit(failed || compared < 1000 || answered < compared ? 1 : 0);
