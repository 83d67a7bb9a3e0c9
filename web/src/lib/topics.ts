/* What there is to say about the characters, actions and pictures of a game: which rules they
 * belong to, and a small diagram. The words are in the game's book (lib/books.ts). */
import type { Book } from './books';
import type { Diagram } from './diagram';
import type { Game } from './game';
import { t } from './i18n.svelte';
import { nameOf, textOf } from './words';
import { symbolName } from './places';

export interface About {
  /* the rules that say it in full */
  rules: string[];
  /* how many movement points a character has */
  moves?: number;
  /* the text that it shares with others */
  as?: string;
  diagram?: Diagram;
  /* a board whose first place shows the picture, if one that is bare does not */
  sample?: Diagram;
}

const files = import.meta.glob<{ about: Record<string, About> }>('../games/*/about.ts', {
  eager: true,
});

export function topicsOf(game: Game): Record<string, About> {
  return files[`../games/${game.name}/about.ts`]?.about ?? {};
}

export const isPerson = (game: Game, of: string): boolean =>
  of in game.skin.badges || game.characters.some((c) => c.code === of);

/* What a book says of it: what it is, how it moves, what it can do, what its
 * alibi card is worth. */
export function textsOf(game: Game, of: string, book: Book | undefined) {
  const topic = topicsOf(game)[of];
  const about = book?.about ?? {};
  return {
    text: about[of] ?? about[topic?.as ?? ''],
    move: about[`${of}.move`] ?? (topic?.moves ? about['move'] : undefined),
    power: about[`${of}.power`],
    card: about[`${of}.card`],
  };
}

/* What it is called: a character, an action, or a picture of the board. */
export function titleOfTopic(game: Game, of: string): string {
  if (isPerson(game, of)) return nameOf(game, of);
  if (of === 'wall') return t('mark.wall.name');
  if (game.sides.flat().includes(of)) return textOf(game, `face.${of}`, of);
  return symbolName(game, of);
}
