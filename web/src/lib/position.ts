/* A position line as fields that can be edited. What each of them holds is said by the catalogue; whether
 * all of them together can be, by the engine. */
import type { Game } from './game';
import type { FieldData } from './model';

export interface FieldValue extends FieldData {
  value: string;
}

/* The fields of LINE: options first, then what the catalogue describes; anything else is text. */
export function fieldsOf(game: Game, line: string): FieldValue[] {
  const [, ...pairs] = line.trim().split(/\s+/);
  return pairs.map((pair) => {
    const [name = '', ...rest] = pair.split('=');
    const option = game.options.find((o) => o.name === name);
    const known = game.fields.find((f) => f.name === name);
    const data = option ? { kind: 'choice' as const, words: option.values } : known;
    return { kind: 'text', words: [], ...data, name, value: rest.join('=') };
  });
}

export const lineOf = (game: Game, fields: FieldValue[]) =>
  [game.name, ...fields.map((f) => `${f.name}=${f.value}`)].join(' ');

/* A list as its items, and back in the order that its kind has. */
export const itemsOf = (value: string) =>
  value === '-' || value === '' ? [] : value.split(',');

export function listOf(game: Game, kind: FieldData['kind'], items: string[]): string {
  const rank = (code: string) => game.characters.findIndex((c) => c.code === code);
  const sorted = [...items];
  if (kind === 'hand') sorted.sort((a, b) => rank(a) - rank(b));
  else if (kind !== 'stand' && kind !== 'tiles') sorted.sort((a, b) => (a < b ? -1 : +(a > b)));
  return sorted.join(',') || '-';
}

/* Who stands where in a field of the kind `stand`: by code, ascending. */
export const codesOf = (game: Game) => game.characters.map((c) => c.code).sort();

/* The field of LINE in which RECORD, which begins at it, was refused; '' if it is not in the line. */
export function fieldIn(
  record: string,
  line: string,
  at: { line: number; column: number } | undefined,
): string {
  const tag = '[Position "';
  const text = record.split('\n')[(at?.line ?? 0) - 1] ?? '';
  return at && text.startsWith(tag) ? fieldAt(line, at.column - 1 - tag.length) : '';
}

/* The field at byte OFFSET of LINE. */
function fieldAt(line: string, offset: number): string {
  const start = line.lastIndexOf(' ', Math.max(0, offset - 1)) + 1;
  return /^[^=\s]+(?==)/.exec(line.slice(start))?.[0] ?? '';
}
