/* A place in words, for screen readers and the text mode. */
import { maybe, t } from './i18n.svelte';
import type { Game } from './game';
import type { Layout } from './layout';
import type { Mark } from './model';
import { nameOf, textOf } from './words';

/* The word of a symbol, with its number if it has one: "lamp-3". */
export function symbolName(game: Game, symbol: string): string {
  const [word = '', number] = symbol.split(/-(?=\d+$)/);
  const text = textOf(game, `mark.${word}`, word);
  return number ? `${text} ${number}` : text;
}

function describeMark(game: Game, m: Mark): string {
  if (m.layer === 'piece') {
    const words = [nameOf(game, m.symbol)];
    if (m.active) words.push(t('mark.active'));
    if (m.cleared) words.push(t('mark.cleared'));
    else if (m.seen) words.push(t('mark.seen'));
    return words.join(', ');
  }
  if (m.layer === 'wall') return t('mark.wall', { side: maybe(`side.${m.symbol}`, m.symbol) });
  return symbolName(game, m.symbol);
}

/* A step that is not a place, in words: a direction, or a word of a token. */
export function describeStep(game: Game, step: string): string {
  return maybe(`side.${step.replace('^', '')}`, textOf(game, `step.${step}`, step));
}

export function describe(layout: Layout, place: string): string {
  const marks = layout.marks.get(place);
  if (!marks) return describeStep(layout.game, place);
  return [place, ...marks.map((m) => describeMark(layout.game, m))].join(', ');
}

/* What lies or stands on the board, grouped: "gaslight: b13, c4". */
export function inventory(layout: Layout): { what: string; where: string }[] {
  const { game } = layout;
  const groups = new Map<string, string[]>();
  const add = (what: string, where: string) =>
    groups.set(what, [...(groups.get(what) ?? []), where]);
  for (const m of layout.scene) {
    if (m.layer === 'ground' && game.skin.everyday.includes(m.symbol)) continue;
    if (m.layer !== 'piece') add(describeMark(game, m), m.place);
  }
  for (const { symbol, from, to } of layout.look.lines)
    add(textOf(game, `line.${symbol}`, symbol), from === to ? from : `${from}–${to}`);
  return [...groups].map(([what, where]) => ({ what, where: where.join(', ') }));
}
