/* Who is here: what was last told of it, in words that age with the clock. */
import type { Presence } from './api';
import { day, elapsed, t } from './i18n.svelte';
import type { Seat } from './model';

const MINUTE = 60;

export class Here {
  presence: Presence | null = $state.raw(null);
  #told = 0; /* when that was, in milliseconds */
  #now = $state(0);
  #timer = setInterval(() => (this.#now = Date.now()), 15_000);

  tell(presence: Presence | null) {
    this.presence = presence;
    this.#told = this.#now = Date.now();
  }

  close() {
    clearInterval(this.#timer);
  }

  /* Whether somebody looks from this seat; undefined if it is nobody's, or not known. */
  at(seat: Seat): boolean | undefined {
    return this.presence?.[seat]?.here;
  }

  /* The same in words. */
  words(seat: Seat): string {
    const told = this.presence?.[seat];
    if (!told) return '';
    if (told.here) return t('here.here');
    if (told.away !== null) {
      const seconds = told.away + (this.#now - this.#told) / 1000;
      return seconds < MINUTE ? t('here.away') : t('here.since', { time: elapsed(seconds) });
    }
    /* The day alone is known: of today that says less than that they are away. */
    const today = new Date().toISOString().slice(0, 10);
    return told.seen && told.seen < today
      ? t('here.seen', { day: day(Date.parse(told.seen)) })
      : t('here.away');
  }
}
