/* What is pointed out on the board: by a lesson, a hint, the coach. Marks are only drawn; they
 * are no targets, and a screen reader is told their words instead. */
import type { Layout } from './layout';
import type { Game } from './game';
import { describeStep, symbolName } from './places';
import { nameOf } from './words';

export interface Marks {
  /* places with a ring around them */
  rings: string[];
  /* from place to place */
  arrows: [string, string][];
  /* things to point at that are not places: a direction */
  spots: string[];
  /* parts of the panel: 'cards', 'suspects', ... */
  parts: string[];
  /* turns of a review: what was played, and what was better */
  turns?: Turn[];
}

export interface Turn {
  is: 'played' | 'better';
  arrows: [string, string][];
  rings: string[];
}

export const noMarks: Marks = { rings: [], arrows: [], spots: [], parts: [] };

/* The place that a word means: its own name, or where the character or thing stands. */
function placeOf(layout: Layout, word: string): string | undefined {
  return layout.points.has(word) ? word : layout.where(word);
}

/* Marks written down: "g10" and "SH" are ringed, "SH>g10" is an arrow, "@cards" a part of the
 * panel, "*suspect" every suspect, "*seen" and "*unseen" those who are or are not, "*manhole" every place with
 * that ground or thing. */
export function marks(layout: Layout, words: string[]): Marks {
  const found: Marks = { rings: [], arrows: [], spots: [], parts: [] };
  for (const word of words) {
    if (word.startsWith('@')) found.parts.push(word.slice(1));
    else if (word.startsWith('*')) found.rings.push(...all(layout, word.slice(1)));
    else {
      const places = word.split('>').map((w) => placeOf(layout, w));
      const [from, to] = places;
      if (from && to) found.arrows.push([from, to]);
      const last = places.at(-1);
      if (last) found.rings.push(last);
    }
  }
  return { ...found, rings: [...new Set(found.rings)] };
}

function all(layout: Layout, what: string): string[] {
  const suspects = new Set(layout.state.suspects);
  const fits = (m: Layout['scene'][number]) =>
    ['suspect', 'seen', 'unseen'].includes(what)
      ? m.layer === 'piece' &&
        suspects.has(m.symbol) &&
        (what === 'suspect' || !!m.seen === (what === 'seen'))
      : m.symbol.replace(/-\d+$/, '') === what;
  return layout.scene.filter(fits).map((m) => m.place);
}

/* The words of what is ringed, for those who do not see the rings. */
export function spell(game: Game, layout: Layout, { rings }: Marks): string {
  return rings
    .map((place) => {
      const piece = layout.pieces(place)[0];
      const thing = layout.on(place, 'thing');
      const name = piece
        ? nameOf(game, piece.symbol)
        : thing
          ? symbolName(game, thing)
          : describeStep(game, place);
      return name === place ? name : `${name} (${place})`;
    })
    .join(', ');
}
