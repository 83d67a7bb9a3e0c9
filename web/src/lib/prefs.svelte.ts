/* A person's settings, stored in this browser. */
import type { Language } from '../gen/texts';
import { keep, kept } from './kept';

export interface Prefs {
  language: 'auto' | Language;
  theme: 'auto' | 'light' | 'dark' | 'contrast';
  motion: 'auto' | 'none';
  pace: 'slow' | 'normal' | 'quick' | 'instant';
  sounds: boolean;
  askedSound: boolean;
  notify: boolean; /* the desktop tells of one's turn */
  ticks: boolean; /* one's own last ten seconds are heard */
  volume: number; /* of a hundred */
  witnesses: boolean;
  coach: boolean;
  reach: boolean;
  text: boolean;
  turned: boolean;
  tokens: boolean;
  zoomed: boolean; /* has found out that the board can be made larger */
  level: string;
}

const standard: Prefs = {
  language: 'auto',
  theme: 'auto',
  motion: 'auto',
  pace: 'normal',
  sounds: false,
  askedSound: false,
  notify: false,
  ticks: true,
  volume: 70,
  witnesses: true,
  coach: true,
  reach: true,
  text: false,
  turned: false,
  tokens: false,
  zoomed: false,
  level: 'level1',
};

export const prefs: Prefs = $state({ ...standard, ...kept() });

export const save = () => keep(prefs);

const media = (query: string) => matchMedia(`(prefers-${query})`);

/* Puts theme and motion on the page. */
export function dress(root: HTMLElement) {
  const theme =
    prefs.theme !== 'auto'
      ? prefs.theme
      : media('contrast: more').matches
        ? 'contrast'
        : media('color-scheme: light').matches
          ? 'light'
          : 'dark';
  root.dataset['theme'] = theme;
  root.dataset['motion'] =
    prefs.motion === 'none' || media('reduced-motion: reduce').matches ? 'none' : 'some';
}

/* Whether nothing should move. */
export function still(): boolean {
  return document.documentElement.dataset['motion'] === 'none';
}

/* Calls back when the device's own settings change. */
export function watch(changed: () => void) {
  for (const query of ['contrast: more', 'color-scheme: light', 'reduced-motion: reduce'])
    media(query).addEventListener('change', changed);
}

/* Milliseconds between two steps of somebody else's move. */
export function pace(): number {
  return { slow: 1400, normal: 750, quick: 250, instant: 0 }[prefs.pace];
}

/* How long the moments of a game take, compared with the usual pace. */
export function tempo(): number {
  return { slow: 1.5, normal: 1, quick: 0.5, instant: 0 }[prefs.pace];
}
