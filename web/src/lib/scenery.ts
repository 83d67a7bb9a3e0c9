/* The board's picture, layer by layer, from the scene: the skin's pictures where it has them,
 * plain ones where it has none. */
import { circle, el, group, keyed, path, put, round, type Shape } from './draw';
import type { Draw, Skin } from './game';
import { HEX } from './grid';
import type { Layout } from './layout';
import type { Layer, Mark } from './model';
import { arrow, outline, seatOf, tile, token, wall } from './plain';

/* The entry for a symbol, which may end in a number of its own: "lamp-3" is a lamp. */
function entry<T>(book: Record<string, T>, symbol: string): T | undefined {
  return book[symbol] ?? book[symbol.replace(/-\d+$/, '')];
}

/* Shapes that come and go have keys, no two the same. */
function distinct(shapes: Shape[]): Shape[] {
  const seen = new Map<string, number>();
  return shapes.map((shape) => {
    const key = shape.key ?? '';
    const n = seen.get(key) ?? 0;
    seen.set(key, n + 1);
    return n ? { ...shape, key: `${key} #${n}` } : shape;
  });
}

const at = (layout: Layout, mark: Mark, shapes: Shape[]) =>
  put(layout.at(mark.place), ...shapes);

/* The outline of a place, for pointing at it. */
export function outlineOf(layout: Layout, place: string, inset = 3): string {
  return (
    layout.game.skin.outline?.(place, layout) ??
    outline(layout.game.shape, layout.at(place), inset)
  );
}

/* Grounds lie in the order of the skin's pictures, so that what is tall comes last and its
 * shadow falls on the rest. */
export function ground(layout: Layout): Shape[] {
  const { skin } = layout.game;
  const order = Object.keys(skin.tiles);
  return [
    ...skin.plate(layout),
    ...layout
      .all('ground')
      .sort((a, b) => order.indexOf(a.symbol) - order.indexOf(b.symbol))
      .map((mark) => {
        const draw = entry(skin.tiles, mark.symbol) ?? tile;
        return at(layout, mark, draw(mark, layout));
      }),
    ...skin.air(layout),
  ];
}

/* Something that shines, on lit places only. */
export function shine(key: string, shape: Shape): Shape {
  return keyed(key, group({ 'clip-path': 'url(#lit)' }, shape));
}

export function light(layout: Layout): Shape[] {
  const { skin, shape } = layout.game;
  const marks = layout.all('light');
  const clip = path(marks.map((m) => outline(shape, layout.at(m.place), 1)).join(''));
  return distinct([
    keyed('all that is lit', el('clipPath', { id: 'lit' }, clip)),
    ...marks.map((m) => keyed(`${m.symbol} ${m.place}`, at(layout, m, skin.lit(m, layout)))),
    ...layout
      .all('thing')
      .filter((m) => skin.shining.includes(m.symbol.replace(/-\d+$/, '')))
      .map(({ place }) => {
        const { x, y } = layout.at(place);
        return shine(`glow ${place}`, circle(x, y, HEX * 2.7, { fill: 'url(#glow)' }));
      }),
    ...layout.look.lines.flatMap((stroke) => {
      const draw = skin.strokes[stroke.symbol] ?? arrow;
      const shapes = draw(stroke, layout);
      const key = `${stroke.symbol} ${stroke.from} ${stroke.to}`;
      return shapes.length ? [keyed(key, ...shapes)] : [];
    }),
  ]);
}

/* What a skin draws lies in the order of its pictures; plain tokens lie around the place. */
function tokens(layout: Layout): Shape[] {
  const { skin } = layout.game;
  const order = Object.keys(skin.things);
  const rank = ({ symbol }: Mark) => order.indexOf(symbol.replace(/-\d+$/, ''));
  const all = [...layout.all('thing'), ...layout.all('wall').filter((m) => !wall(m, layout))];
  const drawn = all.filter((m) => entry(skin.things, m.symbol));
  const others = all.filter((m) => !entry(skin.things, m.symbol));
  return [
    ...drawn
      .sort((a, b) => rank(a) - rank(b))
      .map((m) => {
        const shapes = entry(skin.things, m.symbol)!(m, layout);
        return keyed(`${m.symbol} ${m.place}`, at(layout, m, shapes));
      }),
    ...others.map((m) => {
      const here = others.filter((o) => o.place === m.place);
      const { x, y, size } = seatOf(layout, m, here.indexOf(m), here.length);
      const transform = `translate(${round(x)} ${round(y)}) scale(${size})`;
      const shape = at(layout, m, [group({ transform }, ...token(m, layout))]);
      return keyed(`${m.symbol} ${m.place}`, shape);
    }),
  ];
}

export function things(layout: Layout): Shape[] {
  const { skin } = layout.game;
  return distinct([
    ...layout.all('ground').flatMap((m) => {
      const shapes = entry(skin.fixtures, m.symbol)?.(m, layout) ?? [];
      return shapes.length ? [keyed(`on ${m.place}`, at(layout, m, shapes))] : [];
    }),
    ...layout.all('wall').flatMap((m) => {
      const shapes = wall(m, layout);
      return shapes ? [keyed(`wall ${m.place} ${m.symbol}`, at(layout, m, shapes))] : [];
    }),
    ...tokens(layout),
    ...skin.extras(layout),
  ]);
}

/* --- The legend --- */

export interface LegendEntry {
  layer: Layer;
  symbol: string;
  shapes: Shape[];
}

/* What the plain pictures on the board stand for; nothing where the skin has drawn all. */
export function legend(layout: Layout): LegendEntry[] {
  const { skin } = layout.game;
  const found = new Map<string, LegendEntry>();
  const add = (mark: Mark, symbol: string, draw: Draw) => {
    const key = `${mark.layer} ${symbol}`;
    if (!found.has(key))
      found.set(key, { layer: mark.layer, symbol, shapes: draw({ ...mark, symbol }, layout) });
  };
  const plainly = (layer: Layer, book: Skin['tiles']) =>
    layout.all(layer).filter((m) => !entry(book, m.symbol));
  const tiles = plainly('ground', skin.tiles);
  if (new Set(tiles.map((m) => m.symbol)).size > 1)
    for (const m of tiles) add(m, m.symbol, tile);
  for (const m of plainly('thing', skin.things)) add(m, m.symbol.replace(/-\d+$/, ''), token);
  return [...found.values()];
}
