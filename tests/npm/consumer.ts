/* What TypeScript makes of the package: this must compile, and what is marked must not. What is
 * special to a game is in tests/rules/GAME/consumer.ts. */
import { AlibiError, load, loadSync } from "alibi-engine";
import type { Game, NullState, Player, Status, Thought } from "alibi-engine";

const engine = await load(new URL("https://example.org/alibi.wasm"));
loadSync(new Uint8Array(8));

const game = engine.game("null", {});
const state: NullState = game.play("deal=AA").undo(1).state();
const jack: string | null = state.identity;
const seen = game.view("detective");
const guess: string | null | undefined = seen.identity;
const drawn: string[] | undefined = seen.alibis.jack;

// @ts-expect-error: a view may lack the identity
const wrong: string | null = seen.identity;
// @ts-expect-error: a view may lack the other side's cards
const cards: string[] = seen.alibis.jack;
// @ts-expect-error: null has no options
engine.game("null", { weather: "fog" });
// @ts-expect-error: null has no tiles
game.state().tiles;
// @ts-expect-error: nobody has this seat
game.player("public");

const any: Game = engine.fromPosition(game.position());
const round: number = any.state().round;
const own: unknown = any.state()["something"];
const sequences: bigint = any.perft(2);

const player: Player<"null"> = game.player("jack", {
  kind: "level3",
  seed: 5n,
  memory: 16,
});
const stop = new AbortController();
const thought: Thought = await player.follow(game).think({ ms: 100, signal: stop.signal });
const best: string[] | undefined = thought.choices[0]?.move;
const lit: string[] = player.view().lit;

try {
  game.play("flip:AA");
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
console.log(jack, guess, drawn, wrong, cards, round, own, sequences, best, lit);
console.log(engine.record(game.record()).tags["Jack"], engine.referee("null").send("legal"));
