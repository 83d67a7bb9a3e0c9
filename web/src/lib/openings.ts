/* Openings: what was played in the first round of many games, and with which results. They are
 * made by tools/openings.mjs from ../openings, and loaded when they are wanted. */
import { percent, t } from './i18n.svelte';
import type { Seat } from './model';

/* How often something was played, and how often the seat that played it won. */
export interface Tried {
  played: number;
  won: number;
}

/* What a turn can begin with: a character's code, or the word of an action. */
export interface Option extends Tried {
  word: string;
  offered: number;
  /* the most frequent first; rare ones are not listed */
  turns: (Tried & { tokens: string[] })[];
}

export interface Openings {
  games: number;
  jack: number;
  turns: { slot: number; seat: Seat; options: Option[] }[];
}

const files = import.meta.glob<{ default: Openings }>('../gen/openings/*.json');
const fileOf = (game: string) => files[`../gen/openings/${game}.json`];

export const hasOpenings = (game: string): boolean => !!fileOf(game);

export const openingsOf = async (game: string): Promise<Openings | undefined> =>
  (await fileOf(game)?.())?.default;

/* Fewer than this say next to nothing. */
const ENOUGH = 30;
export const isRare = ({ played }: Tried): boolean => played < ENOUGH;

/* How often the seat won: "72% ± 2%", within which the truth lies 95 times of 100; of few games
 * only their number, which promises nothing: "13 of 15". */
export function wonWords(tried: Tried): string {
  const { played, won } = tried;
  if (!played) return '–';
  if (isRare(tried)) return t('explore.few', { won, played });
  const share = won / played;
  const error = 1.96 * Math.sqrt((share * (1 - share)) / played);
  return t('explore.rate', { share: percent(share), error: percent(error) });
}
