/* The sentences of the rules, cut into parts that are shown differently: the Markdown of docs/rules,
 * references to other rules, codes of characters, and words that somebody looks for. */

import type { Character } from './model';

export interface Part {
  kind: 'text' | 'code' | 'strong' | 'rule' | 'section' | 'book' | 'who';
  text: string;
  /* where it leads: an id, the number of a section, a game, a character's code */
  to?: string;
}

const FORM =
  /`([^`]+)`|\*\*?([^*]+)\*\*?|\[([^\]]+)\]\((\w+)\.md\)|\b([A-Z]-\d+\.\d+)\b|((?:section|sección|Abschnitt)\s(\d+))|\b([A-Z]{2})\b/g;

/* A text in parts. A character's code stands for the name, except before the name itself. */
export function parts(text: string, characters: Character[]): Part[] {
  const lists = (code: string, after: number) => {
    const surname =
      characters
        .find((c) => c.code === code)
        ?.name.split(' ')
        .at(-1) ?? '';
    return text.slice(after, after + 30).includes(surname);
  };
  const found: Part[] = [];
  let end = 0;
  const add = (part: Part | undefined, from: number, to: number) => {
    if (!part) return;
    if (from > end) found.push({ kind: 'text', text: text.slice(end, from) });
    found.push(part);
    end = to;
  };
  for (const m of text.matchAll(FORM)) {
    const [all, code, strong, title, book, rule, section, number, who] = m;
    const part: Part | undefined = code
      ? { kind: 'code', text: code }
      : strong
        ? { kind: 'strong', text: strong }
        : book
          ? { kind: 'book', text: title!, to: book }
          : rule
            ? { kind: 'rule', text: rule, to: rule }
            : section
              ? { kind: 'section', text: section, to: number! }
              : who && characters.some((c) => c.code === who)
                ? { kind: lists(who, m.index + 2) ? 'code' : 'who', text: who, to: who }
                : undefined;
    add(part, m.index, m.index + all.length);
  }
  if (end < text.length) found.push({ kind: 'text', text: text.slice(end) });
  return found;
}

/* --- Looking for words --- */

/* Letters without case and accents, one for each. */
const fold = (text: string) =>
  Array.from(text, (c) => c.normalize('NFD').charAt(0).toLowerCase()).join('');

export const wordsOf = (query: string): string[] => fold(query).split(/\s+/).filter(Boolean);

export function matches(text: string, wanted: string[]): boolean {
  const folded = fold(text);
  return wanted.every((word) => folded.includes(word));
}

/* A text in pieces, every second of which is one of the words. */
export function marked(text: string, wanted: string[]): string[] {
  const folded = fold(text);
  if (!wanted.length || folded.length !== text.length) return [text];
  const pieces: string[] = [];
  let from = 0;
  for (;;) {
    let at = Infinity,
      length = 0;
    for (const word of wanted) {
      const i = folded.indexOf(word, from);
      if (i >= 0 && (i < at || (i === at && word.length > length))) {
        at = i;
        length = word.length;
      }
    }
    if (!length) break;
    pieces.push(text.slice(from, at), text.slice(at, at + length));
    from = at + length;
  }
  return [...pieces, text.slice(from)];
}
