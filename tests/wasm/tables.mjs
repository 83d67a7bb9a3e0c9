/* A table in WebAssembly answers as the server does, to the byte: whole games of every kind are
 * played over HTTP, with every sort of request and refusal on the way, and then asked of the
 * engine, which is dealt the same chance.
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
const server = spawn(join(build, "alibi"), [
  ...["serve", "--port", "0", "--data", folder, "--rate", "0", "--test-seed", "3", "--quiet"],
]);
const line = await new Promise((resolve) => {
  createInterface({ input: server.stdout }).once("line", resolve);
});
const origin = line.split(" ").at(-1);
const agent = new http.Agent({ keepAlive: true });
let cookie = "";

function ask(method, path, body) {
  const headers = { Cookie: cookie };
  if (method === "POST") Object.assign(headers, { "Content-Type": "application/json", Origin: origin });
  return new Promise((resolve, reject) => {
    const request = http.request(origin + path, { method, headers, agent }, (response) => {
      const parts = [];
      response.on("data", (part) => parts.push(part));
      response.on("end", () => {
        cookie = response.headers["set-cookie"]?.[0].split(";")[0] ?? cookie;
        resolve({ status: response.statusCode, text: Buffer.concat(parts).toString() });
      });
    });
    request.on("error", reject);
    request.end(body);
  });
}

/* The events of a stream up to number SEQ, as texts: what it says after "data: ". */
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
        resolve(blocks.map((block) => block.slice(block.indexOf("data: ") + 6)));
      });
    });
    request.on("error", reject);
    request.end();
  });
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
    const events = await listen(rest, seq);
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
    .replace(/"opening":\{[^}]*\}/g, '"opening":null')
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
    if (answer.status !== status || plain(answer.text) !== want)
      throw new Error(
        `${method} ${path} ${body}\nserver: ${status} ${want.slice(0, 400)}\n` +
          `engine: ${answer.status} ${answer.text.slice(0, 400)}`,
      );
    compared++;
    bytes += want.length;
  }
  table.close();
}

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
console.log(`${compared} answers, ${bytes} bytes, the same; ${failed} failed`);
process.exit(failed || compared < 1000 ? 1 : 0);
