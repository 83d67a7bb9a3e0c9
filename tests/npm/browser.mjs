/* The npm package in a real browser, as its files are, without a bundler: a page and a worker
 * load it, and the page stays alive while a player thinks.
 *
 *   node tests/npm/browser.mjs PACKAGE_DIR NODE_MODULES_WITH_PLAYWRIGHT */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { basename, extname, join, resolve } from "node:path";
import test, { after, before } from "node:test";

const [folder, modules] = process.argv.slice(2).map((path) => resolve(path));
const { chromium } = createRequire(join(modules, "x.js"))("playwright-core");

const types = { ".mjs": "text/javascript", ".wasm": "application/wasm" };
const worker = `
  import { load } from "./alibi.mjs";
  const player = (await load()).player("null", "detective", { kind: "random" });
  postMessage(player.see("deal=?").thinkSync().move);`;

const server = createServer((request, response) => {
  const name = basename(request.url);
  const type = types[extname(name)] ?? "text/html";
  const made = { "worker.mjs": worker, "favicon.ico": "", "": "<!doctype html>" };
  response.setHeader("Content-Type", type);
  response.end(made[name] ?? readFileSync(join(folder, name)));
});

let browser, page;
before(async () => {
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
  page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
});
after(async () => {
  await browser?.close();
  server.close();
});

test("a page", async () => {
  const result = await page.evaluate(async () => {
    const { load } = await import("/alibi.mjs");
    const engine = await load();
    const game = engine.game(engine.games().at(-1).name);
    for (game.roll(); game.state().to_act !== "detective"; game.roll()) game.play(game.legal()[0]);
    const player = game.player("detective", { kind: "ismcts", memory: 8 });
    let turns = 0;
    const count = setInterval(() => turns++, 0);
    const thought = await player.think({ nodes: 20000 });
    clearInterval(count);
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error("enough")), 0);
    const stopped = await player.think({ nodes: 1e15, signal: stop.signal }).catch(String);
    return { legal: game.legal(), move: thought.move, turns, stopped };
  });
  assert.ok(result.legal.length > 1);
  assert.ok(result.legal.includes(result.move));
  assert.ok(result.turns > 0);
  assert.equal(result.stopped, "Error: enough");
});

test("a worker", async () => {
  const move = await page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const worker = new Worker("/worker.mjs", { type: "module" });
        worker.onmessage = (event) => resolve(event.data);
        worker.onerror = (event) => reject(new Error(event.message));
      }),
  );
  assert.equal(typeof move, "string");
});
