/* What TypeScript makes of London: this must compile, and what is marked must not. */
import { load } from "alibi-engine";
import type { LondonState, Player } from "alibi-engine";

const engine = await load(new URL("https://example.org/alibi.wasm"));
const london = engine.game("london", { whistle: "free" });
const state: LondonState = london.play("deal=MS").undo(1).state();
const lamp: number | undefined = state.lamps["c4"];
const player: Player<"london"> = london.player("jack", { kind: "level3" });
const lantern: string = player.view().lantern;

// @ts-expect-error: no such edition
engine.game("london", { edition: "1999" });
// @ts-expect-error: London has no tiles
london.state().tiles;

console.log(lamp, lantern);
