/* Light on boards of hexes: places that are lit, and the glow of a lamp on the streets around. */
import type { Board } from './board';
import { circle, keyed, path, type Shape } from './draw';
import { HEX, hex } from './grid';

export function lit(board: Board): Shape[] {
  return board.box.places
    .filter((p) => board.lit(p.name))
    .map((p) => {
      const shape = hex(board.at(p.name), HEX - 1);
      return keyed(
        `lit ${p.name}`,
        path(shape, { fill: 'var(--lit)', stroke: 'var(--lit-edge)', 'stroke-width': 1.6 }),
        path(shape, { fill: 'url(#cobbles-lit)' }),
      );
    });
}

/* It falls on streets only: the game's ground has them as a clipping path. */
export function glow(board: Board, place: string): Shape {
  const { x, y } = board.at(place);
  const light = circle(x, y, HEX * 2.7, { fill: 'url(#glow)', 'clip-path': 'url(#streets)' });
  return keyed(`glow ${place}`, light);
}
