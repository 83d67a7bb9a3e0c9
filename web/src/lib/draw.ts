/* Pictures as data: a tree of SVG elements that skins build and Picture.svelte shows.
 *
 * Colours are CSS variables of theme.css, so that the same drawing serves every theme. */

export interface Shape {
  tag: string;
  attrs: Record<string, string | number>;
  children: Shape[];
  text?: string;
  /* what it is, where it comes and goes */
  key?: string;
}

export interface Point {
  x: number;
  y: number;
}

export function el(
  tag: string,
  attrs: Record<string, string | number>,
  ...children: Shape[]
): Shape {
  return { tag, attrs, children };
}

export function group(attrs: Record<string, string | number>, ...children: Shape[]): Shape {
  return el('g', attrs, ...children);
}

export function path(d: string, attrs: Record<string, string | number> = {}): Shape {
  return el('path', { d, ...attrs });
}

export function circle(
  cx: number,
  cy: number,
  r: number,
  attrs: Record<string, string | number> = {},
): Shape {
  return el('circle', { cx: round(cx), cy: round(cy), r, ...attrs });
}

export function label(
  at: Point,
  text: string,
  attrs: Record<string, string | number> = {},
): Shape {
  return {
    tag: 'text',
    attrs: { x: round(at.x), y: round(at.y), 'text-anchor': 'middle', ...attrs },
    children: [],
    text,
  };
}

/* A shape drawn around the origin, put at a point. */
export function put(at: Point, ...children: Shape[]): Shape {
  return group({ transform: `translate(${round(at.x)} ${round(at.y)})` }, ...children);
}

/* Shapes that come and go together, under a key. */
export function keyed(key: string, ...shapes: Shape[]): Shape {
  return { ...group({}, ...shapes), key };
}

export function round(n: number): number {
  return Math.round(n * 100) / 100;
}

export function polygon(points: Point[]): string {
  return 'M' + points.map((p) => `${round(p.x)} ${round(p.y)}`).join('L') + 'Z';
}

/* A number from 0 to N-1 that depends on the text alone: variety that stays where it is. */
export function pick(text: string, n: number): number {
  let hash = 2166136261;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619);
  return ((hash ^ (hash >>> 13)) >>> 0) % n;
}

const escaped = (text: string | number) =>
  String(text).replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/* Shapes as SVG text: a browser reads a picture of many shapes much faster than it builds them
 * one by one. */
export function markup(shapes: Shape[]): string {
  return shapes
    .map(({ tag, attrs, text, children }) => {
      const given = Object.entries(attrs).map(
        ([name, value]) => ` ${name}="${escaped(value)}"`,
      );
      const inside = text !== undefined ? escaped(text) : markup(children);
      return `<${tag}${given.join('')}>${inside}</${tag}>`;
    })
    .join('');
}
