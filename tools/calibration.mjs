/* Whether chances are what they say: of the positions that an analysis judges at 70 %, how many are
 * won? Decisions are drawn from games between strong players and judged at the quality of a review.
 *
 *   build/alibi match champion champion --game GAME --games 400 --nodes 2000 --out FILE
 *   node tools/calibration.mjs FILE [DECISIONS [NODES]]
 *
 * prints the table of docs/strength.md: for each tenth how many decisions, what they were judged at on
 * average, and how many were won, with the standard error. Decisions of one game share its result, so
 * the error is computed from games. */
import { readFileSync } from "node:fs";
import { load } from "../build/npm/package/node.mjs";

const [file, decisions = "4", nodes = "100000"] = process.argv.slice(2);
if (!file) {
  console.error("usage: node tools/calibration.mjs FILE [DECISIONS [NODES]]");
  process.exit(2);
}
const engine = await load(readFileSync(new URL("../build/alibi.wasm", import.meta.url)));

/* Numbers that look random and are the same each time. */
let seed = 1;
function below(n) {
  seed = (Math.imul(seed, 1664525) + 1013904223) | 0;
  return (seed >>> 8) % n;
}

/* Every record of a file has its tags and its moves, an empty line after each. */
const parts = readFileSync(file, "utf8").split(/\n\n+/).filter((part) => part.trim());
const records = [];
for (let i = 0; i + 1 < parts.length; i += 2) records.push(`${parts[i]}\n\n${parts[i + 1]}\n`);

function run(record, settings) {
  const analysis = engine.analysis(record, settings);
  while (analysis.step(10000));
  const result = analysis.result();
  analysis.close();
  return result;
}

/* Decisions as { g, seat, value, won }: the game, who moved, at what it was judged, whether it was won. */
const judged = [];
for (const [g, record] of records.entries()) {
  const { decisions: all, result } = run(record, { nodes: 1 });
  const [winner] = result.split(":");
  for (let k = 0; k < Number(decisions); k++) {
    const { ply } = all[below(all.length)];
    const settings = { nodes: Number(nodes), from: ply, until: ply + 1, seed: g + 1 };
    const { seat, value } = run(record, settings).decisions[0];
    judged.push({ g, seat, value, won: winner === seat ? 1 : 0 });
  }
  if (g % 20 === 19) console.error(`${g + 1} of ${records.length} games`);
}

const percent = (share) => `${(100 * share).toFixed(0)} %`;
const mean = (list, of) => list.reduce((sum, d) => sum + of(d), 0) / list.length;

/* The standard error of the share of wins, from games. */
function errorOf(list, won) {
  const games = new Map();
  for (const d of list) games.set(d.g, (games.get(d.g) ?? 0) + d.won - won);
  return Math.sqrt([...games.values()].reduce((sum, x) => sum + x * x, 0)) / list.length;
}

console.log("| judged at | decisions | on average | won | error |\n|---|---|---|---|---|");
let squares = 0;
for (let tenth = 0; tenth < 10; tenth++) {
  const list = judged.filter(({ value }) => Math.min(9, Math.floor(value * 10)) === tenth);
  if (!list.length) continue;
  const average = mean(list, (d) => d.value);
  const won = mean(list, (d) => d.won);
  const cells = [average, won, errorOf(list, won)].map(percent).join(" | ");
  console.log(`| ${10 * tenth} to ${10 * tenth + 10} % | ${list.length} | ${cells} |`);
  squares += list.length * (won - average) ** 2;
}
console.log(`\nroot mean square of the difference: ${percent(Math.sqrt(squares / judged.length))}`);

/* Logistic regression of the result on the log odds of what it was judged at: 0 and 1 where the
 * chances are what they say, else a correction to what src/ai/knowledge has as `odds`. Newton's
 * method with short steps and a weak prior, since most of a few games may have gone one way. */
function odds(value) {
  const p = Math.min(Math.max(value, 0.005), 0.995);
  return Math.log(p / (1 - p));
}

function fit(list) {
  let [a, b] = [0, 1];
  for (let step = 0; step < 60; step++) {
    let [ga, gb, haa, hab, hbb] = [-a, 1 - b, 1, 0, 1];
    for (const { value, won } of list) {
      const x = odds(value);
      const p = 1 / (1 + Math.exp(-a - b * x));
      const w = p * (1 - p);
      ga += won - p;
      gb += (won - p) * x;
      haa += w;
      hab += w * x;
      hbb += w * x * x;
    }
    const det = haa * hbb - hab * hab;
    const da = (hbb * ga - hab * gb) / det,
      db = (haa * gb - hab * ga) / det;
    const long = Math.max(1, Math.abs(da) / 0.3, Math.abs(db) / 0.3);
    a += da / long;
    b += db / long;
  }
  return [a, b];
}

for (const seat of ["jack", "detective"]) {
  const [a, b] = fit(judged.filter((d) => d.seat === seat));
  console.log(`${seat}: ${a.toFixed(2)} + ${b.toFixed(2)} * log odds`);
}
