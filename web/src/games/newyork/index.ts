/* New York: Manhattan between its rivers. Brownstones, quays, steamers, and what is built. */
import {
  circle,
  group,
  keyed,
  label,
  path,
  pick,
  polygon,
  round,
  type Point,
  type Shape,
} from '../../lib/draw';
import type { Draw, Skin, Step } from '../../lib/game';
import { HEX, hex, ROW } from '../../lib/grid';
import type { Layout } from '../../lib/layout';
import { shadow, top, walls } from '../blocks';
import { litStreet, street, tree } from '../cobbles';
import { coast } from './coast';
import { people } from './people';
import { lessons } from './lessons';

const ORIGIN = { x: 0, y: 0 };
const JOIN = { 'stroke-linejoin': 'round' };

/* What stands on the island; ports and the bridge lie on the water. */
export const LAND = ['street', 'metro', 'building', 'quay'];

/* --- The ground --- */

/* A block of houses with a flat roof behind its parapet, a water tank and skylights. */
const building: Draw = ({ place }) => {
  const side = pick(place, 2) ? 1 : -1;
  const roof = top();
  const middle = { x: 0, y: (roof[1]!.y + roof[5]!.y) / 2 };
  return [
    shadow(12),
    ...walls('brick', place),
    path(polygon(roof), {
      fill: 'var(--parapet)',
      stroke: 'var(--ink-deep)',
      'stroke-width': 1,
    }),
    path(hex({ x: middle.x + 0.7, y: middle.y + 1 }, HEX - 9), { fill: 'var(--brick)' }),
    path(hex({ x: middle.x + 2, y: middle.y + 3 }, HEX - 11), { fill: 'var(--brick-roof)' }),
    group(
      { transform: `translate(0 -5) scale(${side} 1)` },
      path('M-17-3H-5V7H-17ZM-3-17H9V-7H-3Z', { fill: 'var(--brick-edge)' }),
      path('M-16-4H-6L-4-1V6H-16ZM-2-18H8L10-15V-8H-2Z', { fill: 'var(--skylight)' }),
      path('M-13-4V6M-9-4V6M1-18V-8M5-18V-8', {
        stroke: 'var(--brick-edge)',
        'stroke-width': 1,
      }),
    ),
    ...tank(side * 13, 9),
  ];
};

/* A water tank on its legs. */
const tank = (x: number, y: number): Shape[] => [
  path(`M${x - 5} ${y + 8}l14 5l4-5l-8-8Z`, { fill: 'var(--shadow)' }),
  path(`M${x - 5} ${y}V${y + 8}M${x + 5} ${y}V${y + 8}M${x} ${y}V${y + 9}`, {
    stroke: 'var(--ink-deep)',
    'stroke-width': 1.6,
  }),
  path(`M${x - 7} ${y - 8}h14v9h-14Z`, { fill: 'var(--tank)' }),
  path(`M${x + 2} ${y - 8}h5v9h-5Z`, { fill: 'var(--tank-dark)' }),
  path(`M${x - 8} ${y - 8}L${x} ${y - 15}L${x + 8} ${y - 8}Z`, { fill: 'var(--tank-dark)' }),
  path(`M${x - 8} ${y - 8}L${x} ${y - 15}L${x} ${y - 8}Z`, { fill: 'var(--tank)' }),
];

/* Planks on piles that stand in the water. */
const quay: Draw = () => {
  const planks = [-26, -17, -8, 1, 10, 19, 28].map((y) => {
    const w = Math.min(38, 38 - Math.abs(y) / Math.sqrt(3));
    return `M${-w} ${y}H${w}`;
  });
  return [
    path(hex(ORIGIN, HEX - 1), { fill: 'var(--plank)' }),
    path(planks.join(''), { stroke: 'var(--plank-line)', 'stroke-width': 1.6 }),
    path(planks.join(''), {
      stroke: 'var(--plank-light)',
      'stroke-width': 0.8,
      transform: 'translate(0 1.5)',
    }),
    path('M-19-30V-36M19-30V-36M-19 30V24M19 30V24', {
      stroke: 'var(--plank-post)',
      'stroke-width': 7,
      'stroke-linecap': 'round',
    }),
    path('M-20-33V-37M18-33V-37M-20 27V23M18 27V23', {
      stroke: 'var(--plank-light)',
      'stroke-width': 2,
      'stroke-linecap': 'round',
    }),
  ];
};

const port: Draw = () => [
  path(hex(ORIGIN, HEX - 4), {
    fill: 'var(--harbour)',
    stroke: 'var(--foam)',
    'stroke-width': 2,
    'stroke-dasharray': '6 5',
  }),
  path(
    'M-26-12C-22-16-18-16-14-12M14-20C18-24 22-24 26-20M12 22C16 18 20 18 24 22M-24 12C-21 9-18 9-15 12',
    {
      fill: 'none',
      stroke: 'var(--wave)',
      'stroke-width': 2,
      'stroke-linecap': 'round',
    },
  ),
  path('M0-16A5 5 0 1 1-.1-16M0-6V18M-8-1H8M-15 8C-14 16-7 19 0 19C7 19 14 16 15 8', {
    fill: 'none',
    stroke: 'var(--foam)',
    'stroke-width': 2.6,
    'stroke-linecap': 'round',
    opacity: 0.8,
  }),
];

/* Liberty Island with its statue. */
const island: Draw = () => [
  circle(0, 4, 44, { fill: 'var(--shallows)', opacity: 0.5 }),
  circle(1, 10, 39, { fill: 'var(--sea-wall-dark)' }),
  circle(0, 4, 38, { fill: 'var(--shore)' }),
  circle(0, 4, 33, { fill: 'var(--lawn)' }),
  path('M-12 26L-9 14H9L12 26ZM-7 14L-6 8H6L7 14Z', { fill: 'var(--gate-stone)' }),
  path(
    'M-5 8C-6 0-4-8-3-12C-4-16 3-17 3-13L8-22L6-25L10-30L12-24L9-20L5-10C6-4 6 2 5 8Z' +
      'M-5-16L-4-20L-2-17L0-21L1-17L4-19L3-15Z',
    { fill: 'var(--copper)' },
  ),
];

/* The bridge leaves the island: a deck over the water, two towers, cables. */
const bridge: Draw = (_, layout) => [
  group(
    { transform: layout.turned ? 'scale(-1 1)' : '' },
    path(hex(ORIGIN, HEX - 4), {
      fill: 'var(--harbour)',
      stroke: 'var(--gate-edge)',
      'stroke-width': 2,
      'stroke-dasharray': '5 4',
    }),
    path('M-44 16L-24 12H46V24H-24L-44 22Z', { fill: 'var(--deep)' }),
    path('M-18 24V-20H-9V24ZM9 24V-20H18V24Z', { fill: 'var(--gate-stone)' }),
    path('M-18 24V-20H-15V24ZM9 24V-20H12V24Z', { fill: 'var(--gate-lit)' }),
    path('M-44 6L-24 3H46V12H-24L-44 17Z', { fill: 'var(--plank)' }),
    path('M-44 16L-24 12H46V15H-24L-44 20Z', { fill: 'var(--plank-post)' }),
    path(
      'M-40 4C-28 0-20-8-14-18C-8-4 8-4 14-18C22-6 34 0 46 2M-30 2V5M-24-2V4M-6-8V4M0-8V4M6-8V4M24-5V4M32-1V4',
      {
        fill: 'none',
        stroke: 'var(--gate-stone)',
        'stroke-width': 1.6,
      },
    ),
  ),
  path('M-9-7H3V-13L14-3L3 7V1H-9Z', {
    fill: 'var(--gate-arrow)',
    stroke: 'var(--ink-deep)',
    'stroke-width': 1.4,
    transform: layout.turned ? 'scale(-1 1)' : '',
  }),
];

const entrance: Draw = () => [
  path('M-17 20V-6C-17-20 17-20 17-6V20Z', {
    fill: 'var(--kiosk)',
    stroke: 'var(--ink-deep)',
    'stroke-width': 1.6,
  }),
  path('M-11 20V4H11V20Z', { fill: 'var(--ink-deep)' }),
  path('M-11 20H11L8 15H-8ZM-8 13H8L6 9H-6Z', { fill: 'var(--kiosk-step)' }),
  circle(0, -6, 9.5, {
    fill: 'var(--enamel)',
    stroke: 'var(--ink-deep)',
    'stroke-width': 1.2,
  }),
  label({ x: 0, y: -1.4 }, 'M', {
    'font-size': 13,
    'font-weight': 700,
    fill: 'var(--ink-deep)',
  }),
];

/* The long way round to e16, out on the bay; the others are nearly straight. */
const bay = [
  { x: -132, y: 9 * ROW },
  { x: -98, y: 16.6 * ROW },
];

function ferry(layout: Layout, from: string, to: string): Shape {
  const a = layout.at(from),
    b = layout.at(to);
  const sign = layout.turned ? -1 : 1;
  const bend = to === 'g2' ? -0.22 : 0.1;
  const along = (t: number) => ({
    x: a.x + (b.x - a.x) * t - (b.y - a.y) * bend,
    y: a.y + (b.y - a.y) * t + (b.x - a.x) * bend,
  });
  const via =
    to === 'e16'
      ? bay.map((p) => ({ x: sign * p.x, y: sign * p.y }))
      : [along(0.33), along(0.67)];
  const shorten = (p: Point, q: Point) => {
    const d = Math.hypot(q.x - p.x, q.y - p.y);
    return { x: p.x + ((q.x - p.x) * 42) / d, y: p.y + ((q.y - p.y) * 42) / d };
  };
  const start = shorten(a, via[0]!),
    end = shorten(b, via[1]!);
  const angle = Math.atan2(end.y - via[1]!.y, end.x - via[1]!.x);
  const curve = [via[0]!, via[1]!, end].map((p) => `${round(p.x)} ${round(p.y)}`).join(',');
  return group(
    { class: 'ferry' },
    path(`M${round(start.x)} ${round(start.y)}C${curve}`, {
      fill: 'none',
      stroke: 'var(--foam)',
      'stroke-width': 2.4,
      'stroke-dasharray': '2 8',
      'stroke-linecap': 'round',
    }),
    path('M-9-6L3 0L-9 6Z', {
      fill: 'var(--foam)',
      transform: `translate(${round(end.x)} ${round(end.y)}) rotate(${round((angle * 180) / Math.PI)})`,
    }),
  );
}

/* The land with its shore, and the ferries' ways around it: surf, a sea wall that shows where
 * it faces us, a beach. */
function plate(layout: Layout): Shape[] {
  const shore = coast(layout, LAND).map(polygon).join('');
  const round = { fill: 'none', 'stroke-linejoin': 'round' };
  const low = { transform: 'translate(0 9)' };
  return [
    path(shore, { ...round, stroke: 'var(--shallows)', 'stroke-width': 44, opacity: 0.35 }),
    path(shore, { ...round, stroke: 'var(--shallows)', 'stroke-width': 28, opacity: 0.5 }),
    path(shore, { ...low, ...round, stroke: 'var(--deep)', 'stroke-width': 22 }),
    path(shore, { ...low, ...round, stroke: 'var(--surf)', 'stroke-width': 13 }),
    path(shore, { ...low, ...round, stroke: 'var(--sea-wall-dark)', 'stroke-width': 10 }),
    path(shore, {
      ...round,
      stroke: 'var(--sea-wall)',
      'stroke-width': 10,
      transform: 'translate(0 5)',
    }),
    path(shore, { fill: 'var(--kerb)', stroke: 'var(--shore)', 'stroke-width': 10, ...JOIN }),
    ...layout.strokes('ferry').map(({ from, to }) => ferry(layout, from, to)),
  ];
}

/* --- What lies on it --- */

const lamp: Draw = () => [
  path(hex(ORIGIN, HEX - 3), { fill: 'var(--plinth)' }),
  circle(0, 0, 30, { fill: 'url(#halo)' }),
  path('M-7 22H7V26H-7ZM-2 6H2V22H-2Z', { fill: 'var(--lamp-iron)' }),
  circle(0, -6, 12, {
    fill: 'var(--flame)',
    stroke: 'var(--lamp-iron)',
    'stroke-width': 2.4,
  }),
  path('M-10-17L0-24L10-17ZM-9 6H9', {
    fill: 'var(--lamp-iron)',
    stroke: 'var(--lamp-iron)',
    'stroke-width': 2,
  }),
];

const site: Draw = () => [
  path(hex(ORIGIN, HEX - 3), {
    fill: 'var(--dirt)',
    stroke: 'var(--ink-deep)',
    'stroke-width': 2,
  }),
  path('M-20 24V-16M0 24V-22M20 24V-16M-24 10H24M-24-6H24M-20 10L0-6L20 10M-20-6L0 10L20-6', {
    fill: 'none',
    stroke: 'var(--timber)',
    'stroke-width': 3.4,
    'stroke-linecap': 'round',
  }),
];

const park: Draw = () => [
  path(hex(ORIGIN, HEX - 3), {
    fill: 'var(--park)',
    stroke: 'var(--tree-dark)',
    'stroke-width': 2.5,
  }),
  path('M-34 6C-16-4-4 14 10 4C20-2 28 2 34-4', {
    fill: 'none',
    stroke: 'var(--park-path)',
    'stroke-width': 4,
  }),
  ...(
    [
      [-15, -14, 9],
      [4, -20, 8],
      [19, -13, 8],
      [-13, 19, 8],
      [9, 20, 10],
    ] as const
  ).flatMap(([x, y, r]) => tree(x, y, r)),
];

const ship: Draw = () => [
  path('M-14-20C-20-26-12-32-6-28C-4-35 6-34 6-28C12-30 16-24 10-21', {
    fill: 'var(--smoke)',
    opacity: 0.85,
  }),
  path('M-8-4V-18H-2V-4ZM3-4V-15H8V-4Z', {
    fill: 'var(--funnel)',
    stroke: 'var(--ink-deep)',
    'stroke-width': 1.2,
  }),
  path('M-18 4V-5H17V4Z', {
    fill: 'var(--enamel)',
    stroke: 'var(--ink-deep)',
    'stroke-width': 1.2,
  }),
  path('M-30 4H30L24 20H-22C-26 16-29 10-30 4Z', {
    fill: 'var(--hull)',
    stroke: 'var(--ink-deep)',
    'stroke-width': 1.6,
  }),
  path('M-26 12H26', { stroke: 'var(--enamel)', 'stroke-width': 1.6 }),
  path('M-12-1H-8M-2-1H2M8-1H12', { stroke: 'var(--ink-deep)', 'stroke-width': 3 }),
];

const probe: Draw = () => [
  path(hex(ORIGIN, HEX - 4), {
    fill: 'var(--probe)',
    stroke: 'var(--probe-edge)',
    'stroke-width': 2.4,
  }),
  circle(-4, -4, 12, { fill: 'none', stroke: 'var(--probe-edge)', 'stroke-width': 4 }),
  path('M5 5L17 17', {
    stroke: 'var(--probe-edge)',
    'stroke-width': 6,
    'stroke-linecap': 'round',
  }),
];

/* A hooded man; he has something to say, or nothing more. */
function informant(talks: boolean): Shape[] {
  return [
    path('M-16 24C-18 6-12-6 0-12C12-6 18 6 16 24Z', {
      fill: talks ? 'var(--cloak)' : 'var(--cleared)',
      stroke: 'var(--enamel)',
      'stroke-width': 2,
    }),
    path('M-6 4C-6-4 6-4 6 4C5 10-5 10-6 4Z', { fill: 'var(--ink-deep)' }),
    ...(talks
      ? [
          path('M2-16C2-30 32-30 32-18C32-8 20-7 15-8L8-3L9-10C4-12 2-14 2-16Z', {
            fill: 'var(--enamel)',
            stroke: 'var(--ink-deep)',
            'stroke-width': 1.2,
          }),
          path('M17-25V-18M17-14V-12', {
            stroke: 'var(--ink-deep)',
            'stroke-width': 3,
            'stroke-linecap': 'round',
          }),
        ]
      : [path('M-5 14H5', { stroke: 'var(--enamel)', 'stroke-width': 3 })]),
  ];
}

/* The two halves of an Investigation tile, tied together. */
function ties(layout: Layout): Shape[] {
  const pairs = (layout.state['investigation'] ?? []) as [string, string][];
  return pairs.map(([a, b]) => {
    const p = layout.at(a),
      q = layout.at(b);
    const tie = path(`M${p.x} ${p.y}L${q.x} ${q.y}`, {
      stroke: 'var(--probe-edge)',
      'stroke-width': 7,
      'stroke-linecap': 'round',
      'stroke-dasharray': '1 11',
    });
    return keyed(`tie ${a} ${b}`, tie);
  });
}

/* --- The skin --- */

/* An Investigation tile is taken by either half, and laid down half by half. */
function steps(token: string): Step[][] | undefined {
  const [, a, b, c, d] = /^probe:(\w+),(\w+)>(\w+),(\w+)$/.exec(token) ?? [];
  if (!a || !b || !c || !d) return undefined;
  return [
    [a, c, d],
    [b, c, d],
    [a, d, c],
    [b, d, c],
  ];
}

export const skin: Partial<Skin> = {
  around: 'water',
  tint: '#3f7ea5',
  unnamed: ['building'],
  everyday: ['street'],
  margin: HEX + 24,
  bay: 30,
  size: 26,
  badges: {
    AB: { colour: '#2f5fb3', portrait: people.beach },
    CR: { colour: '#b3282d', portrait: people.rider },
    LL: { colour: '#d9a521', portrait: people.latimer },
    EG: { colour: '#2f7d4f', portrait: people.grant },
    JC: { colour: '#3c3f4a', portrait: people.callahan },
    ME: { colour: '#d2691e', portrait: people.eastman },
    FT: { colour: '#7a3f94', portrait: people.tumblety },
    ES: { colour: '#2b8a94', portrait: people.captain },
  },
  plate,
  tiles: { street, metro: street, port, quay, island, exit: bridge, building },
  fixtures: { metro: entrance },
  things: {
    park,
    metro: entrance,
    site,
    lamp,
    probe,
    ship,
    informant: () => informant(true),
    'informant-x': () => informant(false),
  },
  lit: litStreet,
  shining: ['lamp'],
  strokes: { ferry: () => [] } /* drawn with the water */,
  extras: ties,
  steps,
  say(token, active, game) {
    const [, verb, from = '', to = ''] = /^(\w+):([\w,]+)>?([\w,]*)$/.exec(token) ?? [];
    const [who = '', whom = ''] = from.split(',');
    if (token === 'end') return ['newyork.say.decline', {}];
    if (token.startsWith('>') || verb === 'push') {
      const place = token.split('>')[1];
      const gone = verb ? from : active;
      const ground = game.places.find((p) => p.name === place)?.ground;
      if (ground === 'exit') return ['newyork.say.leave.land', { who: gone }];
      if (ground === 'port') return ['newyork.say.leave.ship', { who: gone, place: place! }];
    }
    if (verb === 'metro') return ['newyork.say.metro', { place: from }];
    if (verb === 'lamp') return ['newyork.say.lamp.set', { place: from }];
    if (verb === 'site') return ['newyork.say.site', { place: from }];
    if (verb === 'park') return ['newyork.say.park', { place: from }];
    if (verb === 'inform') return ['newyork.say.inform', { place: from }];
    if (verb === 'probe')
      return ['newyork.say.probe', { from: from.replace(',', '–'), to: to.replace(',', '–') }];
    if (verb === 'push') return ['newyork.say.push', { whom: from, to }];
    if (verb === 'swap') return ['newyork.say.swap', { who, whom }];
    if (verb === 'steamer') return ['newyork.say.steamer', { from, to }];
    return undefined;
  },
  holdings: () => [],
  lessons,
};
