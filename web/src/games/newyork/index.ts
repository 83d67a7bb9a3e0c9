/* New York: Manhattan between its rivers. Brownstones, quays, steamers, and what is built. */
import {
  circle,
  group,
  keyed,
  label,
  path,
  pick,
  round,
  type Point,
  type Shape,
} from '../../lib/draw';
import type { Draw, Skin, Step } from '../../lib/game';
import { HEX, hex, ROW } from '../../lib/grid';
import type { Layout } from '../../lib/layout';
import { litStreet, street } from '../cobbles';
import { people } from './people';

const ORIGIN = { x: 0, y: 0 };

/* --- The ground --- */

/* A block of houses with a flat roof, its water tank and its skylights. */
const building: Draw = ({ place }) => {
  const tank = pick(place, 2) ? 13 : -13;
  return [
    path(hex(ORIGIN, HEX - 2), {
      fill: 'var(--brick)',
      stroke: 'var(--ink-deep)',
      'stroke-width': 2,
    }),
    path(hex(ORIGIN, HEX - 8), {
      fill: 'var(--brick-roof)',
      stroke: 'var(--brick-edge)',
      'stroke-width': 1.4,
    }),
    path('M-18-6H-6V6H-18ZM-2-18H10V-6H-2Z', {
      fill: 'var(--skylight)',
      transform: `scale(${tank > 0 ? 1 : -1} 1)`,
    }),
    circle(tank, 13, 7, {
      fill: 'var(--tank)',
      stroke: 'var(--ink-deep)',
      'stroke-width': 1.5,
    }),
    circle(tank, 13, 2.5, { fill: 'var(--ink-deep)' }),
  ];
};

const quay: Draw = () => {
  const planks = [-26, -17, -8, 1, 10, 19, 28].map((y) => {
    const w = Math.min(38, 38 - Math.abs(y) / Math.sqrt(3));
    return `M${-w} ${y}H${w}`;
  });
  return [
    path(hex(ORIGIN, HEX - 1), { fill: 'var(--plank)' }),
    path(planks.join(''), { stroke: 'var(--plank-line)', 'stroke-width': 1.6 }),
    path('M-22-20V-28M22-20V-28M-22 28V20M22 28V20', {
      stroke: 'var(--plank-post)',
      'stroke-width': 6,
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
  circle(0, 4, 38, { fill: 'var(--shore)' }),
  circle(0, 4, 33, { fill: 'var(--lawn)' }),
  path('M-12 26L-9 14H9L12 26ZM-7 14L-6 8H6L7 14Z', { fill: 'var(--gate-stone)' }),
  path(
    'M-5 8C-6 0-4-8-3-12C-4-16 3-17 3-13L8-22L6-25L10-30L12-24L9-20L5-10C6-4 6 2 5 8Z' +
      'M-5-16L-4-20L-2-17L0-21L1-17L4-19L3-15Z',
    { fill: 'var(--copper)' },
  ),
];

const bridge: Draw = (_, layout) => [
  path(hex(ORIGIN, HEX - 3), {
    fill: 'var(--gate)',
    stroke: 'var(--gate-edge)',
    'stroke-width': 2,
    'stroke-dasharray': '5 4',
  }),
  path(
    'M-26 10H26V15H-26ZM-12-18H-7V22H-12ZM7-18H12V22H7ZM-26 8C-18 4-12-6-10-14C-4 2 4 2 10-14C12-6 18 4 26 8',
    {
      fill: 'var(--gate-stone)',
      'fill-rule': 'evenodd',
      opacity: 0.75,
    },
  ),
  path('M-8-2H4V-8L14 1L4 10V4H-8Z', {
    fill: 'var(--gate-arrow)',
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

/* The land with its shore, and the ferries' ways around it. */
function plate(layout: Layout): Shape[] {
  const land = layout
    .of('street', 'metro', 'building', 'quay', 'exit')
    .map((p) => hex(layout.at(p), HEX))
    .join('');
  const shore = { 'stroke-linejoin': 'round' };
  return [
    path(land, {
      ...shore,
      fill: 'none',
      stroke: 'var(--shallows)',
      'stroke-width': 44,
      opacity: 0.5,
    }),
    path(land, { ...shore, fill: 'none', stroke: 'var(--shore)', 'stroke-width': 12 }),
    path(land, { fill: 'var(--kerb)' }),
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
  ).flatMap(([x, y, r]) => [
    circle(x, y, r, { fill: 'var(--tree-dark)' }),
    circle(x - 2, y - 2, r * 0.62, { fill: 'var(--tree)' }),
  ]),
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
  margin: HEX + 10,
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
  tiles: { street, metro: street, building, quay, port, exit: bridge, island },
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
    if (token.startsWith('>')) {
      const place = token.slice(1);
      const ground = game.places.find((p) => p.name === place)?.ground;
      if (ground === 'exit') return ['newyork.say.leave.land', { who: active }];
      if (ground === 'port') return ['newyork.say.leave.ship', { who: active, place }];
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
  lesson: {
    setup: ['deal=FT', 'cards=AB,LL,JC,ME'],
    parts: [
      { text: 'newyork.learn.hunt' },
      { text: 'newyork.learn.light' },
      { text: 'newyork.learn.latimer', want: ['LL', 'lamp:g6', '>e8'] },
      {
        text: 'newyork.learn.others',
        others: ['JC', 'probe:e4,f3>g4,h3', '>f5', 'ME', '>j3'],
      },
      { text: 'newyork.learn.beach', want: ['AB', 'metro:i10', '>l13'] },
      { text: 'newyork.learn.witness' },
      { text: 'newyork.learn.informant' },
      { text: 'newyork.learn.steamer', others: ['ES', 'steamer:e2>g16', '>m8'] },
      { text: 'newyork.learn.rider', want: ['CR', 'site:h9', '!FT'] },
      { text: 'newyork.learn.end' },
    ],
  },
};
