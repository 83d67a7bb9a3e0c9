/* London: Whitechapel by night. Roofs, cobbles, gaslights, manholes, gates. */
import type { Board } from '../lib/board';
import {
  circle,
  el,
  keyed,
  label,
  path,
  pick,
  place,
  polygon,
  round,
  type Point,
  type Shape,
} from '../lib/draw';
import { bust } from '../lib/figures';
import type { Game } from '../lib/game';
import { corners, HEX, hex, ROW } from '../lib/grid';
import { glow, lit, shine } from '../lib/light';
import type { State } from '../lib/model';

const directions: Record<string, Point> = {
  n: { x: 0, y: -2 * ROW },
  ne: { x: 1.5 * HEX, y: -ROW },
  se: { x: 1.5 * HEX, y: ROW },
  s: { x: 0, y: 2 * ROW },
  sw: { x: -1.5 * HEX, y: ROW },
  nw: { x: -1.5 * HEX, y: -ROW },
};

function step(board: Board, from: Point, direction: string, n = 1): Point {
  const d = directions[direction] ?? { x: 0, y: 0 };
  const sign = board.turned ? -n : n;
  return { x: from.x + sign * d.x, y: from.y + sign * d.y };
}

/* --- The ground --- */

/* A roof seen from above: six sides that meet in a ridge, each in its own shade. */
function roof(name: string, at: Point): Shape[] {
  const c = corners(at, HEX - 1.5);
  const lie = pick(name, 3);
  const ridge = [c[lie]!, c[lie + 3]!].map((p) => ({
    x: at.x + (p.x - at.x) * 0.42,
    y: at.y + (p.y - at.y) * 0.42,
  }));
  const near = (p: Point) =>
    Math.hypot(p.x - ridge[0]!.x, p.y - ridge[0]!.y) <
    Math.hypot(p.x - ridge[1]!.x, p.y - ridge[1]!.y)
      ? ridge[0]!
      : ridge[1]!;
  const shapes: Shape[] = [];
  for (let i = 0; i < 6; i++) {
    const a = c[i]!,
      b = c[(i + 1) % 6]!;
    const shade = ['d', 'c', 'b', 'a', 'b', 'c'][i]!;
    shapes.push(path(polygon([a, b, near(b), near(a)]), { fill: `var(--roof-${shade})` }));
  }
  shapes.push(
    path(`M${ridge[0]!.x} ${ridge[0]!.y}L${ridge[1]!.x} ${ridge[1]!.y}`, {
      stroke: 'var(--roof-ridge)',
      'stroke-width': 1.6,
    }),
    path(hex(at, HEX - 1.5), { fill: 'none', stroke: 'var(--roof-edge)', 'stroke-width': 1.4 }),
  );
  const chimney = { x: at.x + (lie - 1) * 9, y: at.y + (lie % 2 ? -13 : 12) };
  shapes.push(
    el('rect', {
      x: chimney.x - 4,
      y: chimney.y - 4,
      width: 8,
      height: 8,
      rx: 1,
      fill: 'var(--chimney)',
    }),
    el('rect', {
      x: chimney.x - 2,
      y: chimney.y - 2,
      width: 4,
      height: 4,
      rx: 1,
      fill: 'var(--ink-deep)',
    }),
  );
  return shapes;
}

/* A walled garden with trees, for variety among the houses. */
function garden(name: string, at: Point): Shape[] {
  const trees: Shape[] = [];
  const n = 3 + pick(name + 'n', 2);
  for (let i = 0; i < n; i++) {
    const angle = (i * 2 * Math.PI) / n + pick(name, 7);
    const r = 15 + pick(name + i, 4);
    const x = at.x + r * Math.cos(angle),
      y = at.y + r * Math.sin(angle);
    const size = 8 + pick(name + 'r' + i, 4);
    trees.push(
      circle(x, y, size, { fill: 'var(--tree-dark)' }),
      circle(x - 2, y - 2, size * 0.62, { fill: 'var(--tree)' }),
    );
  }
  return [
    path(hex(at, HEX - 1.5), {
      fill: 'var(--lawn)',
      stroke: 'var(--roof-edge)',
      'stroke-width': 3,
    }),
    ...trees,
  ];
}

function gate(board: Board, name: string): Shape {
  const at = board.at(name);
  const inward = at.x < (board.turned ? -6 : 6) * 1.5 * HEX ? 1 : -1;
  return place(
    at,
    path(hex({ x: 0, y: 0 }, HEX - 3), {
      fill: 'var(--gate)',
      stroke: 'var(--gate-edge)',
      'stroke-width': 2,
      'stroke-dasharray': '5 4',
    }),
    path('M-17 20V-4C-17-24 17-24 17-4V20H11V-3C11-16-11-16-11-3V20Z', {
      fill: 'var(--gate-stone)',
    }),
    path('M-9 4H3V-2L12 7L3 16V10H-9Z', {
      fill: 'var(--gate-arrow)',
      transform: `scale(${-inward} 1)`,
    }),
  );
}

function plinth(at: Point): Shape {
  return place(
    at,
    path(hex({ x: 0, y: 0 }, HEX - 1.5), {
      fill: 'var(--plinth)',
      stroke: 'var(--roof-edge)',
      'stroke-width': 1.4,
    }),
    circle(0, 0, 24, {
      fill: 'var(--plinth-stone)',
      stroke: 'var(--plinth-edge)',
      'stroke-width': 1.5,
    }),
    circle(0, 0, 17, { fill: 'none', stroke: 'var(--plinth-edge)', 'stroke-width': 1 }),
  );
}

function manhole(at: Point): Shape {
  const bars = [-8, -4, 0, 4, 8].map((x) => {
    const h = Math.sqrt(121 - x * x);
    return `M${x} ${-h}V${h}`;
  });
  return place(
    at,
    circle(0, 0, 16, { fill: 'var(--iron)', stroke: 'var(--iron-edge)', 'stroke-width': 2 }),
    circle(0, 0, 11.5, { fill: 'var(--hole)' }),
    path(bars.join(''), { stroke: 'var(--iron-bar)', 'stroke-width': 1.6 }),
  );
}

function ground(board: Board): Shape[] {
  const all = board.box.places.map((p) => board.at(p.name));
  const streets = board.of('street', 'manhole').map((p) => board.at(p));
  const shape = streets.map((p) => hex(p, HEX - 1)).join('');
  return [
    path(all.map((p) => hex(p, HEX)).join(''), {
      fill: 'var(--kerb)',
      stroke: 'var(--kerb)',
      'stroke-width': 16,
      'stroke-linejoin': 'round',
    }),
    path(shape, { fill: 'var(--street)' }),
    path(shape, { fill: 'url(#cobbles)' }),
    ...board.of('house').flatMap((p) => {
      const at = board.at(p);
      return pick(`${p}.`, 11) < 3 ? garden(p, at) : roof(p, at);
    }),
    ...board.of('gaslight').map((p) => plinth(board.at(p))),
    ...board.of('exit').map((p) => gate(board, p)),
  ];
}

/* --- The light --- */

/* Watson's beam: a cone as long as the light falls. */
function beam(board: Board): Shape[] {
  return board.lines('beam').map((line) => {
    const from = board.at(line.from),
      to = board.at(line.to);
    const size = Math.hypot(to.x - from.x, to.y - from.y);
    const u = { x: (to.x - from.x) / size, y: (to.y - from.y) / size };
    const side = (along: number, aside: number) => ({
      x: from.x + u.x * along - u.y * aside,
      y: from.y + u.y * along + u.x * aside,
    });
    const far = size + ROW;
    const cone = polygon([side(20, 7), side(far, 30), side(far, -30), side(20, -7)]);
    return shine(`beam ${line.from} ${line.to}`, path(cone, { fill: 'url(#beam)' }));
  });
}

function light(board: Board): Shape[] {
  const lamps = board.all('thing').filter((m) => m.symbol.startsWith('lamp'));
  return [...lit(board), ...lamps.map((m) => glow(board, m.place)), ...beam(board)];
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

function lamp(at: Point, symbol: string): Shape {
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
  return place(at, ...shapes);
}

function cordon(at: Point): Shape {
  return place(
    at,
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
  );
}

function cover(at: Point): Shape {
  return place(
    at,
    circle(0, 0, 17, { fill: 'var(--cover)', stroke: 'var(--ink-deep)', 'stroke-width': 2 }),
    circle(0, 0, 12.5, { fill: 'none', stroke: 'var(--cover-line)', 'stroke-width': 1.4 }),
    path('M-9-9L9 9M9-9L-9 9', { stroke: 'var(--cover-line)', 'stroke-width': 3.4 }),
  );
}

const drawings: Record<string, (at: Point, symbol: string) => Shape> = { lamp, cordon, cover };

function things(board: Board): Shape[] {
  const lamps = new Set<string>();
  const shapes: Shape[] = board.of('manhole').map((p) => keyed(p, manhole(board.at(p))));
  for (const { symbol, place: name } of board.all('thing')) {
    const word = symbol.split('-')[0] ?? '';
    const drawing = drawings[word]?.(board.at(name), symbol);
    if (drawing) shapes.push(keyed(`${symbol} ${name}`, drawing));
    if (word === 'lamp') lamps.add(name);
  }
  for (const name of board.of('gaslight'))
    if (!lamps.has(name))
      shapes.push(keyed(`dark ${name}`, place(board.at(name), ...lantern(false))));
  return shapes;
}

/* --- The game --- */

export const london: Game = {
  name: 'london',
  around: 'night',
  tint: '#b97e2b',
  unnamed: ['house'],
  margin: HEX + 14,
  size: 27,
  badges: {
    SH: { colour: '#b3282d', figure: bust('deerstalker') },
    JW: { colour: '#8a5a2b', figure: bust('bowler', 'moustache', 'lantern') },
    JS: { colour: '#d9a521', figure: bust('flatCap', 'pole') },
    IL: { colour: '#2f5fb3', figure: bust('bowler', 'collar') },
    MS: { colour: '#2f7d4f', figure: bust('bonnet') },
    SG: { colour: '#3c3f4a', figure: bust('helmet', 'whiskers') },
    WG: { colour: '#7a3f94', figure: bust('topHat', 'beard') },
    JB: { colour: '#d2691e', figure: bust('flatCap', 'shovel') },
  },
  ground,
  light,
  things,
  say(token) {
    const [, verb, from = '', to = ''] = /^(\w+):(\w+)>?(\w*)$/.exec(token) ?? [];
    if (token.startsWith('^')) return ['say.lantern', { side: token.slice(1) }];
    if (/^>(nw|ne|sw|se)$/.test(token)) return ['say.leave', { side: token.slice(1) }];
    if (verb === 'lamp') return ['say.lamp.carry', { from, to }];
    if (verb === 'cordon') return ['say.cordon', { from, to }];
    if (verb === 'cover') return ['say.cover', { from, to }];
    if (verb === 'swap') return ['say.swap.gull', { whom: from }];
    if (verb === 'call') return ['say.call', { whom: from, to }];
    return undefined;
  },
  spot(stepName, _before, board) {
    const watson = board.where('JW');
    if (!stepName.startsWith('^') || !watson) return undefined;
    const from = board.at(watson);
    const at = step(board, from, stepName.slice(1), 0.82);
    const angle = (Math.atan2(at.y - from.y, at.x - from.x) * 180) / Math.PI;
    const arrow = path('M-14-7H2V-15L17 0L2 15V7H-14Z', {
      transform: `rotate(${round(angle)})`,
    });
    return { ...at, shapes: [arrow] };
  },
  hand(state: State) {
    return {
      now: (state.cards ?? []).map((c) => ({ id: c, face: c })),
      next: (state.next ?? []).map((c) => ({ id: c, face: c })),
    };
  },
  lesson: {
    setup: ['deal=MS', 'cards=SH,JW,JS,IL'],
    parts: [
      { text: 'learn.london.hunt' },
      { text: 'learn.london.light' },
      { text: 'learn.london.holmes', want: ['SH', '>g10'] },
      { text: 'learn.london.alibi', others: ['alibi=JB'] },
      { text: 'learn.london.others', others: ['JW', '>j13', '^nw', 'JS', 'lamp:c4>f3', '>f7'] },
      { text: 'learn.london.lestrade', want: ['IL', 'cordon:ne>nw', '>c10'] },
      { text: 'learn.london.witness' },
      { text: 'learn.london.run', others: ['MS', '>k6'] },
      {
        text: 'learn.london.whistle',
        want: ['SG', 'call:JW>l13', 'call:MS>l7', '^nw', '!MS'],
      },
      { text: 'learn.london.end' },
    ],
  },
};
