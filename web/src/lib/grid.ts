/* Where places are drawn, and which place lies in a direction: all the geometry there is.
 *
 * On hexagonal boards x is a column and y a doubled row (include/alibi/game.h). */
import { polygon, type Point } from './draw';
import type { GameData, Place } from './model';

export const HEX = 40; /* from the centre of a hex to its corner */
export const ROW = (HEX * Math.sqrt(3)) / 2; /* half of its height */
export const SQUARE = 120;

export function centre(shape: GameData['shape'], p: Place, turned: boolean): Point {
  const at =
    shape === 'hexes'
      ? { x: p.x * HEX * 1.5, y: p.y * ROW }
      : { x: p.x * SQUARE, y: p.y * SQUARE };
  return turned ? { x: -at.x, y: -at.y } : at;
}

/* The corners of a hex, from the right one on, clockwise. */
export function corners(at: Point, radius: number): Point[] {
  return [0, 1, 2, 3, 4, 5].map((i) => ({
    x: at.x + radius * Math.cos((i * Math.PI) / 3),
    y: at.y + radius * Math.sin((i * Math.PI) / 3),
  }));
}

export function hex(at: Point, radius: number): string {
  return polygon(corners(at, radius));
}

/* The next place in a direction, as a distance in the picture; undefined for a word that is no
 * direction. */
export function toward(
  shape: GameData['shape'],
  direction: string,
  turned: boolean,
): Point | undefined {
  if (!/^[ns]?[ew]?$/.test(direction) || !direction) return undefined;
  const north = direction.includes('n') ? -1 : direction.includes('s') ? 1 : 0;
  const east = direction.includes('e') ? 1 : direction.includes('w') ? -1 : 0;
  const sign = turned ? -1 : 1;
  if (shape === 'squares') return { x: sign * east * SQUARE, y: sign * north * SQUARE };
  const rows = east ? north : 2 * north; /* a column on, the next place is half a row away */
  return { x: sign * east * 1.5 * HEX, y: sign * rows * ROW };
}

export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

/* The smallest frame around the points, with a margin. */
export function frame(points: Iterable<Point>, margin: number): Frame {
  let left = Infinity,
    top = Infinity,
    right = -Infinity,
    bottom = -Infinity;
  for (const p of points) {
    left = Math.min(left, p.x);
    right = Math.max(right, p.x);
    top = Math.min(top, p.y);
    bottom = Math.max(bottom, p.y);
  }
  return {
    x: left - margin,
    y: top - margin,
    width: right - left + 2 * margin,
    height: bottom - top + 2 * margin,
  };
}

/* The point that one would call the next one in direction D: near, and not far off the line.
 * Undefined at the edge. */
export function next<T extends Point>(
  from: Point,
  d: Point,
  others: Iterable<T>,
): T | undefined {
  const length = Math.hypot(d.x, d.y);
  let best: T | undefined,
    least = Infinity;
  for (const p of others) {
    const along = ((p.x - from.x) * d.x + (p.y - from.y) * d.y) / length;
    const aside = Math.abs((p.x - from.x) * d.y - (p.y - from.y) * d.x) / length;
    if (along < 1 || aside > along * 1.8) continue;
    const cost = along + 2 * aside;
    if (cost < least - 0.01) {
      least = cost;
      best = p;
    }
  }
  return best;
}

const S = Math.sqrt(3) / 2;

/* Keys on the board: arrows, the six directions around S on a keyboard, and the number pad. */
export const directionKeys: Record<string, Point> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  w: { x: 0, y: -1 },
  s: { x: 0, y: 1 },
  q: { x: -S, y: -0.5 },
  e: { x: S, y: -0.5 },
  a: { x: -S, y: 0.5 },
  d: { x: S, y: 0.5 },
  '8': { x: 0, y: -1 },
  '2': { x: 0, y: 1 },
  '4': { x: -1, y: 0 },
  '6': { x: 1, y: 0 },
  '7': { x: -S, y: -0.5 },
  '9': { x: S, y: -0.5 },
  '1': { x: -S, y: 0.5 },
  '3': { x: S, y: 0.5 },
};

/* Where a key points to from a place. Hexes have no neighbour straight to the left or right: there
 * these keys go to the next column, half a row up from one column and half a row down from the other,
 * so that they stay in their row and lead back. */
export function heading(key: string, shape: GameData['shape'], from: Point): Point | undefined {
  const d = directionKeys[key];
  if (!d || d.y || shape !== 'hexes') return d;
  const odd = Math.round(from.x / (1.5 * HEX)) % 2 !== 0;
  return { x: d.x * S, y: odd ? 0.5 : -0.5 };
}
