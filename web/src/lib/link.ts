/* Hearing of a game's events: by the server's stream, or by asking now and then.
 *
 * Browsers open six connections to a server, for all their windows together. So only a few of
 * the windows that are seen hold a stream, and there is always a connection left to play with;
 * the others, and those that nobody sees, ask. */
import { api, type Thinking, type Viewer } from './api';

const STREAMS = 4;
const PAUSE = 4000; /* milliseconds between two questions, or two tries */

/* Who is told what comes in. */
export interface Ear {
  heard(seq: number): void;
  thinking(what: Thinking | null): void;
  linked(well: boolean): void;
}

/* Takes one of the places for streams, which the windows of a browser share, and returns how to
 * give it back; undefined if none is free. A window that is closed gives it back by itself. */
async function place(): Promise<(() => void) | undefined> {
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

export class Link {
  #newest = 0;
  #viewer: Viewer = 'public';
  #try = 0; /* what began in another try is out of date */
  #end: () => void = () => {};
  #closed = false;

  constructor(
    readonly id: string,
    private ear: Ear,
  ) {
    document.addEventListener('visibilitychange', this.#attend);
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
    this.#silence();
  }

  #silence() {
    this.#try++;
    this.#end();
    this.#end = () => {};
  }

  /* A window that nobody sees gives its stream back; one that is seen again tries to get one. */
  #attend = () => void this.#begin();

  #heard(seq: number) {
    this.ear.linked(true);
    if (seq <= this.#newest) return;
    this.#newest = seq;
    this.ear.heard(seq);
  }

  async #begin() {
    this.#silence();
    if (this.#closed) return;
    const mine = this.#try;
    const free = document.hidden ? undefined : await place();
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
      const { seq, thinking } = await api.state(this.id, {
        as: this.#viewer,
        since: this.#newest,
      });
      if (mine !== this.#try) return;
      this.ear.thinking(thinking);
      this.#heard(seq);
      this.#again(thinking ? Math.min(500 + thinking.ms, PAUSE) : PAUSE);
    } catch {
      if (mine !== this.#try) return;
      this.ear.linked(false);
      this.#again();
    }
  }

  #stream(free: () => void) {
    const source = api.events(this.id, this.#viewer, this.#newest);
    const end = () => {
      source.close();
      free();
    };
    this.#end = end;
    source.onopen = () => this.ear.linked(true);
    source.onerror = () => {
      this.ear.linked(false);
      /* The browser takes a broken stream up again by itself, but not one that was refused. */
      if (source.readyState !== EventSource.CLOSED) return;
      end();
      this.#again();
    };
    source.onmessage = (message) => this.#heard(JSON.parse(message.data).seq);
    source.addEventListener('thinking', (message) =>
      this.ear.thinking(JSON.parse((message as MessageEvent<string>).data)),
    );
  }
}
