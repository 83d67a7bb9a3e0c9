/* What the server would say to a preview or a question of reach, said at once: a worker with the
 * engine follows the seat by what the seat is told, and by nothing else, and answers in the bytes of
 * the server. The server remains the judge of what is played. Until the engine is there, where it
 * cannot be, and to whatever it cannot tell, the server answers. */
import type { GameState, Happening, Viewer } from './api';
import { isOnDevice } from './device.svelte';
import { hasEngine } from './engine';
import type { Said } from './home';

export type Question =
  | { sit: { game: string; options: Record<string, string>; as: 'jack' | 'detective' } }
  | { see: { seq: number; tokens: string[] } }
  | { ask: ['GET' | 'POST', string, string?] };

const LATER = 1500; /* milliseconds: what the page needs itself comes first */

export class Near {
  #worker: Worker | undefined;
  #waiting = new Map<number, (said: Said | null) => void>();
  #number = 0;
  #ready = false;
  /* whose seat it sits in, and how many events it has been told of */
  #as: Viewer | undefined;
  #seq = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #latest: (() => void) | undefined;

  /* The game stands so, for VIEWER, after this whole HISTORY. One on this device is near anyway. */
  follow(state: GameState, history: Happening[], viewer: Viewer) {
    if (
      isOnDevice(state.id) ||
      state.onward /* which begins where only the server can tell */ ||
      !hasEngine ||
      state.at !== state.seq ||
      state.status !== 'playing'
    )
      return;
    this.#latest = () => this.#tell(state, history, viewer);
    if (this.#worker) this.#latest();
    else this.#timer ??= setTimeout(() => this.#begin(), LATER);
  }

  #begin() {
    const worker = new Worker(new URL('./near.worker.ts', import.meta.url), { type: 'module' });
    this.#worker = worker;
    worker.onmessage = ({ data: [number, said] }: MessageEvent<[number, Said | null]>) => {
      this.#ready = true;
      this.#waiting.get(number)?.(said);
      this.#waiting.delete(number);
    };
    worker.onerror = () => this.close();
    this.#latest?.();
  }

  #send(question: Question): number {
    this.#worker?.postMessage([++this.#number, question]);
    return this.#number;
  }

  #tell(state: GameState, history: Happening[], viewer: Viewer) {
    const { game, options, seq } = state;
    if (viewer !== 'jack' && viewer !== 'detective') {
      this.#as = undefined;
      return;
    }
    /* A history with a gap is no history. */
    if (history.some((h, i) => h.seq !== i + 1) || history.length !== seq) return;
    if (viewer !== this.#as || seq < this.#seq) {
      this.#seq = 0;
      this.#as = viewer;
      this.#send({ sit: { game, options, as: viewer } });
    }
    const news = history.slice(this.#seq);
    const tokens = news.flatMap((h) =>
      h.token === undefined ? [] : [h.token, ...(h.told ?? []).map((told) => told.token)],
    );
    this.#seq = seq;
    this.#send({ see: { seq, tokens } });
  }

  /* Undefined while the engine is on its way: nobody waits for it. */
  ask = (
    method: 'GET' | 'POST',
    path: string,
    body?: string,
  ): Promise<Said | null> | undefined => {
    if (!this.#ready || !this.#as) return undefined;
    const number = this.#send({ ask: [method, path, body] });
    return new Promise((resolve) => this.#waiting.set(number, resolve));
  };

  close() {
    clearTimeout(this.#timer);
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#ready = false;
    this.#as = undefined;
    for (const resolve of this.#waiting.values()) resolve(null);
    this.#waiting.clear();
  }
}
