/* Plays the past on: one step after the other, until somebody stops it or it has come to its
 * end. Where the steps come from is the film's affair: a game, or a record. */
export interface Film {
  at(): number;
  last(): number;
  /* shows the step, which may be PLAYED and not just looked up; resolves once it is seen */
  goto(at: number, played: boolean): Promise<void>;
  /* what there is to look at after a step that was played, at this speed */
  after?(speed: number): Promise<void>;
}

export const speeds = [0.5, 1, 2, 4] as const;
const STEP = 1000; /* milliseconds that a step stays */

export class Reel {
  playing = $state(false);
  speed: number = $state(1);
  #run = 0; /* what began in another run is over */
  #wake: () => void = () => {};

  constructor(private film: Film) {}

  /* Plays from here, from the beginning if this is the end; or from one step to another. */
  async play(from?: number, to?: number) {
    const mine = ++this.#run;
    this.playing = true;
    try {
      const last = () => to ?? this.film.last();
      if (from !== undefined) await this.#step(from, mine, false);
      else if (this.film.at() >= last()) await this.#step(0, mine, false);
      while (mine === this.#run && this.film.at() < last()) {
        const at = this.film.at();
        await this.#step(at + 1, mine, true);
        if (this.film.at() <= at) break; /* it cannot be shown */
      }
    } finally {
      if (mine === this.#run) this.playing = false;
    }
  }

  async #step(at: number, mine: number, played: boolean) {
    await this.film.goto(at, played);
    if (mine !== this.#run) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, STEP / this.speed);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    if (played && mine === this.#run) await this.film.after?.(this.speed);
  }

  pause() {
    this.#run++;
    this.playing = false;
    this.#wake();
  }
}
