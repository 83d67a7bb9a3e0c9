/* Light on boards of hexes: places that are lit, and what shines on them. */
import type { Board } from './board';
import { circle, el, group, keyed, path, type Shape } from './draw';
import { HEX, hex } from './grid';

export function lit(board: Board): Shape[] {
  const places = board.box.places.filter((p) => board.lit(p.name));
  const outline = (name: string) => hex(board.at(name), HEX - 1);
  return [
    keyed(
      'all that is lit',
      el('clipPath', { id: 'lit' }, path(places.map((p) => outline(p.name)).join(''))),
    ),
    ...places.map((p) =>
      keyed(
        `lit ${p.name}`,
        path(outline(p.name), {
          fill: 'var(--lit)',
          stroke: 'var(--lit-edge)',
          'stroke-width': 1.6,
        }),
        path(outline(p.name), { fill: 'url(#cobbles-lit)' }),
      ),
    ),
  ];
}

/* Something that shines, on lit places only. */
export function shine(key: string, shape: Shape): Shape {
  return keyed(key, group({ 'clip-path': 'url(#lit)' }, shape));
}

export function glow(board: Board, place: string): Shape {
  const { x, y } = board.at(place);
  return shine(`glow ${place}`, circle(x, y, HEX * 2.7, { fill: 'url(#glow)' }));
}
