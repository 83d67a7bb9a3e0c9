/* Small diagrams that show what a character or an action does. A diagram is a board of a few places,
 * written down in the words of the game's scenes, so the game's own pictures draw it; on top of it
 * come arrows and numbers.
 *
 * A place is written x,y as in the catalogue (columns, and doubled rows on hexagons); where a game
 * needs the place's name, it stands before it: 5=1,1. */
import type { Look } from './api';
import { circle, group, label, path, round, type Point, type Shape } from './draw';
import type { Game } from './game';
import { Layout } from './layout';
import type { Layer, Mark, Place, State, Stroke } from './model';

export interface Diagram {
  /* the places of each ground, things, walls and characters by symbol */
  ground: Record<string, string>;
  light?: string;
  things?: Record<string, string>;
  walls?: Record<string, string>;
  pieces?: Record<string, string>;
  cleared?: string[];
  /* lines of the scene: "beam 0,0 2,2" */
  lines?: string[];
  /* what happens: "walk A B C" step by step, "jump A B" at once, "swap A B", "put A", "turn A",
   * "card A" */
  acts: string[];
  /* what else the pictures of the game read from a state */
  state?: Record<string, unknown>;
}

const words = (text: string) => text.split(' ').filter(Boolean);

function placesOf({ ground }: Diagram): Place[] {
  return Object.entries(ground).flatMap(([symbol, list]) =>
    words(list).map((word) => {
      const [, name, x, y] = /^(?:(\w+)=)?((?:-|\d|\.)+),((?:-|\d|\.)+)$/.exec(word) ?? [];
      return { name: name ?? `${x},${y}`, x: Number(x), y: Number(y), ground: symbol };
    }),
  );
}

/* The diagram as a board that is laid out. */
export function layoutOf(game: Game, diagram: Diagram): Layout {
  const places = placesOf(diagram);
  const marks = (layer: Layer, book: Record<string, string> = {}): Mark[] =>
    Object.entries(book).flatMap(([symbol, list]) =>
      words(list).map((place) => ({
        place,
        layer,
        symbol,
        cleared: diagram.cleared?.includes(symbol) ?? false,
      })),
    );
  const scene: Mark[] = [
    ...places.map((p): Mark => ({ place: p.name, layer: 'ground', symbol: p.ground })),
    ...marks('light', { light: diagram.light ?? '' }),
    ...marks('wall', diagram.walls),
    ...marks('thing', diagram.things),
    ...marks('piece', diagram.pieces),
  ];
  const lines = (diagram.lines ?? []).map((line): Stroke => {
    const [symbol = '', from = '', to = ''] = words(line);
    return { symbol, from, to };
  });
  const view = { game: game.name, suspects: [], ...diagram.state } as unknown as State;
  const skin = { ...game.skin, plate: () => [] };
  const look = { view, scene, lines, witnesses: null, legal: [] } as unknown as Look;
  return new Layout({ ...game, places, skin }, look, false);
}

/* --- Arrows --- */

const INK = {
  fill: 'none',
  stroke: 'var(--chosen)',
  'stroke-width': 5,
  'stroke-linecap': 'round',
  'stroke-linejoin': 'round',
};
const EDGE = { ...INK, stroke: 'var(--ink-deep)', 'stroke-width': 9 };

/* The head of an arrow that arrives from a direction. */
function head(at: Point, angle: number): Shape {
  const transform = `translate(${round(at.x)} ${round(at.y)}) rotate(${round((angle * 180) / Math.PI)})`;
  return path('M0 0L-17-10V10Z', {
    fill: 'var(--chosen)',
    stroke: 'var(--ink-deep)',
    'stroke-width': 2,
    transform,
  });
}

/* A curve from one point to another, bent to its left; it ends a little short of both. */
function curve(a: Point, b: Point, bend: number, dashes = ''): Shape[] {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const u = { x: (b.x - a.x) / length, y: (b.y - a.y) / length };
  const shift = (p: Point, along: number, aside: number) => ({
    x: p.x + u.x * along + u.y * aside,
    y: p.y + u.y * along - u.x * aside,
  });
  const from = shift(a, 22, bend * 0.3),
    to = shift(b, -24, bend * 0.3);
  const middle = shift({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, 0, bend);
  const d = `M${round(from.x)} ${round(from.y)}Q${round(middle.x)} ${round(middle.y)} ${round(to.x)} ${round(to.y)}`;
  const end = shift(b, -16, bend * 0.2);
  return [
    path(d, EDGE),
    path(d, { ...INK, 'stroke-dasharray': dashes }),
    head(end, Math.atan2(end.y - middle.y, end.x - middle.x)),
  ];
}

/* Steps from place to place, numbered. */
function walk(points: Point[]): Shape[] {
  const d = 'M' + points.map((p) => `${round(p.x)} ${round(p.y)}`).join('L');
  const last = points.at(-1)!,
    before = points.at(-2) ?? last;
  return [
    path(d, EDGE),
    path(d, INK),
    ...points.slice(1).flatMap((p, i) => [
      circle(p.x, p.y, 13, {
        fill: 'var(--chosen)',
        stroke: 'var(--ink-deep)',
        'stroke-width': 2,
      }),
      label({ x: p.x, y: p.y + 6 }, String(i + 1), {
        'font-size': 17,
        'font-weight': 700,
        fill: 'var(--ink-deep)',
      }),
    ]),
    ...(points.length > 1
      ? []
      : [head(last, Math.atan2(last.y - before.y, last.x - before.x))]),
  ];
}

function sign(at: Point, d: string): Shape[] {
  const x = at.x + 20,
    y = at.y - 20;
  return [
    circle(x, y, 13, {
      fill: 'var(--chosen)',
      stroke: 'var(--ink-deep)',
      'stroke-width': 2,
    }),
    path(d, {
      fill: 'none',
      stroke: 'var(--ink-deep)',
      'stroke-width': 4,
      'stroke-linecap': 'round',
      transform: `translate(${round(x)} ${round(y)})`,
    }),
  ];
}

/* A card that lies face down. */
function card(at: Point): Shape[] {
  return [
    group(
      { transform: `translate(${round(at.x)} ${round(at.y)}) rotate(8)` },
      path('M-20-28H20V28H-20Z', {
        fill: 'var(--badge-paper)',
        stroke: 'var(--ink-deep)',
        'stroke-width': 3,
        'stroke-linejoin': 'round',
      }),
      label({ x: 0, y: 12 }, '?', {
        'font-size': 36,
        'font-weight': 700,
        fill: 'var(--badge-dark)',
      }),
    ),
  ];
}

export function arrows(layout: Layout, { acts }: Diagram): Shape[] {
  return acts.flatMap((act): Shape[] => {
    const [kind, ...list] = words(act);
    const points = list.map((p) => layout.at(p));
    const [a, b] = points;
    if (!a) return [];
    if (kind === 'walk') return walk(points);
    if (kind === 'put') return sign(a, 'M-6 0H6M0-6V6');
    if (kind === 'turn') return sign(a, 'M-6 3A6.500 6.500 0 1 1 6 3M1 4.500H6.500V-1');
    if (kind === 'card') return card(a);
    if (!b) return [];
    if (kind === 'swap') return [...curve(a, b, 34), ...curve(b, a, 34)];
    return curve(a, b, 30, '11 9');
  });
}
