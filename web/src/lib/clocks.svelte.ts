/* Clocks as they are shown: what the server told last, and what has passed here since. Nothing
 * is counted down: however late a timer fires, what is shown is right. */
import type { ClocksTold } from './api';
import { moment, t } from './i18n.svelte';

export type Side = 'jack' | 'detective';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/* What is left when a clock begins to look different: of the whole game, and of days. */
const LOW = 20 * SECOND;
const LOW_DAYS = 6 * HOUR;

/* The agreements that are offered. */
export const offered = [
  '180+2',
  '300+5',
  '600+0',
  '600+10',
  '1200+20',
  '3600+30',
  '1d',
  '3d',
  '7d',
];

export const inDays = (clock: string) => clock.endsWith('d');

/* An agreement in words: "5 min + 5 s a turn". */
export function agreed(clock: string): string {
  if (inDays(clock)) return t('clock.days', { n: parseInt(clock) });
  const [base = 0, more = 0] = clock.split('+').map(Number);
  const minutes = base / 60;
  return more ? t('clock.live', { minutes, seconds: more }) : t('clock.sudden', { minutes });
}

/* What is left, short: "4:59", "5 h 12 min", "2 d 3 h". The last second is 0:01. */
export function short(ms: number): string {
  const seconds = Math.ceil(ms / SECOND);
  if (ms >= DAY)
    return t('clock.short.dh', {
      d: Math.floor(ms / DAY),
      h: Math.floor((ms % DAY) / HOUR),
    });
  if (ms >= HOUR)
    return t('clock.short.hm', {
      h: Math.floor(ms / HOUR),
      m: Math.floor((ms % HOUR) / MINUTE),
    });
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/* The same to be heard: "4 minutes 59 seconds". */
export function spoken(ms: number): string {
  const seconds = Math.ceil(ms / SECOND);
  const parts: ['clock.d' | 'clock.h' | 'clock.m' | 'clock.s', number][] =
    ms >= HOUR
      ? [
          ['clock.d', Math.floor(ms / DAY)],
          ['clock.h', Math.floor((ms % DAY) / HOUR)],
          ['clock.m', ms >= DAY ? 0 : Math.floor((ms % HOUR) / MINUTE)],
        ]
      : [
          ['clock.m', Math.floor(seconds / 60)],
          ['clock.s', seconds % 60],
        ];
  const said = parts.filter(([, n]) => n > 0).map(([key, n]) => t(key, { n }));
  return said.join(' ') || t('clock.s', { n: 0 });
}

/* Until when, in the reader's time zone, to the minute, so that it does not waver with the line. */
export const minute = (at: number) => moment(Math.round(at / MINUTE) * MINUTE);
/* What is left until then, and when that is. */
export const lasting = (at: number) =>
  `${t('clock.togo', { time: short(Math.max(0, at - Date.now())) })}, ${t('clock.until', { when: minute(at) })}`;

export class Clocks {
  told: ClocksTold | undefined = $state.raw();
  #now = $state(0);
  #at = 0; /* when it was told */
  #timer: ReturnType<typeof setTimeout> | undefined;

  hear(told: ClocksTold | undefined) {
    this.told = told;
    this.#at = performance.now();
    this.#look();
  }

  close() {
    clearTimeout(this.#timer);
  }

  left(seat: Side): number {
    if (!this.told) return 0;
    const passed = this.told.runs === seat ? Math.max(0, this.#now - this.#at) : 0;
    return Math.max(0, this.told[seat] - passed);
  }

  /* When the time of whoever is to act is up, by the clock of this device; undefined while
   * nobody's runs. */
  get ends(): number | undefined {
    const runs = this.told?.runs;
    return runs ? Date.now() + this.left(runs) : undefined;
  }

  low(seat: Side, clock: string): boolean {
    return this.told?.runs === seat && this.left(seat) < (inDays(clock) ? LOW_DAYS : LOW);
  }

  /* Looks again when the running clock shows its next second. */
  #look() {
    clearTimeout(this.#timer);
    this.#now = performance.now();
    const runs = this.told?.runs;
    if (!runs || this.left(runs) <= 0) return;
    const left = this.left(runs);
    this.#timer = setTimeout(() => this.#look(), left % SECOND || SECOND);
  }
}
