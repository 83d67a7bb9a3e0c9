/* A place in words, for screen readers and the text mode. */
import type { Board } from './board';
import { maybe, t } from './i18n.svelte';
import type { Mark } from './model';
import { nameOf } from './words';

function mark(board: Board, m: Mark): string {
  if (m.layer === 'piece') {
    const words = [nameOf(board.box, m.symbol)];
    if (m.active) words.push(t('mark.active'));
    if (m.cleared) words.push(t('mark.cleared'));
    else if (m.seen) words.push(t('mark.seen'));
    return words.join(', ');
  }
  if (m.layer === 'wall') return t('mark.wall', { side: maybe(`side.${m.symbol}`, m.symbol) });
  const [word = '', number] = m.symbol.split('-');
  const text = maybe(`mark.${m.symbol}`, maybe(`mark.${word}`, m.symbol));
  return number && /\d/.test(number) ? `${text} ${number}` : text;
}

export function describe(board: Board, place: string): string {
  const marks = board.marks.get(place);
  if (!marks) return maybe(`side.${place.replace('^', '')}`, maybe(`step.${place}`, place));
  return [place, ...marks.map((m) => mark(board, m))].join(', ');
}

/* What lies or stands on the board, grouped: "gaslight: b13, c4". */
export function inventory(board: Board): { what: string; where: string }[] {
  const groups = new Map<string, string[]>();
  for (const m of board.scene) {
    if (m.layer === 'ground' && ['street', 'tile', 'post'].includes(m.symbol)) continue;
    if (m.layer === 'piece') continue;
    const what = mark(board, m);
    groups.set(what, [...(groups.get(what) ?? []), m.place]);
  }
  return [...groups].map(([what, where]) => ({ what, where: where.join(', ') }));
}
