/* A program of somebody who installed the package: a game against the computer, and its record. */
import { createRequire } from "node:module";
import { AlibiError, load } from "alibi-engine";

const engine = await load();
const game = engine.game(engine.games().at(-1).name);
game.roll();
const player = game.player("detective", { kind: "greedy" });
const { move } = await player.think({ nodes: 1000 });
game.play(move);
try {
  game.play("rubbish");
} catch (error) {
  if (!(error instanceof AlibiError) || error.status !== "bad-text") throw error;
}
const { version } = createRequire(import.meta.url)("alibi-engine/package.json");
const bytes = createRequire(import.meta.url).resolve("alibi-engine/alibi.wasm");
const again = (await load(bytes)).fromRecord(game.record());
console.log(version, again.position() === game.position() ? "same" : "different");
