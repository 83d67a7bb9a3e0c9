/* London: Whitechapel by night. Roofs, cobbles, gaslights, manholes, gates. */
import {
  circle,
  group,
  label,
  path,
  pick,
  polygon,
  round,
  type Point,
  type Shape,
} from '../../lib/draw';
import type { Draw, Skin } from '../../lib/game';
import { HEX, hex, ROW } from '../../lib/grid';
import type { Layout } from '../../lib/layout';
import type { Stroke } from '../../lib/model';
import { directionSpot } from '../../lib/plain';
import { shadow, top, walls } from '../blocks';
import { litStreet, mist, street, tree } from '../cobbles';
import { whitechapel } from '../whitechapel';
import { lessons } from './lessons';

const ORIGIN = { x: 0, y: 0 };

/* --- The ground --- */

/* A hipped roof: six sides that meet in a ridge, each in its own shade, with courses of slate. */
function roof(name: string): Shape[] {
  const c = top();
  const middle = { x: 0, y: (c[1]!.y + c[5]!.y) / 2 };
  const lie = pick(name, 3);
  const ridge = [c[lie]!, c[lie + 3]!].map((p) => ({
    x: middle.x + (p.x - middle.x) * 0.42,
    y: middle.y - 3 + (p.y - middle.y) * 0.42,
  }));
  const near = (p: Point) =>
    Math.hypot(p.x - ridge[0]!.x, p.y - ridge[0]!.y) <
    Math.hypot(p.x - ridge[1]!.x, p.y - ridge[1]!.y)
      ? ridge[0]!
      : ridge[1]!;
  const up = (p: Point, t: number) => ({
    x: p.x + (near(p).x - p.x) * t,
    y: p.y + (near(p).y - p.y) * t,
  });
  const sides = c.map((a, i) => {
    const b = c[(i + 1) % 6]!;
    const shade = ['d', 'c', 'b', 'a', 'a', 'b'][i]!;
    return path(polygon([a, b, near(b), near(a)]), { fill: `var(--roof-${shade})` });
  });
  const courses = [0.25, 0.5, 0.75].map((t) => polygon(c.map((p) => up(p, t)))).join('');
  const hips = c.map(
    (p) => `M${round(p.x)} ${round(p.y)}L${round(near(p).x)} ${round(near(p).y)}`,
  );
  return [
    shadow(),
    ...walls('front', name),
    ...sides,
    path(courses, { fill: 'none', stroke: 'var(--roof-line)', 'stroke-width': 0.8 }),
    path(hips.join(''), { stroke: 'var(--roof-edge)', 'stroke-width': 1, opacity: 0.55 }),
    path(`M${ridge.map((p) => `${round(p.x)} ${round(p.y)}`).join('L')}`, {
      stroke: 'var(--roof-ridge)',
      'stroke-width': 2,
      'stroke-linecap': 'round',
    }),
    path(polygon(c), { fill: 'none', stroke: 'var(--roof-edge)', 'stroke-width': 1.2 }),
    path(`M${[c[3], c[4], c[5]].map((p) => `${round(p!.x)} ${round(p!.y)}`).join('L')}`, {
      fill: 'none',
      stroke: 'var(--roof-ridge)',
      'stroke-width': 1,
    }),
    ...chimney({ x: (lie - 1) * 12, y: lie % 2 ? -20 : 4 }),
  ];
}

/* A stack with two pots, lit from the left. */
const chimney = ({ x, y }: Point): Shape[] => [
  path(`M${x + 5} ${y + 7}l9 7h-9l-8-7Z`, { fill: 'var(--shadow)' }),
  path(`M${x - 5} ${y - 4}h6v12h-6Z`, { fill: 'var(--chimney)' }),
  path(`M${x + 1} ${y - 4}h4v12h-4Z`, { fill: 'var(--chimney-dark)' }),
  path(`M${x - 6} ${y - 6}h12v3h-12Z`, { fill: 'var(--chimney-cap)' }),
  path(`M${x - 4.5} ${y - 9}h3.500v3h-3.500ZM${x + 1} ${y - 9}h3.500v3h-3.500Z`, {
    fill: 'var(--chimney)',
  }),
];

/* A garden behind its wall, with trees, for variety among the houses. */
function garden(name: string): Shape[] {
  const trees: Shape[] = [];
  const n = 3 + pick(name + 'n', 2);
  for (let i = 0; i < n; i++) {
    const angle = (i * 2 * Math.PI) / n + pick(name, 7);
    const r = 14 + pick(name + i, 4);
    const x = round(r * Math.cos(angle)),
      y = round(r * Math.sin(angle) * 0.9);
    trees.push(...tree(x, y - 2, 8 + pick(name + 'r' + i, 4)));
  }
  return [
    shadow(5),
    path(hex(ORIGIN, HEX - 1.5), { fill: 'var(--hedge)' }),
    path(hex({ x: 0, y: 1 }, HEX - 5.5), { fill: 'var(--lawn-shade)' }),
    path(hex({ x: 1.5, y: 4 }, HEX - 7), { fill: 'var(--lawn)' }),
    ...trees,
  ];
}

const house: Draw = ({ place }) => (pick(`${place}.`, 11) < 3 ? garden(place) : roof(place));

const gate: Draw = ({ place }, layout) => {
  const middle = (layout.turned ? -6 : 6) * 1.5 * HEX;
  const inward = layout.at(place).x < middle ? 1 : -1;
  return [
    path(hex(ORIGIN, HEX - 3), {
      fill: 'var(--gate)',
      stroke: 'var(--gate-edge)',
      'stroke-width': 2,
      'stroke-dasharray': '5 4',
    }),
    path('M-11 22V-3C-11-16 11-16 11-3V22Z', { fill: 'var(--hole)' }),
    path('M11 22H22L17 16V-4Z', { fill: 'var(--shadow)' }),
    path('M-17 22V-4C-17-24 17-24 17-4V22H11V-3C11-16-11-16-11-3V22Z', {
      fill: 'var(--gate-stone)',
    }),
    path('M-17-4C-17-24 17-24 17-4L14-4C14-20-14-20-14-4V22H-17Z', { fill: 'var(--gate-lit)' }),
    path('M-17 6H-11M-17 14H-11M11 6H17M11 14H17M-13-12L-9-8M13-12L9-8M0-19V-13', {
      stroke: 'var(--gate)',
      'stroke-width': 1.2,
    }),
    path('M-9 4H3V-2L12 7L3 16V10H-9Z', {
      fill: 'var(--gate-arrow)',
      transform: `scale(${-inward} 1)`,
    }),
  ];
};

const plinth: Draw = () => [
  path(hex(ORIGIN, HEX - 1.5), {
    fill: 'var(--plinth)',
    stroke: 'var(--roof-edge)',
    'stroke-width': 1.4,
  }),
  circle(3, 5, 25, { fill: 'var(--shadow)' }),
  circle(0, 2, 25, { fill: 'var(--plinth-side)' }),
  circle(0, -1, 24, {
    fill: 'var(--plinth-stone)',
    stroke: 'var(--plinth-edge)',
    'stroke-width': 1.5,
  }),
  circle(0, -1, 17, { fill: 'none', stroke: 'var(--plinth-edge)', 'stroke-width': 1 }),
];

const grate: Draw = () => {
  const bars = [-8, -4, 0, 4, 8].map((x) => {
    const h = Math.sqrt(121 - x * x);
    return `M${x} ${-h}V${h}`;
  });
  return [
    circle(0, 0, 16, { fill: 'var(--iron)', stroke: 'var(--iron-edge)', 'stroke-width': 2 }),
    circle(0, 0, 11.5, { fill: 'var(--hole)' }),
    path(bars.join(''), { stroke: 'var(--iron-bar)', 'stroke-width': 1.6 }),
  ];
};

/* --- The light --- */

/* Watson's beam: a cone as long as the light falls, on lit places only. */
function beam(stroke: Stroke, layout: Layout): Shape[] {
  const from = layout.at(stroke.from),
    to = layout.at(stroke.to);
  const size = Math.hypot(to.x - from.x, to.y - from.y);
  const u = { x: (to.x - from.x) / size, y: (to.y - from.y) / size };
  const side = (along: number, aside: number): Point => ({
    x: from.x + u.x * along - u.y * aside,
    y: from.y + u.y * along + u.x * aside,
  });
  const far = size + ROW;
  const cone = polygon([side(20, 7), side(far, 30), side(far, -30), side(20, -7)]);
  return [group({ 'clip-path': 'url(#lit)' }, path(cone, { fill: 'url(#beam)' }))];
}

/* --- What lies on it --- */

function lantern(lit: boolean): Shape[] {
  return [
    path('M-8 15H8V19H-8ZM-3 11H3V15H-3Z', { fill: 'var(--iron-bar)' }),
    path('M-7 11L-10-7H10L7 11Z', {
      fill: lit ? 'var(--flame)' : 'var(--glass)',
      stroke: 'var(--lamp-iron)',
      'stroke-width': 2,
      'stroke-linejoin': 'round',
    }),
    path('M-12-7L0-17L12-7ZM-2-17V-21H2V-17Z', { fill: 'var(--lamp-iron)' }),
    path('M0-6V10', { stroke: 'var(--lamp-iron)', 'stroke-width': 1.4 }),
  ];
}

const lamp: Draw = ({ symbol }) => {
  const number = symbol.split('-')[1];
  const shapes = [circle(0, 0, 30, { fill: 'url(#halo)' }), ...lantern(true)];
  if (number)
    shapes.push(
      circle(15, 14, 9.5, {
        fill: 'var(--brass)',
        stroke: 'var(--ink-deep)',
        'stroke-width': 1.5,
      }),
      label({ x: 15, y: 19 }, number, {
        'font-size': 14,
        'font-weight': 700,
        fill: 'var(--ink-deep)',
      }),
    );
  return shapes;
};

const cordon: Draw = () => [
  path('M-28-8H28V4H-28Z', { fill: 'var(--cordon-a)' }),
  path('M-28-8H-20L-28 0ZM-14-8H-4L-16 4H-26ZM2-8H12L0 4H-10ZM18-8H28L16 4H6ZM28-2V4H22Z', {
    fill: 'var(--cordon-b)',
  }),
  path('M-28-8H28V4H-28ZM-22-12H-16V18H-22ZM16-12H22V18H16Z', {
    fill: 'none',
    stroke: 'var(--ink-deep)',
    'stroke-width': 1.4,
  }),
  path('M-22-12H-16V18H-22ZM16-12H22V18H16Z', { fill: 'var(--cordon-post)' }),
];

const cover: Draw = () => [
  circle(0, 0, 17, { fill: 'var(--cover)', stroke: 'var(--ink-deep)', 'stroke-width': 2 }),
  circle(0, 0, 12.5, { fill: 'none', stroke: 'var(--cover-line)', 'stroke-width': 1.4 }),
  path('M-9-9L9 9M9-9L-9 9', { stroke: 'var(--cover-line)', 'stroke-width': 3.4 }),
];

/* A post whose gaslight has been carried away or has gone out. */
const darkPost: Draw = ({ place }, layout) =>
  layout.on(place, 'thing')?.startsWith('lamp') ? [] : lantern(false);

/* --- The skin --- */

export const skin: Partial<Skin> = {
  around: 'night',
  tint: '#b97e2b',
  unnamed: ['house'],
  everyday: ['street'],
  margin: HEX + 14,
  size: 27,
  badges: {
    SH: { colour: '#b3282d', portrait: whitechapel.holmes },
    JW: { colour: '#8a5a2b', portrait: whitechapel.watson },
    JS: { colour: '#d9a521', portrait: whitechapel.smith },
    IL: { colour: '#2f5fb3', portrait: whitechapel.lestrade },
    MS: { colour: '#2f7d4f', portrait: whitechapel.stealthy },
    SG: { colour: '#3c3f4a', portrait: whitechapel.goodley },
    WG: { colour: '#7a3f94', portrait: whitechapel.gull },
    JB: { colour: '#d2691e', portrait: whitechapel.bert },
  },
  air: mist,
  tiles: { street, manhole: street, exit: gate, gaslight: plinth, house },
  fixtures: { manhole: grate, gaslight: darkPost },
  things: { lamp, cordon, cover },
  lit: litStreet,
  shining: ['lamp'],
  strokes: { beam },
  say(token, active) {
    const [, verb, from = '', to = ''] = /^(\w+):(\w+)>?(\w*)$/.exec(token) ?? [];
    if (token.startsWith('^')) return ['london.say.lantern', { side: token.slice(1) }];
    if (/^>(nw|ne|sw|se)$/.test(token))
      return ['london.say.leave', { who: active, side: token.slice(1) }];
    if (verb === 'lamp') return ['london.say.lamp.carry', { from, to }];
    if (verb === 'cordon') return ['london.say.cordon', { from, to }];
    if (verb === 'cover') return ['london.say.cover', { from, to }];
    if (verb === 'swap') return ['london.say.swap.gull', { whom: from }];
    if (verb === 'call') return ['london.say.call', { whom: from, to }];
    return undefined;
  },
  spot: (step, _before, layout) => directionSpot(step, layout.where('JW'), layout),
  holdings: () => [],
  lessons,
};
