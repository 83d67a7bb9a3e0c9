/* Hearing of a game's events: by its home's stream, which tells all that they changed, or by
 * asking for the whole state now and then.
 *
 * Browsers open six connections to a server, for all their windows together. So only a few of
 * the windows that are seen hold a stream, and there is always a connection left to play with;
 * the others, and those that nobody sees, ask. A stream of this device takes no connection. */
import { isOnDevice } from './device.svelte';
import {
  api,
  Refusal,
  type ClocksTold,
  type GameState,
  type News,
  type Presence,
  type Thinking,
  type Viewer,
  type Words,
} from './api';
import type { Sent } from './scene';
import type { TalkTold } from './talk.svelte';

const STREAMS = 4;
const PAUSE = 4000; /* milliseconds between two questions, or two tries */

/* The receiver of what comes in. */
export interface Ear {
  heard(event: News): void;
  asked(state: Sent<GameState>): void;
  thinking(what: Thinking | null): void;
  /* a decision had no more than this time */
  hurried(what: Thinking): void;
  presence(who: Presence | null): void;
  clocks(told: ClocksTold | undefined): void;
  talk(told: TalkTold): void;
  linked(well: boolean): void;
  /* the game is not open to this browser any more */
  lost(): void;
}

/* Takes one of the places for streams, which the windows of a browser share, and returns how to
 * give it back; undefined if none is free. A window that is closed gives it back by itself. */
export async function place(): Promise<(() => void) | undefined> {
  if (!('locks' in navigator)) return () => {}; /* over plain HTTP from elsewhere */
  for (let i = 0; i < STREAMS; i++) {
    const free = await new Promise<(() => void) | undefined>((resolve) => {
      navigator.locks
        .request(`stream ${i}`, { ifAvailable: true }, (lock) =>
          lock ? new Promise<void>((done) => resolve(done)) : resolve(undefined),
        )
        .catch(() => resolve(undefined)); /* not allowed to */
    });
    if (free) return free;
  }
  return undefined;
}

/* Calls AGAIN once: after a while, or as soon as the browser says that the line is back. */
export function whenBack(again: () => void) {
  const now = () => {
    clearTimeout(timer);
    removeEventListener('online', now);
    again();
  };
  const timer = setTimeout(now, PAUSE);
  addEventListener('online', now);
}

export class Link {
  #newest = 0;
  #viewer: Viewer = 'public';
  #try = 0; /* what began in another try is out of date */
  #end: () => void = () => {};
  #closed = false;

  constructor(
    readonly id: string,
    private words: Words,
    private ear: Ear,
  ) {
    document.addEventListener('visibilitychange', this.#attend);
    addEventListener('online', this.#attend);
  }

  /* Listens through these eyes, to what comes after event number SINCE. */
  listen(viewer: Viewer, since: number) {
    this.#viewer = viewer;
    this.#newest = since;
    void this.#begin();
  }

  close() {
    this.#closed = true;
    document.removeEventListener('visibilitychange', this.#attend);
    removeEventListener('online', this.#attend);
    this.#silence();
  }

  /* Something else could not be sent: the line is tried at once, so that the page knows when it is
   * back. */
  doubt() {
    if (this.#closed) return;
    this.ear.linked(false);
    void this.#begin();
  }

  #silence() {
    this.#try++;
    this.#end();
    this.#end = () => {};
  }

  /* A window that nobody sees gives its stream back; one that is seen again tries to get one. */
  #attend = () => void this.#begin();

  /* Whether SEQ is news, and something has come over the line. */
  #isNews(seq: number): boolean {
    this.ear.linked(true);
    const news = seq > this.#newest;
    this.#newest = Math.max(this.#newest, seq);
    return news;
  }

  async #begin() {
    this.#silence();
    if (this.#closed) return;
    const mine = this.#try;
    const free = isOnDevice(this.id) ? () => {} : document.hidden ? undefined : await place();
    if (mine !== this.#try) free?.();
    else if (free) this.#stream(free);
    else await this.#ask();
  }

  #again(pause = PAUSE) {
    const timer = setTimeout(() => void this.#begin(), pause);
    this.#end = () => clearTimeout(timer);
  }

  async #ask() {
    const mine = this.#try;
    try {
      const state = await api.state(this.id, {
        as: this.#viewer,
        since: this.#newest,
        words: this.words,
      });
      const { seq, thinking } = state;
      if (mine !== this.#try) return;
      if (this.#isNews(seq)) this.ear.asked(state);
      this.ear.thinking(thinking);
      this.ear.presence(state.presence);
      this.ear.clocks(state.clocks);
      this.#again(thinking ? Math.min(500 + thinking.ms, PAUSE) : PAUSE);
    } catch (e) {
      if (mine !== this.#try) return;
      if (e instanceof Refusal && e.status === 404) this.ear.lost();
      this.ear.linked(false);
      this.#again();
    }
  }

  #stream(free: () => void) {
    const stop = api.events(this.id, this.#viewer, this.#newest, this.words, {
      opened: () => this.ear.linked(true),
      broken: (ended) => {
        this.ear.linked(false);
        if (!ended) return;
        end();
        void this.#ask(); /* which tells why */
      },
      news: (event) => {
        if (this.#isNews(event.seq)) this.ear.heard(event);
      },
      thinking: (what) => this.ear.thinking(what),
      hurried: (what) => this.ear.hurried(what),
      presence: (who) => this.ear.presence(who),
      clocks: (told) => this.ear.clocks(told),
      talk: (told) => this.ear.talk(told),
    });
    const end = () => {
      stop();
      free();
    };
    this.#end = end;
  }
}
