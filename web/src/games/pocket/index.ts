/* Pocket: nine engraved street tiles, and three detectives who look in from outside. */
import { circle, label, path, pick, put, type Point, type Shape } from '../../lib/draw';
import type { Draw, Holding, Skin, Step } from '../../lib/game';
import { SQUARE } from '../../lib/grid';
import { t } from '../../lib/i18n.svelte';
import type { Layout } from '../../lib/layout';
import type { State, Stroke } from '../../lib/model';
import { cardsOf } from '../../lib/plain';
import { whitechapel } from '../whitechapel';

const HALF = SQUARE / 2 - 3;
const LANE = 21; /* half the width of a street */

/* --- Tiles --- */

/* A corner of a tile: a house with its roof. */
function house(x: number, y: number, variant: number): Shape {
  const w = HALF - LANE - 3;
  return put(
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

const FRAME = `M${-HALF} ${-HALF}h${2 * HALF}v${2 * HALF}h${-2 * HALF}Z`;
const LANES = `M${-HALF} ${-LANE}h${HALF - LANE}v${LANE - HALF}h${2 * LANE}v${HALF - LANE}h${HALF - LANE}v${2 * LANE}h${LANE - HALF}v${HALF - LANE}h${-2 * LANE}v${LANE - HALF}h${LANE - HALF}Z`;

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
    house(-q, -q, v),
    house(q, -q, v >> 1),
    house(q, q, v >> 2),
    house(-q, q, v + 1),
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
    circle(0, 0, 33, { fill: 'var(--post)', stroke: 'var(--kerb)', 'stroke-width': 4 }),
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

/* Turn tokens and hourglasses. */
function holdings(state: State): Holding[] {
  const tokens = state['tokens'] as Record<'jack' | 'detective', number> | undefined;
  const hourglasses = (state['hourglasses'] ?? 0) as number;
  return [
    ...(['jack', 'detective'] as const).flatMap((seat) =>
      tokens ? [{ seat, text: t('pocket.hand.tokens', { n: tokens[seat] }) }] : [],
    ),
    { icon: 'glass', text: t('pocket.hand.hourglasses', { n: hourglasses }) },
  ];
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
  unnamed: ['tile', 'post'],
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
    return layout.ground(place) === 'post' ? `M${x - 34} ${y - 34}h68v68h-68Z` : undefined;
  },
  cards: (state) => ({
    now: cardsOf((state['faces'] ?? []) as string[]),
    next: cardsOf(state.next ?? []),
  }),
  holdings,
  lesson: {
    setup: [
      ...['SGw', 'ILn', 'MSe', 'JSn', 'JPe', 'WGn', 'JLw', 'JBs', 'MDs'].map(
        (x) => `tile=${x}`,
      ),
      'deal=WG',
      'toss=1122',
    ],
    parts: [
      { text: 'pocket.learn.hunt' },
      { text: 'pocket.learn.sight' },
      { text: 'pocket.learn.rotate', want: ['rotate:1:cw'] },
      { text: 'pocket.learn.jack', others: ['holmes:1', 'watson:1'] },
      { text: 'pocket.learn.open', want: ['rotate:5:cw'] },
      { text: 'pocket.learn.appeal' },
      { text: 'pocket.learn.exchange', others: ['exchange:1:6'] },
      { text: 'pocket.learn.alibi', want: ['alibi'] },
      { text: 'pocket.learn.card', others: ['alibi=JP'] },
      { text: 'pocket.learn.joker', want: ['joker:toby'] },
      { text: 'pocket.learn.last', others: ['toby:1'] },
      { text: 'pocket.learn.end' },
    ],
  },
};
