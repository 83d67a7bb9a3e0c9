/* The rules of the games, and what is said about their characters and pictures: one book for each
 * game and language, made by tools/rules.mjs from docs/rules. A book is loaded when it is wanted. */
import { shelf } from '../gen/shelf';
import { pageAt } from './address';

/* A rule under its number, or a paragraph between rules. */
export interface Item {
  id?: string;
  text: string;
}

export interface Section {
  number: number;
  title: string;
  items: Item[];
}

export interface Book {
  rules: { title: string; intro: string[]; sections: Section[] };
  /* texts by key: "SH.power", "lamp" */
  about: Record<string, string>;
}

const files = import.meta.glob<{ default: Book }>('../gen/books/*.json');

/* The book of a game in this language, or else in English; undefined if nobody has written it. */
export async function bookOf(game: string, language: string): Promise<Book | undefined> {
  const load =
    files[`../gen/books/${game}.${language}.json`] ?? files[`../gen/books/${game}.en.json`];
  return load && (await load()).default;
}

export const hasBook = (game: string): boolean => `../gen/books/${game}.en.json` in files;

/* The game whose rules have ids like this one. */
export const gameOfRule = (id: string): string | undefined => shelf[id.charAt(0)];

export const addressOf = (id: string): string => pageAt(`/rules/${gameOfRule(id) ?? ''}#${id}`);

/* The title of the section to which a rule belongs. */
export const titleOfRule = (book: Book, id: string): string =>
  book.rules.sections.find((s) => s.items.some((i) => i.id === id))?.title ?? '';

export function ruleIn(book: Book | undefined, id: string): string | undefined {
  return book?.rules.sections.flatMap((s) => s.items).find((i) => i.id === id)?.text;
}
