/* How fast the strongest player searches as WebAssembly, in nodes a second, against the program.
 *
 * Usage: node tools/wasmspeed.mjs BUILD_DIR [NODES] [--browser]
 *
 * Both search the same positions with the same number of nodes, in turns, five times each; the best
 * time of each counts. It is the processor's time, so a busy machine disturbs it little; the ratio is
 * what matters. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const words = process.argv.slice(2);
const inBrowser = words.includes("--browser");
const [buildDir, wanted = "2000000"] = words.filter((word) => !word.startsWith("--"));
const nodes = Number(wanted);
if (!buildDir || !(nodes > 0)) {
  console.error("usage: node wasmspeed.mjs BUILD_DIR [NODES] [--browser]");
  process.exit(2);
}
const { load } = await import(
  pathToFileURL(join(buildDir, "npm/package/node.mjs"))
);
const engine = await load();
const kind = "champion";
const TIMES = 5;

/* What the Detective was told before his first decision of round N of a game by lot. */
function history(game, round) {
  const play = engine.game(game);
  let seed = round;
  for (;;) {
    const { to_act: seat, round: now } = play.state();
    if (seat === "detective" && now >= round) return play.told(seat);
    const legal = play.legal().filter((token) => token[0] !== "!");
    seed = (Math.imul(seed, 1664525) + 1013904223) | 0;
    play.play(legal[(seed >>> 8) % legal.length]);
  }
}

/* --- The two of them: each searches, and says how many seconds that took --- */

/* The processor's time of a process so far, in hundredths of a second. */
function ticks(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return Number(fields[11]) + Number(fields[12]);
}

async function native(game, tokens) {
  const child = spawn(join(buildDir, "alibi"), ["player"]);
  const lines = createInterface({ input: child.stdout })[
    Symbol.asyncIterator
  ]();
  const ask = async (line) => {
    child.stdin.write(`${line}\n`);
    return (await lines.next()).value;
  };
  await ask(`new ${game} seat=detective player=${kind} seed=1`);
  await ask(`see ${tokens.join(" ")}`);
  const before = ticks(child.pid);
  const move = await ask(`go nodes ${nodes}`);
  const took = (ticks(child.pid) - before) / 100;
  child.stdin.end();
  return { move: move.replace("move ", ""), took };
}

function inNode(game, tokens) {
  const player = engine.player(game, "detective", { kind, seed: 1, memory: 64 });
  player.see(...tokens);
  const before = process.cpuUsage();
  const { move, nodes: searched } = player.thinkSync({ nodes });
  const { user, system } = process.cpuUsage(before);
  player.close();
  return { move, searched, took: (user + system) / 1e6 };
}

/* The same in Chromium; what ends it comes along. */
async function chromium() {
  const { launch } = await import("../web/tests/helpers.mjs");
  const { host } = await import("../web/tests/host.mjs");
  const space = await host(() => join(buildDir, "npm/package"), "/");
  const browser = await launch();
  const page = await browser.newPage();
  await page.goto(`${space.address}package.json`);
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const spent = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "ProcessTime").value;
  };
  await page.evaluate(async () => {
    const { load } = await import("/alibi.mjs");
    window.engine = await load();
  });
  const search = async (game, tokens) => {
    const before = await spent();
    const found = await page.evaluate(
      ([game, tokens, kind, nodes]) => {
        const player = window.engine.player(game, "detective", { kind, seed: 1, memory: 64 });
        player.see(...tokens);
        const { move, nodes: searched } = player.thinkSync({ nodes });
        player.close();
        return { move, searched };
      },
      [game, tokens, kind, nodes],
    );
    return { ...found, took: (await spent()) - before };
  };
  return { search, end: () => Promise.all([browser.close(), space.stop()]) };
}

const there = inBrowser ? await chromium() : { search: inNode, end() {} };
for (const { name: game, listed = true } of engine.games()) {
  if (!listed || game === "null") continue;
  const best = { native: Infinity, wasm: Infinity };
  const tokens = history(game, 1);
  let searched = 0;
  for (let i = 0; i < TIMES; i++) {
    const [a, b] = [await native(game, tokens), await there.search(game, tokens)];
    if (a.move !== b.move)
      throw new Error(`${game}: ${a.move} is not ${b.move}`);
    searched = b.searched; // it may have come to an end before
    best.native = Math.min(best.native, a.took);
    best.wasm = Math.min(best.wasm, b.took);
  }
  const rate = (took) => `${Math.round(searched / took / 1000)} 000 nodes/s`;
  const share = Math.round((100 * best.native) / best.wasm);
  console.log(
    `${game}: native ${rate(best.native)}, wasm ${rate(best.wasm)}, ${share} %`,
  );
}
await there.end();
