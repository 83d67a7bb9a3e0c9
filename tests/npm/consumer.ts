/* What TypeScript makes of the package: this must compile, and what is marked must not. */
import { AlibiError, load, loadSync } from "alibi-engine";
import type { Game, LondonState, Player, PocketTile, Status, Thought } from "alibi-engine";

const engine = await load(new URL("https://example.org/alibi.wasm"));
loadSync(new Uint8Array(8));

const london = engine.game("london", { whistle: "free" });
const state: LondonState = london.play("deal=MS").undo(1).state();
const lamp: number | undefined = state.lamps["c4"];
const jack: string | null = state.identity;
const seen = london.view("detective");
const guess: string | null | undefined = seen.identity;
const drawn: string[] | undefined = seen.alibis.jack;
const tile: PocketTile | null | undefined = engine.game("pocket").state().tiles[0];

// @ts-expect-error: a view may lack the identity
const wrong: string | null = seen.identity;
// @ts-expect-error: a view may lack the other side's cards
const cards: string[] = seen.alibis.jack;
// @ts-expect-error: no such edition
engine.game("london", { edition: "1999" });
// @ts-expect-error: London has no tiles
london.state().tiles;
// @ts-expect-error: nobody has this seat
london.player("public");

const any: Game = engine.fromPosition(london.position());
const round: number = any.state().round;
const own: unknown = any.state()["something"];
const sequences: bigint = any.perft(2);

const player: Player<"london"> = london.player("jack", {
  kind: "level3",
  seed: 5n,
  memory: 16,
});
const stop = new AbortController();
const thought: Thought = await player.follow(london).think({ ms: 100, signal: stop.signal });
const best: string[] | undefined = thought.choices[0]?.move;
const lantern: string = player.view().lantern;

try {
  london.play("SH");
} catch (error) {
  if (error instanceof AlibiError) {
    const status: Status = error.status;
    const where: [string | null, number | null, number | null] = [
      error.rule,
      error.offset,
      error.token,
    ];
    console.log(status, where, error.code, error.args["who"]);
  }
}
console.log(lamp, jack, guess, drawn, tile, wrong, cards, round, own, sequences, best, lantern);
console.log(
  engine.record(london.record()).tags["Jack"],
  engine.referee("london").send("legal"),
);
