/* Every picture that a board can show, for the legend: the words that the game's skin draws, those of
 * the catalogue, and those of the board on the table, each drawn as the board draws it. */
import { layoutOf } from './diagram';
import type { Shape } from './draw';
import type { Game } from './game';
import { frame, HEX, ROW, SQUARE, type Frame } from './grid';
import type { Layout } from './layout';
import type { Mark } from './model';
import { arrow, tile, token, wall } from './plain';
import { topicsOf } from './topics';

export interface Sign {
  layer: 'ground' | 'light' | 'wall' | 'thing' | 'line';
  symbol: string;
}

const bare = (symbol: string) => symbol.replace(/-\d+$/, '');

/* The signs of a game, no word twice; BOARD is one of its boards, if one is shown. */
export function signs(game: Game, board?: Layout): Sign[] {
  const { skin } = game;
  const found = new Map<string, Sign>();
  const add = (layer: Sign['layer'], symbols: Iterable<string>) => {
    for (const s of symbols) {
      const symbol = bare(s);
      if (!found.has(symbol)) found.set(symbol, { layer, symbol });
    }
  };
  const shown = (layer: Mark['layer']) => board?.all(layer).map((m) => m.symbol) ?? [];
  const walls = board?.all('wall').filter((m) => wall(m, board)) ?? [];
  add('ground', Object.keys(skin.tiles));
  add(
    'ground',
    game.places.map((p) => p.ground),
  );
  for (const { ground } of game.grounds ?? []) add('ground', Object.values(ground));
  add('ground', shown('ground'));
  add('light', ['light', ...shown('light')]);
  if (walls.length || 'wall' in topicsOf(game)) add('wall', ['wall']);
  add('thing', [...Object.keys(skin.things), ...shown('thing')]);
  add('thing', board?.all('wall').flatMap((m) => (walls.includes(m) ? [] : [m.symbol])) ?? []);
  add('line', Object.keys(skin.strokes));
  add('line', board?.look.lines.map((l) => l.symbol) ?? []);
  return [...found.values()];
}

export interface Picture extends Frame {
  shapes: Shape[];
}

/* A sign's picture, and the part of it that is worth showing. */
export function pictureOf(game: Game, { layer, symbol }: Sign): Picture {
  const hexes = game.shape === 'hexes';
  const sample = topicsOf(game)[symbol]?.sample;
  const far = hexes ? '0,4' : '2,0';
  const layout = layoutOf(
    game,
    sample ?? { ground: { [layer === 'ground' ? symbol : '']: `0,0 ${far}` }, acts: [] },
  );
  const [place] = layout.points.keys();
  const mark = { place: place ?? '', symbol };
  const { skin } = layout.game;
  const half = hexes ? HEX : SQUARE / 2;
  const small = hexes ? 33 : 40;
  const square = (r: number) => ({ x: -r, y: -r, width: 2 * r, height: 2 * r });
  if (layer === 'line') {
    const stroke = { from: place ?? '', to: far, symbol };
    const drawn = skin.strokes[symbol]?.(stroke, layout) ?? [];
    /* Light that falls on lit places only has none here. */
    const shapes = drawn.length && !clipped(drawn) ? drawn : arrow(stroke, layout);
    const f = frame(layout.points.values(), 14);
    return { ...f, x: f.x - ROW / 2, width: f.width + ROW, shapes };
  }
  if (layer === 'ground') {
    const at = { ...mark, layer };
    const draw = skin.tiles[symbol] ?? tile;
    const fixture = skin.fixtures[symbol]?.(at, layout) ?? [];
    return { ...square(half), shapes: [...draw(at, layout), ...fixture] };
  }
  if (layer === 'light')
    return { ...square(half), shapes: skin.lit({ ...mark, layer }, layout) };
  if (layer === 'wall')
    return { ...square(half), shapes: wall({ ...mark, layer, symbol: 'n' }, layout) ?? [] };
  const draw = skin.things[symbol];
  const at = { ...mark, layer };
  return draw
    ? { ...square(small), shapes: draw(at, layout) }
    : { ...square(14), shapes: token(at, layout) };
}

const clipped = (shapes: Shape[]): boolean =>
  shapes.some((s) => s.attrs['clip-path'] || clipped(s.children));
