/* The signs that a board carries on top of its pictures: around pieces, and on places. This is their
 * one list: what draws a sign takes its name and, for those on places, its ink from here, and the
 * legend shows them all. So no sign can be drawn that the legend lacks. */

/* Around a piece; ui/Badge.svelte and ui/Signs.svelte draw them. */
export const pieceSigns = [
  'seen',
  'unseen',
  'cleared',
  'active',
  'self',
  'alibi',
  'suspected',
  'unlikely',
  'note',
  'leaves',
  'caught',
] as const;

interface Ink {
  stroke: string;
  width: number;
  dash?: string;
}

/* On places, as lines. */
const inks = {
  target: { stroke: 'var(--target)', width: 2.5 },
  hot: { stroke: 'var(--hot)', width: 5, dash: '10 5' },
  out: { stroke: 'var(--out)', width: 6 },
  chosen: { stroke: 'var(--chosen)', width: 5 },
  reach: { stroke: 'var(--reach)', width: 4, dash: '3 5' },
  trail: { stroke: 'var(--trace)', width: 5, dash: '2 10' },
  new: { stroke: 'var(--trace)', width: 5 },
  gone: { stroke: 'var(--trace)', width: 5, dash: '2 10' },
  hint: { stroke: 'var(--hint)', width: 6, dash: '14 6' },
  ring: { stroke: 'var(--mark)', width: 5 },
  played: { stroke: 'var(--played)', width: 6 },
  better: { stroke: 'var(--better)', width: 6, dash: '14 7' },
  sight: { stroke: '#ffe08a', width: 5, dash: '2 9' },
} satisfies Record<string, Ink>;

export type PieceSign = (typeof pieceSigns)[number];
export type PlaceSign = keyof typeof inks;
export type SignName = PieceSign | PlaceSign | 'ghost';

export const placeSigns = Object.keys(inks) as PlaceSign[];

/* What an element has that draws a sign. */
export const signed = (name: SignName) => ({ 'data-sign': name });

/* The same for a line, with its ink. */
export function inked(name: PlaceSign) {
  const { stroke, width, dash }: Ink = inks[name];
  return {
    ...signed(name),
    fill: 'none',
    stroke,
    'stroke-width': width,
    'stroke-dasharray': dash,
  };
}
