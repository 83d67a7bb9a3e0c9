/* Streets of cobbles on hexes, dark and lit, and trees: London and New York have the same. */
import { circle, el, path, pick, round, type Shape } from '../lib/draw';
import type { Draw } from '../lib/game';
import { frame, HEX, hex } from '../lib/grid';
import type { Layout } from '../lib/layout';

const OUTLINE = hex({ x: 0, y: 0 }, HEX - 1);
/* The kerb catches the light at the upper left, and throws a little shadow at the lower right. */
const LIGHT = 'M-19.500-33.500H19.500M-19.500-33.500L-38.700 0';
const SHADE = 'M-19.500 33.500H19.500L38.700 0';

export const street: Draw = () => [
  path(OUTLINE, { fill: 'var(--street)' }),
  path(OUTLINE, { fill: 'url(#cobbles)' }),
  path(LIGHT, { fill: 'none', stroke: 'var(--street-light)', 'stroke-width': 1.2 }),
  path(SHADE, { fill: 'none', stroke: 'var(--street-dark)', 'stroke-width': 1.6 }),
];

export const litStreet: Draw = () => [
  path(OUTLINE, { fill: 'var(--lit)', stroke: 'var(--lit-edge)', 'stroke-width': 1.6 }),
  path(OUTLINE, { fill: 'url(#cobbles-lit)' }),
];

/* A tree from above: its shadow, its crown, the light on it. */
export const tree = (x: number, y: number, r: number): Shape[] => [
  circle(x + 3, y + 4, r, { fill: 'var(--shadow)' }),
  circle(x, y, r, { fill: 'var(--tree-dark)' }),
  circle(x - 1, y - 1, r * 0.78, { fill: 'var(--tree)' }),
  circle(x - r * 0.3, y - r * 0.35, r * 0.36, { fill: 'var(--tree-light)' }),
];

/* Banks of mist that lie over the board; always the same ones. */
export function mist(layout: Layout, n = 7): Shape[] {
  const f = frame(layout.points.values(), 0);
  return Array.from({ length: n }, (_, i) =>
    el('ellipse', {
      cx: round(f.x + (f.width * (0.5 + pick(`x${i}`, 97) / 97 + i)) / n),
      cy: round(f.y + (f.height * pick(`mist y${i}`, 89)) / 89),
      rx: 130 + pick(`r${i}`, 90),
      ry: 46 + pick(`h${i}`, 30),
      fill: 'url(#mist)',
    }),
  );
}
