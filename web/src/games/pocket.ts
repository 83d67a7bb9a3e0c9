/* Pocket: nine engraved street tiles, and three detectives who look in from outside. */
import type { Board } from '../lib/board';
import {
  circle,
  group,
  keyed,
  label,
  path,
  pick,
  place,
  type Point,
  type Shape,
} from '../lib/draw';
import { bust, dog } from '../lib/figures';
import type { Game, Step } from '../lib/game';
import { SQUARE } from '../lib/grid';
import type { Line, State } from '../lib/model';

const HALF = SQUARE / 2 - 3;
const LANE = 21; /* half the width of a street */

interface Tile {
  who: string;
  wall: string | null;
  side: 'suspect' | 'empty';
}

function tiles(state: State): (Tile | null)[] {
  return (state['tiles'] ?? []) as (Tile | null)[];
}

const angles: Record<string, number> = { n: 0, e: 90, s: 180, w: 270 };

/* --- Tiles --- */

/* A corner of a tile: a house with its roof. */
function house(x: number, y: number, variant: number): Shape {
  const w = HALF - LANE - 3;
  return place(
    { x, y },
    path(`M${-w / 2} ${-w / 2}h${w}v${w}h${-w}Z`, {
      fill: 'var(--roof-b)',
      stroke: 'var(--ink-deep)',
      'stroke-width': 1.5,
    }),
    variant % 2
      ? path(
          `M${-w / 2} ${-w / 2}L0 ${-w / 6}L${w / 2} ${-w / 2}M${-w / 2} ${w / 2}L0 ${w / 6}L${w / 2} ${w / 2}M0 ${-w / 6}V${w / 6}`,
          {
            fill: 'none',
            stroke: 'var(--roof-ridge)',
            'stroke-width': 1.2,
          },
        )
      : path(
          `M${-w / 2} ${-w / 2}L${-w / 6} 0L${-w / 2} ${w / 2}M${w / 2} ${-w / 2}L${w / 6} 0L${w / 2} ${w / 2}M${-w / 6} 0H${w / 6}`,
          {
            fill: 'none',
            stroke: 'var(--roof-ridge)',
            'stroke-width': 1.2,
          },
        ),
    path(`M${w / 5} ${w / 5}h6v6h-6Z`, { fill: 'var(--chimney)' }),
  );
}

/* The wall to the north; tiles are drawn so and turned. */
function wall(): Shape[] {
  const y = -HALF;
  const bricks: string[] = [];
  for (let row = 0; row < 3; row++) {
    bricks.push(`M${-HALF + 2} ${y + 5 + row * 6}H${HALF - 2}`);
    for (let x = -HALF + 8 + (row % 2) * 7; x < HALF - 4; x += 14)
      bricks.push(`M${x} ${y + row * 6 - (row ? 1 : -1)}v${row ? 6 : 4}`);
  }
  return [
    path(`M${-LANE - 1} ${y + 18}h${2 * LANE + 2}v10h${-2 * LANE - 2}Z`, {
      fill: 'var(--wall-shadow)',
    }),
    path(`M${-HALF + 1} ${y}H${HALF - 1}V${y + 19}H${-HALF + 1}Z`, {
      fill: 'var(--wall)',
      stroke: 'var(--wall-edge)',
      'stroke-width': 2,
      'stroke-linejoin': 'round',
    }),
    path(bricks.join(''), { fill: 'none', stroke: 'var(--wall-line)', 'stroke-width': 1.3 }),
  ];
}

const FRAME = `M${-HALF} ${-HALF}h${2 * HALF}v${2 * HALF}h${-2 * HALF}Z`;
const LANES = `M${-HALF} ${-LANE}h${HALF - LANE}v${LANE - HALF}h${2 * LANE}v${HALF - LANE}h${HALF - LANE}v${2 * LANE}h${LANE - HALF}v${HALF - LANE}h${-2 * LANE}v${LANE - HALF}h${LANE - HALF}Z`;

function tile(board: Board, slot: number, t: Tile): Shape {
  const q = (HALF + LANE) / 2;
  const v = pick(t.who, 8);
  return place(
    board.at(String(slot + 1)),
    path(FRAME, {
      fill: 'var(--roof-d)',
      stroke: 'var(--tile-edge)',
      'stroke-width': 2,
      'stroke-linejoin': 'round',
    }),
    path(LANES, { fill: 'var(--street)' }),
    path(LANES, { fill: 'url(#cobbles)' }),
    house(-q, -q, v),
    house(q, -q, v >> 1),
    house(q, q, v >> 2),
    house(-q, q, v + 1),
  );
}

/* The walls, above the light. */
function things(board: Board): Shape[] {
  return tiles(board.state).flatMap((t, i) => {
    if (!t?.wall) return [];
    const turn = (angles[t.wall] ?? 0) + (board.turned ? 180 : 0);
    const drawing = group({ transform: `rotate(${turn})` }, ...wall());
    return [keyed(`${i} ${turn}`, place(board.at(String(i + 1)), drawing))];
  });
}

/* --- Posts and sight --- */

/* Which way one looks from a post: at the middle of the district. */
function view(board: Board, post: string): Point {
  const at = board.at(post),
    middle = board.at('5');
  const dx = middle.x - at.x,
    dy = middle.y - at.y;
  return Math.abs(dx) > Math.abs(dy) + 1
    ? { x: Math.sign(dx), y: 0 }
    : { x: 0, y: Math.sign(dy) };
}

function ground(board: Board): Shape[] {
  const middle = board.at('5');
  const half = SQUARE * 1.5 + 5;
  return [
    path(`M${middle.x - half} ${middle.y - half}h${2 * half}v${2 * half}h${-2 * half}Z`, {
      fill: 'var(--kerb)',
      stroke: 'var(--kerb)',
      'stroke-width': 14,
      'stroke-linejoin': 'round',
    }),
    ...board.of('post').map((p) => {
      const d = view(board, p);
      return place(
        board.at(p),
        circle(0, 0, 33, { fill: 'var(--post)', stroke: 'var(--kerb)', 'stroke-width': 4 }),
        path('M-7 0L0-9L7 0Z', {
          fill: 'var(--post-mark)',
          transform: `translate(${d.x * 24} ${d.y * 24}) rotate(${(Math.atan2(d.y, d.x) * 180) / Math.PI + 90})`,
        }),
        label({ x: 0, y: 6 }, p.slice(1), { 'font-size': 17, fill: 'var(--post-mark)' }),
      );
    }),
    ...tiles(board.state).flatMap((t, i) => (t ? [tile(board, i, t)] : [])),
  ];
}

/* A look from a post, into the last tile that it reaches. */
function sight(board: Board, line: Line): Shape {
  const d = view(board, line.from);
  const from = board.at(line.from),
    to = board.at(line.to);
  const length = Math.hypot(to.x - from.x, to.y - from.y) + HALF - 17;
  const w = 10,
    wide = 19;
  const side = (along: number, aside: number) =>
    `${from.x + d.x * along - d.y * aside} ${from.y + d.y * along + d.x * aside}`;
  return keyed(
    `sight ${line.from} ${line.to}`,
    path(`M${side(26, w)}L${side(length, wide)}L${side(length, -wide)}L${side(26, -w)}Z`, {
      fill: 'var(--sight)',
    }),
    path(`M${side(30, 0)}L${side(length - 4, 0)}`, {
      stroke: 'var(--sight-line)',
      'stroke-width': 2.5,
      'stroke-dasharray': '7 6',
      fill: 'none',
    }),
  );
}

function light(board: Board): Shape[] {
  const tiles = board.box.places.filter((p) => board.lit(p.name));
  return [
    ...tiles.map((p) =>
      keyed(
        `lit ${p.name}`,
        place(
          board.at(p.name),
          path(FRAME, {
            fill: 'none',
            stroke: 'var(--lit-edge)',
            'stroke-width': 4,
            'stroke-linejoin': 'round',
          }),
          path(LANES, { fill: 'var(--lit)' }),
          path(LANES, { fill: 'url(#cobbles-lit)' }),
        ),
      ),
    ),
    ...board.lines('sight').map((line) => sight(board, line)),
  ];
}

/* --- The game --- */

const detectives: Record<string, string> = { holmes: 'Ho', watson: 'Wa', toby: 'To' };

function steps(token: string, board: Board): Step[][] | undefined {
  const [verb, first, second] = token.split(':');
  if (verb === 'exchange' && first && second)
    return [
      [first, second],
      [second, first],
    ];
  if (verb === 'joker' && first === 'none') return [['none']];
  if (verb === 'joker' && first) {
    const from = board.where(detectives[first] ?? '');
    const crowd = board.pieces(from ?? '').length > 1;
    return crowd ? [[`joker:${first}`]] : from ? [[from]] : undefined;
  }
  if (verb && verb in detectives && first) {
    const to = board.path(token).at(-1);
    return to ? [[to]] : undefined;
  }
  return undefined;
}

export const pocket: Game = {
  name: 'pocket',
  around: 'night',
  tint: '#a4553e',
  unnamed: ['tile', 'post'],
  margin: 44,
  size: 30,
  badges: {
    SG: { colour: '#3c3f4a', figure: bust('helmet', 'whiskers') },
    IL: { colour: '#2f5fb3', figure: bust('bowler', 'collar') },
    MS: { colour: '#2f7d4f', figure: bust('bonnet') },
    JS: { colour: '#d9a521', figure: bust('flatCap', 'pole') },
    JP: { colour: '#9aa5ad', figure: bust('curls', 'beard') },
    WG: { colour: '#7a3f94', figure: bust('topHat', 'beard') },
    JL: { colour: '#2b8a94', figure: bust('hood') },
    JB: { colour: '#d2691e', figure: bust('flatCap', 'shovel') },
    MD: { colour: '#c25b8e', figure: bust('bun') },
    Ho: { colour: '#b3282d', figure: bust('deerstalker') },
    Wa: { colour: '#8a5a2b', figure: bust('bowler', 'moustache', 'lantern') },
    To: { colour: '#c8b38a', figure: dog() },
  },
  ground,
  light,
  things,
  steps,
  say(token, _active, box) {
    const [verb = '', first = '', second = ''] = token.split(':');
    const tile = /^tile=(\w\w)(\w)$/.exec(token);
    if (tile) return ['say.tile', { who: tile[1] ?? '', side: tile[2] ?? '' }];
    if (token.startsWith('toss=')) {
      const shown = box.sides.map((side, i) => side[Number(token[5 + i]) - 1] ?? '');
      return ['say.toss', { list: shown.join(',') }];
    }
    if (token === 'alibi') return ['say.draw', {}];
    if (token === 'joker:none') return ['say.joker.none', {}];
    if (verb === 'joker') return ['say.joker', { who: detectives[first] ?? first }];
    if (verb === 'rotate')
      return [`say.rotate.${second as 'cw' | 'ccw' | 'half'}`, { slot: first }];
    if (verb === 'exchange') return ['say.exchange', { a: first, b: second }];
    if (verb in detectives)
      return ['say.walk', { who: detectives[verb] ?? '', n: Number(first) }];
    return undefined;
  },
  spot(step, before, board) {
    const at = before[0] ? board.at(before[0]) : undefined;
    if (!at) return undefined;
    const quarter = 'M-11 8A13 13 0 1 1 11 8M4 10H12V2';
    const half = 'M-12-4A12 12 0 0 1 10-8M12 4A12 12 0 0 1-10 8M10-16V-7H1M-10 16V7H-1';
    if (step === 'cw') return { x: at.x + 40, y: at.y - 40, shapes: [path(quarter)] };
    if (step === 'ccw')
      return {
        x: at.x - 40,
        y: at.y - 40,
        shapes: [path(quarter, { transform: 'scale(-1 1)' })],
      };
    if (step === 'half') return { x: at.x, y: at.y + 42, shapes: [path(half)] };
    return undefined;
  },
  outline(place, board) {
    const { x, y } = board.at(place);
    return board.ground(place) === 'post' ? `M${x - 34} ${y - 34}h68v68h-68Z` : undefined;
  },
  hand(state: State) {
    const faces = (state['faces'] ?? []) as string[];
    return {
      now: faces.map((f, i) => ({ id: `${f}${i}`, face: f })),
      next: (state.next ?? []).map((f, i) => ({ id: `${f}${i}`, face: f })),
    };
  },
  lesson: {
    setup: [
      ...['SGw', 'ILn', 'MSe', 'JSn', 'JPe', 'WGn', 'JLw', 'JBs', 'MDs'].map(
        (x) => `tile=${x}`,
      ),
      'deal=WG',
      'toss=1122',
    ],
    parts: [
      { text: 'learn.pocket.hunt' },
      { text: 'learn.pocket.sight' },
      { text: 'learn.pocket.rotate', want: ['rotate:1:cw'] },
      { text: 'learn.pocket.jack', others: ['holmes:1', 'watson:1'] },
      { text: 'learn.pocket.open', want: ['rotate:5:cw'] },
      { text: 'learn.pocket.appeal' },
      { text: 'learn.pocket.exchange', others: ['exchange:1:6'] },
      { text: 'learn.pocket.alibi', want: ['alibi'] },
      { text: 'learn.pocket.card', others: ['alibi=JP'] },
      { text: 'learn.pocket.joker', want: ['joker:toby'] },
      { text: 'learn.pocket.last', others: ['toby:1'] },
      { text: 'learn.pocket.end' },
    ],
  },
};
