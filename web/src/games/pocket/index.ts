/* Pocket: nine engraved street tiles, and three detectives who look in from outside. */
import type { Look } from '../../lib/api';
import { circle, label, path, pick, put, round, type Point, type Shape } from '../../lib/draw';
import type { Card, Collected, Draw, Skin, Step } from '../../lib/game';
import { SQUARE } from '../../lib/grid';
import type { Layout } from '../../lib/layout';
import type { Seat, State, Stroke } from '../../lib/model';
import { cardsOf } from '../../lib/plain';
import { whitechapel } from '../whitechapel';
import { lessons } from './lessons';

const HALF = SQUARE / 2 - 3;
const LANE = 21; /* half the width of a street */

/* --- Tiles --- */

const FLOOR = 8; /* how far a roof is moved up: what one sees of the front below it */

/* A corner of a tile: a house whose front faces us, with its roof and its shadow. */
function house(x: number, y: number, variant: number, seed: string): Shape {
  const h = (HALF - LANE - 3) / 2;
  const eaves = h - FLOOR;
  const hip = variant % 2 ? h * 0.3 : h;
  const rise = variant % 2 ? h : h * 0.35;
  const [low, high] = [-h + rise * 0.6, eaves - rise * 0.6];
  const west = -h + (variant % 2 ? h - hip : h * 0.55),
    east = -west;
  let lit = '',
    dark = '';
  for (let i = 0; i < 3; i++) {
    const pane = `M${round(-h + 4 + i * 9.5)} ${round(eaves + 2.2)}h4.500v4h-4.500Z`;
    if (pick(`${seed}${i}`, 5) < 2) lit += pane;
    else dark += pane;
  }
  const ridge = `${round(west)} ${round(low + 2)}L${round(east)} ${round(high - 2)}`;
  const [wx, wy] = [round(west), round(low + 2)];
  const [ex, ey] = [round(east), round(high - 2)];
  return put(
    { x, y },
    path(`M${h} ${-h + 4}l6 6v${2 * h - 4}h${-2 * h}l-6-6h${2 * h}Z`, {
      fill: 'var(--shadow)',
    }),
    path(`M${-h} ${eaves}h${2 * h}V${h}h${-2 * h}Z`, { fill: 'var(--front-b)' }),
    path(dark, { fill: 'var(--window-dark)' }),
    path(lit, { fill: 'var(--window)' }),
    path(`M${-h} ${-h}H${h}L${ex} ${ey}L${wx} ${wy}Z`, { fill: 'var(--roof-a)' }),
    path(`M${-h} ${-h}L${wx} ${wy}L${-h} ${eaves}Z`, { fill: 'var(--roof-b)' }),
    path(`M${-h} ${eaves}H${h}L${ex} ${ey}L${wx} ${wy}Z`, { fill: 'var(--roof-c)' }),
    path(`M${h} ${-h}V${eaves}L${ex} ${ey}Z`, { fill: 'var(--roof-d)' }),
    path(`M${ridge}`, { stroke: 'var(--roof-ridge)', 'stroke-width': 1.6 }),
    path(`M${-h} ${-h}H${h}V${h}H${-h}Z`, {
      fill: 'none',
      stroke: 'var(--ink-deep)',
      'stroke-width': 1.3,
    }),
    path(`M5 -9h5v9h-5Z`, { fill: 'var(--chimney)' }),
    path(`M10 -9h3v9h-3Z`, { fill: 'var(--chimney-dark)' }),
    path(`M4 -11h10v2.500h-10Z`, { fill: 'var(--chimney-cap)' }),
  );
}

const FRAME = `M${-HALF} ${-HALF}h${2 * HALF}v${2 * HALF}h${-2 * HALF}Z`;
const LANES = `M${-HALF} ${-LANE}h${HALF - LANE}v${LANE - HALF}h${2 * LANE}v${HALF - LANE}h${HALF - LANE}v${2 * LANE}h${LANE - HALF}v${HALF - LANE}h${-2 * LANE}v${LANE - HALF}h${LANE - HALF}Z`;

/* The kerbs of a crossing. */
const KERBS = [-1, 1]
  .flatMap((i) => [-1, 1].map((j) => `M${i * HALF} ${j * LANE}H${i * LANE}V${j * HALF}`))
  .join('');

/* Four houses at a crossing. They belong to the tile, so that one sees where it went. */
const tile: Draw = ({ place }, { state }) => {
  const tiles = (state['tiles'] ?? []) as ({ who: string } | null)[];
  const who = tiles[Number(place) - 1]?.who;
  if (!who) return [];
  const q = (HALF + LANE) / 2;
  const v = pick(who, 8);
  return [
    path(FRAME, {
      fill: 'var(--roof-d)',
      stroke: 'var(--tile-edge)',
      'stroke-width': 2,
      'stroke-linejoin': 'round',
    }),
    path(LANES, { fill: 'var(--street)' }),
    path(LANES, { fill: 'url(#cobbles)' }),
    path(KERBS, { fill: 'none', stroke: 'var(--street-light)', 'stroke-width': 1.6 }),
    house(-q, -q, v, `${who}a`),
    house(q, -q, v >> 1, `${who}b`),
    house(-q, q, v + 1, `${who}d`),
    house(q, q, v >> 2, `${who}c`),
  ];
};

/* --- Posts and sight --- */

/* Which way one looks from a post: at the middle of the district. */
function view(layout: Layout, post: string): Point {
  const at = layout.at(post),
    middle = layout.at('5');
  const dx = middle.x - at.x,
    dy = middle.y - at.y;
  return Math.abs(dx) > Math.abs(dy) + 1
    ? { x: Math.sign(dx), y: 0 }
    : { x: 0, y: Math.sign(dy) };
}

const post: Draw = ({ place }, layout) => {
  const d = view(layout, place);
  const angle = (Math.atan2(d.y, d.x) * 180) / Math.PI + 90;
  return [
    circle(3, 6, 33, { fill: 'var(--shadow)' }),
    circle(0, 2, 33, { fill: 'var(--plinth-side)' }),
    circle(0, -1, 32, {
      fill: 'var(--post)',
      stroke: 'var(--plinth-edge)',
      'stroke-width': 1.5,
    }),
    circle(0, -1, 27, { fill: 'none', stroke: 'var(--plinth-stone)', 'stroke-width': 1 }),
    path('M-7 0L0-9L7 0Z', {
      fill: 'var(--post-mark)',
      transform: `translate(${d.x * 24} ${d.y * 24}) rotate(${angle})`,
    }),
    label({ x: 0, y: 6 }, place.slice(1), { 'font-size': 17, fill: 'var(--post-mark)' }),
  ];
};

/* The district without the posts around it. */
function plate(layout: Layout): Shape[] {
  const { x, y } = layout.at('5');
  const half = SQUARE * 1.5 + 5;
  return [
    path(`M${x - half} ${y - half}h${2 * half}v${2 * half}h${-2 * half}Z`, {
      fill: 'var(--kerb)',
      stroke: 'var(--kerb)',
      'stroke-width': 14,
      'stroke-linejoin': 'round',
    }),
  ];
}

/* A look from a post, into the last tile that it reaches. */
function sight(stroke: Stroke, layout: Layout): Shape[] {
  const d = view(layout, stroke.from);
  const from = layout.at(stroke.from),
    to = layout.at(stroke.to);
  const length = Math.hypot(to.x - from.x, to.y - from.y) + HALF - 17;
  const w = 10,
    wide = 19;
  const side = (along: number, aside: number) =>
    `${from.x + d.x * along - d.y * aside} ${from.y + d.y * along + d.x * aside}`;
  return [
    path(`M${side(26, w)}L${side(length, wide)}L${side(length, -wide)}L${side(26, -w)}Z`, {
      fill: 'var(--sight)',
    }),
    path(`M${side(30, 0)}L${side(length - 4, 0)}`, {
      stroke: 'var(--sight-line)',
      'stroke-width': 2.5,
      'stroke-dasharray': '7 6',
      fill: 'none',
    }),
  ];
}

const lit: Draw = () => [
  path(FRAME, {
    fill: 'none',
    stroke: 'var(--lit-edge)',
    'stroke-width': 4,
    'stroke-linejoin': 'round',
  }),
  path(LANES, { fill: 'var(--lit)' }),
  path(LANES, { fill: 'url(#cobbles-lit)' }),
];

/* --- The skin --- */

const detectives: Record<string, string> = { holmes: 'Ho', watson: 'Wa', toby: 'To' };

/* The hourglasses that Jack is known to have: all of them where he knows himself, else those of his
 * round tokens, while his hidden cards may add some. */
function collected({ view, insight }: Look): Collected | undefined {
  const tokens = view['tokens'] as Record<Seat, number> | undefined;
  if (!tokens || insight.missing === undefined) return undefined;
  const all = view['hourglasses'] as number | undefined;
  const hidden = all === undefined ? view.alibis_drawn.jack : 0;
  return { have: all ?? tokens.jack, missing: insight.missing, hidden, tokens };
}

/* The action tokens, each with its two sides. In odd rounds the backs are what the next round shows;
 * in even rounds the tokens are thrown again afterwards, so there is nothing to tell of them. */
function tokens(state: State, sides: [string, string][]): { now: Card[]; next: Card[] } {
  const left = [...((state['faces'] ?? []) as string[])];
  const backs = state.next ?? [];
  if (!backs.length) return { now: cardsOf(left), next: [] };
  const now = sides.map((side, i) => {
    const back = backs[i] ?? '';
    const face = side[0] === back ? side[1] : side[0];
    const at = left.indexOf(face);
    if (at >= 0) left.splice(at, 1);
    return { id: String(i), face, back, used: at < 0 };
  });
  return { now, next: [] };
}

function steps(token: string, layout: Layout): Step[][] | undefined {
  const [verb, first, second] = token.split(':');
  if (verb === 'exchange' && first && second)
    return [
      [first, second],
      [second, first],
    ];
  if (verb === 'joker' && first === 'none') return [['none']];
  if (verb === 'joker' && first) {
    const from = layout.where(detectives[first] ?? '');
    const crowd = layout.pieces(from ?? '').length > 1;
    return crowd ? [[`joker:${first}`]] : from ? [[from]] : undefined;
  }
  return undefined;
}

export const skin: Partial<Skin> = {
  around: 'night',
  tint: '#a4553e',
  unnamed: ['post'],
  everyday: ['tile', 'post'],
  margin: 44,
  size: 30,
  badges: {
    SG: { colour: '#3c3f4a', portrait: whitechapel.goodley },
    IL: { colour: '#2f5fb3', portrait: whitechapel.lestrade },
    MS: { colour: '#2f7d4f', portrait: whitechapel.stealthy },
    JS: { colour: '#d9a521', portrait: whitechapel.smith },
    JP: { colour: '#9aa5ad', portrait: whitechapel.pizer },
    WG: { colour: '#7a3f94', portrait: whitechapel.gull },
    JL: { colour: '#2b8a94', portrait: whitechapel.lane },
    JB: { colour: '#d2691e', portrait: whitechapel.bert },
    MD: { colour: '#c25b8e', portrait: whitechapel.madame },
    Ho: { colour: '#b3282d', portrait: whitechapel.holmes },
    Wa: { colour: '#8a5a2b', portrait: whitechapel.watson },
    To: { colour: '#c8b38a', portrait: whitechapel.toby },
  },
  plate,
  tiles: { tile, post },
  lit,
  strokes: { sight },
  steps,
  say(token, _active, game) {
    const [verb = '', first = '', second = ''] = token.split(':');
    const tile = /^tile=(\w\w)(\w)$/.exec(token);
    if (tile) return ['pocket.say.tile', { who: tile[1] ?? '', side: tile[2] ?? '' }];
    if (token.startsWith('toss=')) {
      const shown = game.sides.map((side, i) => side[Number(token[5 + i]) - 1] ?? '');
      return ['pocket.say.toss', { list: shown.join(',') }];
    }
    if (token === 'alibi') return ['pocket.say.draw', {}];
    if (token === 'joker:none') return ['pocket.say.joker.none', {}];
    if (verb === 'joker') return ['pocket.say.joker', { who: detectives[first] ?? first }];
    if (verb === 'rotate')
      return [`pocket.say.rotate.${second as 'cw' | 'ccw' | 'half'}`, { slot: first }];
    if (verb === 'exchange') return ['pocket.say.exchange', { a: first, b: second }];
    if (verb in detectives)
      return ['pocket.say.walk', { who: detectives[verb] ?? '', n: Number(first) }];
    return undefined;
  },
  spot(step, before, layout) {
    const at = before[0] ? layout.at(before[0]) : undefined;
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
  outline(place, layout) {
    const { x, y } = layout.at(place);
    if (layout.ground(place) !== 'post') return undefined;
    return `M${x - 36} ${y}a36 36 0 1 0 72 0a36 36 0 1 0 -72 0Z`;
  },
  cards: (state, game) => tokens(state, game.sides),
  holdings: () => [],
  collected,
  lessons,
};
