/* The line between land and water: the sides of land hexes beyond which there is no land, chained
 * into closed loops, so that the shore can be drawn as one line around the island. */
import type { Point } from '../../lib/draw';
import { corners, HEX } from '../../lib/grid';
import type { Layout } from '../../lib/layout';

const name = (p: Point) => `${Math.round(p.x)},${Math.round(p.y)}`;

export function coast(layout: Layout, grounds: string[]): Point[][] {
  const land = layout.of(...grounds).map((p) => layout.at(p));
  const known = new Set(land.map(name));
  /* Sides by the corner where they begin, clockwise around the land. */
  const sides = new Map<string, [Point, Point]>();
  for (const at of land) {
    const c = corners(at, HEX);
    for (let i = 0; i < 6; i++) {
      const a = c[i]!,
        b = c[(i + 1) % 6]!;
      const beyond = { x: a.x + b.x - at.x, y: a.y + b.y - at.y };
      if (!known.has(name(beyond))) sides.set(name(a), [a, b]);
    }
  }
  const loops: Point[][] = [];
  for (const [start] of sides) {
    const loop: Point[] = [];
    for (let side = sides.get(start); side; side = sides.get(name(side[1]))) {
      loop.push(side[0]);
      sides.delete(name(side[0]));
    }
    loops.push(loop);
  }
  return loops;
}
