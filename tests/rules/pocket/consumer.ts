/* What TypeScript makes of Pocket: this must compile. */
import { load } from "alibi-engine";
import type { PocketTile } from "alibi-engine";

const engine = await load(new URL("https://example.org/alibi.wasm"));
const tile: PocketTile | null | undefined = engine.game("pocket").state().tiles[0];

console.log(tile);
