/* Streets of cobbles on hexes, dark and lit: London and New York are paved alike. */
import { path } from '../lib/draw';
import type { Draw } from '../lib/game';
import { HEX, hex } from '../lib/grid';

const OUTLINE = hex({ x: 0, y: 0 }, HEX - 1);

export const street: Draw = () => [
  path(OUTLINE, { fill: 'var(--street)' }),
  path(OUTLINE, { fill: 'url(#cobbles)' }),
];

export const litStreet: Draw = () => [
  path(OUTLINE, { fill: 'var(--lit)', stroke: 'var(--lit-edge)', 'stroke-width': 1.6 }),
  path(OUTLINE, { fill: 'url(#cobbles-lit)' }),
];
