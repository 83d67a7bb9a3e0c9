/* Portraits: a person as a few flat tones, printed one over the other like a linocut.
 *
 * A portrait is text, a line for each print: a tone, then the path that is cut in it. The tones
 * are letters that a palette gives colours to; with a number behind it, the tone is a line of
 * that width. `=` prints a path twice, mirrored at the middle of the face; `+` is a detail that
 * only a large picture shows. Two tools draw what every face needs:
 *
 *   @eye X Y WIDTH OPEN LOOK       an eye with its lid, the pupil a little aside
 *   @hatch TONE X Y DX DY N LX LY  N wedges, each DX DY from the last, LX LY long
 *
 * All are drawn around the origin in a circle of radius 50. */
import { group, path, round, type Shape } from './draw';

export interface Portrait {
  /* the colours of the tones that differ from person to person */
  tones: Record<string, string>;
  prints: string;
}

/* What all share: ink, linen, brass, the light of a lamp. */
const SHARED: Record<string, string> = {
  k: '#1b1720',
  l: '#f4ead3',
  m: '#e2b64f',
  f: '#ffe7a3',
  r: '#b5483c',
};

/* The same picture in grey, for somebody who is cleared. */
function grey(colour: string): string {
  const n = parseInt(colour.slice(1), 16);
  const bright = 0.3 * (n >> 16) + 0.59 * ((n >> 8) & 255) + 0.11 * (n & 255);
  const level = Math.round(40 + bright * 0.58);
  return `rgb(${level},${level + 3},${level + 8})`;
}

interface Print {
  tone: string;
  d: string;
  width: number;
  both?: boolean;
  detail?: boolean;
}

function eye([x = 0, y = 0, w = 5, open = 2.6, look = 0]: number[]): Print[] {
  const top = `M${x - w} ${y}C${x - w / 2} ${y - open * 1.4} ${x + w / 2} ${y - open * 1.4} ${x + w} ${y}`;
  const r = round(open * 1.02);
  return [
    {
      tone: 'l',
      d: `${top}C${x + w / 2} ${y + open} ${x - w / 2} ${y + open} ${x - w} ${y}Z`,
      width: 0,
    },
    {
      tone: 'k',
      d: `M${x + look - r} ${round(y - open * 0.12)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`,
      width: 0,
    },
    { tone: 'k', d: top, width: 1.7 },
  ];
}

function hatch(
  tone: string,
  [x = 0, y = 0, dx = 0, dy = 0, n = 0, lx = 0, ly = 0]: number[],
): Print {
  const size = Math.hypot(lx, ly);
  const px = (-ly / size) * 0.55,
    py = (lx / size) * 0.55;
  let d = '';
  for (let i = 0; i < n; i++) {
    const ax = x + dx * i,
      ay = y + dy * i;
    d += `M${round(ax - px)} ${round(ay - py)}L${round(ax + px)} ${round(ay + py)}L${round(ax + lx)} ${round(ay + ly)}Z`;
  }
  return { tone, d, width: 0, detail: true };
}

/* The prints of a portrait's text. */
function prints(text: string): Print[] {
  return text
    .trim()
    .split('\n')
    .flatMap((line): Print[] => {
      const words = line.trim().split(' ');
      const head = words[0] ?? '';
      if (head === '@eye') return eye(words.slice(1).map(Number));
      if (head === '@hatch') return [hatch(words[1] ?? 'k', words.slice(2).map(Number))];
      const [, marks = '', tone = '', width = ''] = /^([=+]*)([a-z])([\d.]*)$/.exec(head) ?? [];
      return [
        {
          tone,
          d: words.slice(1).join(' '),
          width: Number(width),
          both: marks.includes('='),
          detail: marks.includes('+'),
        },
      ];
    });
}

/* Painted once: a board asks for the same picture again and again. */
const painted = new WeakMap<Portrait, Record<string, Shape[]>>();

/* The picture: with its details or without, in its colours or in greys. */
export function paint(portrait: Portrait, detail = true, cleared = false): Shape[] {
  const known = painted.get(portrait) ?? {};
  painted.set(portrait, known);
  return (known[`${detail} ${cleared}`] ??= shapesOf(portrait, detail, cleared));
}

function shapesOf(portrait: Portrait, detail: boolean, cleared: boolean): Shape[] {
  const tones = { ...SHARED, ...portrait.tones };
  const shapes: Shape[] = [];
  for (const print of prints(portrait.prints)) {
    if (print.detail && !detail) continue;
    const given = tones[print.tone] ?? '#000000';
    const colour = cleared ? grey(given) : given;
    const shape = path(
      print.d,
      print.width
        ? {
            fill: 'none',
            stroke: colour,
            'stroke-width': print.width,
            'stroke-linecap': 'round',
            'stroke-linejoin': 'round',
          }
        : { fill: colour },
    );
    shapes.push(shape);
    if (print.both) shapes.push(group({ transform: 'scale(-1 1)' }, shape));
  }
  return shapes;
}

/* What a large portrait stands before: rays of gaslight, cut into the ground. */
export function rays(): string {
  let d = '';
  for (let i = 0; i < 36; i++) {
    const angle = (i * Math.PI) / 18;
    const at = (r: number, turn: number) =>
      `${round(r * Math.cos(angle + turn))} ${round(-6 + r * Math.sin(angle + turn))}`;
    d += `M${at(30 + 8 * (i % 3), 0)}L${at(86, -0.022)}L${at(86, 0.022)}Z`;
  }
  return d;
}
