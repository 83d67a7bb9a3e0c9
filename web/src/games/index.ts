/* The skins: each folder here that has an index.ts adds its own, and its texts in *.po, without
 * another line anywhere. */
import type { Game, Skin } from '../lib/game';
import { introduce } from '../lib/i18n.svelte';
import type { GameData } from '../lib/model';
import { plain } from '../lib/plain';

const found = import.meta.glob<{ skin: Partial<Skin> }>('./*/index.ts', { eager: true });

/* A game of the catalogue, in its skin or plainly. */
export function gameOf(data: GameData): Game {
  introduce(data.name, data.characters);
  return { ...data, skin: { ...plain(data), ...found[`./${data.name}/index.ts`]?.skin } };
}
