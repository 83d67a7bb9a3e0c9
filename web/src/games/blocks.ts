/* Houses that stand: London, New York and Pocket are built alike.
 *
 * One looks at the town from the south and from above, and the light comes from the north-west.
 * So a house is a body whose top is moved up the picture: below it one sees the walls that face
 * the viewer, with windows, and its shadow falls to the south-east. Everything stays within the
 * house's own place, except the shadow. */
import { path, pick, polygon, round, type Point, type Shape } from '../lib/draw';
import { corners, HEX } from '../lib/grid';

const ORIGIN = { x: 0, y: 0 };

export const RISE = 7; /* how far the top is moved up */
const BASE = HEX - 1.5;
const TOP = HEX - 5.5;

/* The top of a hexagonal house. */
export const top = (): Point[] => corners({ x: 0, y: -RISE + 1.5 }, TOP);

/* The shadow of a place, on whatever lies south-east of it. */
export function shadow(length = 9): Shape {
  const [a, b, c, , , f] = corners(ORIGIN, BASE) as [Point, Point, Point, Point, Point, Point];
  const far = (p: Point) => ({ x: p.x + length, y: p.y + length * 0.9 });
  return path(polygon([f, far(f), far(a), far(b), far(c), c, b, a]), {
    fill: 'var(--shadow)',
  });
}

/* Windows between two corners of a wall: slanted panes, some of them lit. */
function windows(a: Point, b: Point, rise: number, n: number, seed: string): [string, string] {
  let lit = '',
    dark = '';
  for (let i = 0; i < n; i++) {
    const at = (t: number, up: number) =>
      `${round(a.x + (b.x - a.x) * t)} ${round(a.y + (b.y - a.y) * t - up)}`;
    const t = (i + 0.5) / n,
      w = 0.22 / n;
    const pane = `M${at(t - w, rise * 0.32)}L${at(t + w, rise * 0.32)}L${at(t + w, rise * 0.78)}L${at(t - w, rise * 0.78)}Z`;
    if (pick(`${seed} ${i}`, 5) < 2) lit += pane;
    else dark += pane;
  }
  return [lit, dark];
}

/* The three walls that one sees of a hexagonal house, in a material of three shades. */
export function walls(material: string, seed: string): Shape[] {
  const low = corners(ORIGIN, BASE),
    high = top();
  const shades = ['c', 'b', 'a'];
  let lit = '',
    dark = '';
  const faces = [0, 1, 2].map((i) => {
    const a = low[i]!,
      b = low[i + 1]!;
    const rise = (a.y + b.y) / 2 - (high[i]!.y + high[i + 1]!.y) / 2;
    const [l, d] = windows(a, b, rise, i === 1 ? 4 : 3, `${seed}${i}`);
    lit += l;
    dark += d;
    return path(polygon([a, b, high[i + 1]!, high[i]!]), {
      fill: `var(--${material}-${shades[i]})`,
    });
  });
  return [
    path(polygon(low), { fill: 'var(--ink-deep)' }),
    ...faces,
    path(dark, { fill: 'var(--window-dark)' }),
    path(lit, { fill: 'var(--window)' }),
  ];
}
