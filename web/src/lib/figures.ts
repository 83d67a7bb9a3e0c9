/* Silhouettes: each character has its own bust, made of a head and of what it wears.
 *
 * All are drawn around the origin, 40 by 40, in one ink, so that shape alone tells them
 * apart. */
import { path, type Shape } from './draw';

/* Shoulders up to the neck, and the head. */
const SHOULDERS = 'M-15 19C-15 10-9 8-4 7V3H4V7C9 8 15 10 15 19Z';
const HEAD = 'M-6.5-4C-6.5-9 6.5-9 6.5-4V0C6.5 4 3 7 0 7C-3 7-6.5 4-6.5 0Z';

/* What is added to the bust. */
const WORN: Record<string, string> = {
  /* caps and hats */
  deerstalker:
    'M-13-4C-12-6-9-6-8-6C-8-13-4-16 0-16C4-16 8-13 8-6C9-6 12-6 13-4C9-3-9-3-13-4ZM-2-18H2V-16H-2Z' +
    'M6 3C8 3 9 4 9.5 6L12 6C12 2 15 2 15 6C15 9 12 10 10 9C8 8 8 5 6 5Z',
  bowler: 'M-12-6C-9-7-8-7-7-8C-7-14-4-17 0-17C4-17 7-14 7-8C8-7 9-7 12-6C12-4-12-4-12-6Z',
  topHat: 'M-12-6C-9-8-7-8-7-8L-8-20C-4-21 4-21 8-20L7-8C7-8 9-8 12-6C8-4-8-4-12-6Z',
  flatCap: 'M-9-5C-10-11-5-14 1-14C7-14 9-10 9-8L15-5C14-4 12-4 9-4Z',
  helmet:
    'M-10-5C-8-6-8-7-8-9C-8-15-4-18-1-19L0-21L1-19C4-18 8-15 8-9C8-7 8-6 10-5C4-3-4-3-10-5Z',
  peaked: 'M-12-13C-10-18 10-18 12-13L8-8H9C12-6 10-4 8-4H-8C-10-4-12-6-9-8H-8Z',
  bonnet: 'M-8 6C-14 0-13-15 0-16C13-15 14 0 8 6C9-1 8-6 5-9C1-8-3-8-6-9C-9-5-9 0-8 6Z',
  wideHat:
    'M-18-5C-12-8-8-8-8-8C-8-13-5-15 0-15C5-15 8-13 8-8C8-8 12-8 18-5C12-3-12-3-18-5Z' +
    'M7-12C9-18 15-17 13-12C17-12 16-7 11-8Z',
  feathers:
    'M-9-5C-9-12-5-15 0-15C5-15 9-12 9-5C4-7-4-7-9-5ZM-7-12C-13-16-15-22-12-25C-8-22-5-18-4-14ZM-1-14C-4-19-3-25 0-27C3-25 4-19 1-14Z',
  hood: 'M-11 8C-14-6-8-18 0-18C8-18 14-6 11 8C8 4 8-2 6-6C2-9-2-9-6-6C-8-2-8 4-11 8Z',
  bun: 'M-8 2C-11-8-6-14 0-14C6-14 11-8 8 2C7-3 5-7 0-8C-5-7-7-3-8 2ZM-4-13C-6-20 6-20 4-13Z',
  curls:
    'M-7-2C-13-2-12-9-8-9C-10-15-4-17-2-14C0-18 6-17 5-13C10-15 12-9 8-8C12-6 11-2 7-2C7-7-7-7-7-2Z',
  plume:
    'M-10-5C-10-12-6-16 0-16C6-16 10-12 10-5C4-7-4-7-10-5ZM3-15C4-22 10-26 16-22C12-20 10-17 8-12Z',
  pilot: 'M-8 4C-11-6-8-15 0-15C8-15 11-6 8 4C7 0 7-2 6.5-4H-6.5C-7-2-7 0-8 4Z',
  bald: 'M-8 1C-9-2-8-4-7-4L-6.5 2ZM8 1C9-2 8-4 7-4L6.5 2Z',
  /* what else is carried or grown */
  beard: 'M-6.5 0C-8 9-4 14 0 14C4 14 8 9 6.5 0C3 4-3 4-6.5 0Z',
  moustache: 'M0 2C-3 0-7 2-11 1C-8 6-3 6 0 4C3 6 8 6 11 1C7 2 3 0 0 2Z',
  whiskers: 'M-7-2C-11 3-9 9-5 9C-6 6-6 2-6-2ZM7-2C11 3 9 9 5 9C6 6 6 2 6-2Z',
  lantern: 'M11 6H18V16H11ZM12.5 6C12.5 3 16.5 3 16.5 6Z',
  pole: 'M13-20L15-20L13 19H11ZM10-20C10-25 18-25 18-20Z',
  shovel: 'M-16-12H-13V6C-11 7-11 13-14.5 16C-18 13-18 7-16 6Z',
  club: 'M12-10C15-12 18-9 16-6L13 16H10Z',
  collar: 'M-12 8L0 15L12 8L9 19H-9Z',
  goggles: 'M-8-3C-8-6-1-6-1-3C-1 0-8 0-8-3ZM1-3C1-6 8-6 8-3C8 0 1 0 1-3Z',
};

/* Toby is no bust. */
const DOG =
  'M-15 19C-16 8-13 4-9 1C-12-3-16-2-18-7C-14-8-14-14-9-15C-3-17 2-15 5-11C9-10 15-8 18-5C18-1 14 2 8 2C7 8 9 13 10 19Z' +
  'M-9-15C-16-13-19-5-17 2C-13 3-9-2-8-8Z';

/* A bust with what it wears. Goggles lie on the face, so they are drawn in the paper's colour. */
export function bust(...worn: string[]): Shape[] {
  const on = worn.filter((w) => w !== 'goggles').map((w) => WORN[w] ?? '');
  const shapes = [path(SHOULDERS + HEAD + on.join(''), { fill: 'currentColor' })];
  if (worn.includes('goggles'))
    shapes.push(path(WORN['goggles'] ?? '', { fill: 'var(--badge-paper)' }));
  return shapes;
}

export function dog(): Shape[] {
  return [
    path(DOG, { fill: 'currentColor' }),
    path('M4-8a1.6 1.6 0 1 0 .1 0Z', { fill: 'var(--badge-paper)' }),
  ];
}
