/* The plain skin: pictures for words that nobody has drawn.
 *
 * A ground is a tile whose colour and pattern belong to the word: the commonest word of the
 * board is the calmest. A thing is a small token with letters, a wall a bar on its side of the
 * place, a character a disc with its code, a line an arrow. No two words of a board differ by
 * colour alone. */
import { circle, group, label, path, pick, polygon, round } from './draw';
import type { Point, Shape } from './draw';
import type { Badge, Card, Draw, Game, Skin, Spot } from './game';
import { corners, HEX, hex, ROW, SQUARE, toward } from './grid';
import type { Layout } from './layout';
import type { GameData, Mark, State, Stroke } from './model';
import { capital, spelt } from './words';

const ORIGIN = { x: 0, y: 0 };

/* The outline of a place around a point, at a distance from its edge. */
export function outline(shape: GameData['shape'], at: Point, inset: number): string {
  if (shape === 'hexes') return hex(at, HEX - inset);
  const r = SQUARE / 2 - inset;
  return polygon([
    { x: at.x - r, y: at.y - r },
    { x: at.x + r, y: at.y - r },
    { x: at.x + r, y: at.y + r },
    { x: at.x - r, y: at.y + r },
  ]);
}

/* How much larger than a hex a square is. */
const scale = (shape: GameData['shape']) => (shape === 'hexes' ? 1 : 1.6);

/* --- Grounds --- */

/* Patterns within 26 points around the origin, from calm to loud. */
const PATTERNS = [
  '',
  'M-24-10L-10-24M-25 9L9-25M-18 20L20-18M-9 25L25-9M10 24L24 10',
  'M-14-14h1M0-14h1M14-14h1M-21 0h1M-7 0h1M7 0h1M21 0h1M-14 14h1M0 14h1M14 14h1',
  'M-24-8H24M-24 8H24M-12-8V-22M12-8V-22M0-8V8M-12 8V22M12 8V22',
  'M-22-12C-16-18-8-18 0-12C8-6 16-6 22-12M-22 0C-16-6-8-6 0 0C8 6 16 6 22 0M-22 12C-16 6-8 6 0 12C8 18 16 18 22 12',
  'M24 0A24 24 0 1 1 23.900-1M13 0A13 13 0 1 1 12.900-1',
  'M-16-18V18M-8-23V23M0-25V25M8-23V23M16-18V18',
  'M-16-8L-8-20L0-8ZM0-8L8-20L16-8ZM-8 14L0 2L8 14ZM-20 14L-14 5M20 14L14 5',
];

/* The grounds of a board, the commonest first. */
function grounds(game: GameData): string[] {
  const count = new Map<string, number>();
  for (const { ground } of game.places) count.set(ground, (count.get(ground) ?? 0) + 1);
  return [...count].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([word]) => word);
}

/* The number of a ground's look; words that come with an option are numbered by their letters. */
function kind(game: GameData, word: string): number {
  const i = grounds(game).indexOf(word);
  return (i < 0 ? 1 + pick(word, PATTERNS.length - 1) : i) % PATTERNS.length;
}

export const tile: Draw = (mark, { game }) => {
  const n = kind(game, mark.symbol);
  return [
    path(outline(game.shape, ORIGIN, 1.5), {
      fill: `var(--plain-${n})`,
      stroke: 'var(--ink-deep)',
      'stroke-width': 1.5,
      'stroke-linejoin': 'round',
    }),
    path(PATTERNS[n]!, {
      fill: 'none',
      stroke: 'var(--plain-ink)',
      'stroke-width': 2,
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
      opacity: 0.5,
      transform: `scale(${scale(game.shape)})`,
    }),
  ];
};

function plate({ game, points }: Layout): Shape[] {
  const edges = [...points.values()].map((p) => outline(game.shape, p, 0));
  return [
    path(edges.join(''), {
      fill: 'var(--kerb)',
      stroke: 'var(--kerb)',
      'stroke-width': 16,
      'stroke-linejoin': 'round',
    }),
  ];
}

const lit: Draw = (_, { game }) => [
  path(outline(game.shape, ORIGIN, 3), {
    fill: 'var(--lit)',
    'fill-opacity': 0.55,
    stroke: 'var(--lit-edge)',
    'stroke-width': 3,
    'stroke-linejoin': 'round',
  }),
];

/* --- Walls, things, lines --- */

const ANGLES: Record<string, number> = {
  n: 0,
  ne: 60,
  e: 90,
  se: 120,
  s: 180,
  sw: 240,
  w: 270,
  nw: 300,
};

/* A wall of bricks on the north side of a place; others are turned there. */
function bricks(half: number, y: number): Shape[] {
  const joints: string[] = [];
  for (let row = 0; row < 3; row++) {
    joints.push(`M${2 - half} ${y + 5 + row * 6}H${half - 2}`);
    for (let x = 8 - half + (row % 2) * 7; x < half - 4; x += 14)
      joints.push(`M${x} ${y + row * 6 - (row ? 1 : -1)}v${row ? 6 : 4}`);
  }
  return [
    path(`M${6 - half} ${y + 18}H${half - 6}v8H${6 - half}Z`, { fill: 'var(--wall-shadow)' }),
    path(`M${1 - half} ${y}H${half - 1}V${y + 19}H${1 - half}Z`, {
      fill: 'var(--wall)',
      stroke: 'var(--wall-edge)',
      'stroke-width': 2,
      'stroke-linejoin': 'round',
    }),
    path(joints.join(''), { fill: 'none', stroke: 'var(--wall-line)', 'stroke-width': 1.3 }),
  ];
}

/* The wall of a mark whose symbol is a side; undefined for another word. */
export function wall(mark: Mark, { game, turned }: Layout): Shape[] | undefined {
  const angle = ANGLES[mark.symbol];
  if (angle === undefined) return undefined;
  const shapes =
    game.shape === 'hexes' ? bricks(HEX / 2, 1 - ROW) : bricks(SQUARE / 2 - 3, 3 - SQUARE / 2);
  return [group({ transform: `rotate(${angle + (turned ? 180 : 0)})` }, ...shapes)];
}

/* Outlines of tokens, within 10 points around the origin. */
const TOKENS = [
  'M-10 0A10 10 0 1 1 10 0A10 10 0 1 1-10 0Z',
  'M-9-9H9V9H-9Z',
  'M0-12L12 0L0 12L-12 0Z',
  'M-12 8L0-12L12 8Z',
  'M-10-6L0-11L10-6V6L0 11L-10 6Z',
  'M-10-9H10V2C10 8 4 10 0 12C-4 10-10 8-10 2Z',
];
const ENAMEL = ['#f4eeda', '#ffd98a', '#a9cfe6', '#a8dcb5', '#e8b4c8', '#d0c0f0'];

/* Up to two letters and the number of a symbol: "lamp-3" is La3. */
function letters(symbol: string): string {
  const [word = '', number = ''] = symbol.split(/-(?=\d+$)/);
  return word.slice(0, 1).toUpperCase() + word.slice(1, 2) + number;
}

export const token: Draw = ({ symbol }) => {
  const word = symbol.replace(/-\d+$/, '');
  const text = letters(symbol);
  return [
    path(TOKENS[pick(word, TOKENS.length)]!, {
      fill: ENAMEL[pick(`${word}.`, ENAMEL.length)]!,
      stroke: 'var(--ink-deep)',
      'stroke-width': 1.5,
      'stroke-linejoin': 'round',
    }),
    label({ x: 0, y: 3.5 }, text, {
      'font-size': text.length > 2 ? 8 : 10,
      'font-weight': 700,
      fill: 'var(--ink-deep)',
    }),
  ];
};

/* Where the I-th of N tokens of a place lies: in the middle, or around the piece. */
export function seatOf(
  layout: Layout,
  mark: Mark,
  i: number,
  n: number,
): Point & { size: number } {
  const k = scale(layout.game.shape);
  if (n === 1 && !layout.pieces(mark.place).length) return { ...ORIGIN, size: 1.8 * k };
  const around = layout.game.shape === 'hexes' ? corners(ORIGIN, 29) : corners(ORIGIN, 52);
  const at = around[[4, 5, 3, 0, 2, 1][i % 6]!]!;
  return { ...at, size: 0.9 * k };
}

/* The N-th character has the N-th colour. */
const COLOURS = [
  '#b3282d',
  '#2f5fb3',
  '#2f7d4f',
  '#d9a521',
  '#7a3f94',
  '#d2691e',
  '#2b8a94',
  '#c25b8e',
  '#8a5a2b',
  '#3c3f4a',
  '#9aa5ad',
  '#5f7a1f',
];

export function badgeOf(game: Game, code: string): Badge {
  const drawn = game.skin.badges[code];
  if (drawn) return drawn;
  const i = game.characters.findIndex((c) => c.code === code);
  return { colour: i < 0 ? '#566078' : COLOURS[i % COLOURS.length]! };
}

/* An arrow; a ring, where the line gets no farther than it began. */
export function arrow(stroke: Stroke, layout: Layout): Shape[] {
  const from = layout.at(stroke.from),
    to = layout.at(stroke.to);
  const ink = {
    fill: 'none',
    stroke: 'var(--sight-line)',
    'stroke-width': 4,
    'stroke-linecap': 'round',
    'stroke-dasharray': ['', '10 8', '2 9', '14 6 2 6'][pick(stroke.symbol, 4)]!,
  };
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (!length) return [circle(from.x, from.y, 32, ink)];
  const angle = round((Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI);
  return [
    group(
      { transform: `translate(${round(from.x)} ${round(from.y)}) rotate(${angle})` },
      path(`M24 0H${round(length - 14)}`, ink),
      path(`M${round(length - 8)} 0l-14-8v16Z`, { fill: 'var(--sight-line)' }),
    ),
  ];
}

/* --- Pointing --- */

/* The spot for a direction ("ne", "^ne") as seen from a place; undefined for another word. */
export function directionSpot(
  step: string,
  from: string | undefined,
  layout: Layout,
): Spot | undefined {
  const d = toward(layout.game.shape, step.replace('^', ''), layout.turned);
  if (!d || !from) return undefined;
  const at = layout.at(from);
  const angle = round((Math.atan2(d.y, d.x) * 180) / Math.PI);
  const shapes = [path('M-14-7H2V-15L17 0L2 15V7H-14Z', { transform: `rotate(${angle})` })];
  const far = layout.game.shape === 'hexes' ? 0.82 : 0.6;
  return { x: at.x + far * d.x, y: at.y + far * d.y, shapes };
}

/* --- The skin --- */

/* Cards as a hand: the N-th of the same face has a name of its own. */
export function cardsOf(faces: string[]): Card[] {
  return faces.map((face, i) => ({
    id: `${face} ${faces.slice(0, i).filter((f) => f === face).length}`,
    face,
  }));
}

export const plain = (game: GameData): Skin => ({
  around: 'night',
  tint: '#5b6b8c',
  margin: game.shape === 'hexes' ? HEX + 12 : SQUARE / 2 + 14,
  bay: 0,
  size: game.shape === 'hexes' ? 23 : 34,
  badges: {},
  plate,
  air: () => [],
  tiles: {},
  fixtures: {},
  things: {},
  lit,
  shining: [],
  strokes: {},
  extras: () => [],
  unnamed: [],
  everyday: grounds(game).slice(0, 1),
  spot: (step, before, layout) =>
    directionSpot(
      step,
      before.filter((s) => layout.points.has(s)).at(-1) ??
        layout.where(layout.state.active ?? ''),
      layout,
    ),
  cards: ({ cards, next }: State) =>
    cards && { now: cardsOf(cards), next: cardsOf(next ?? []) },
  holdings: (_, notes) => notes.map((text) => ({ text: capital(spelt(game, text)) })),
});
