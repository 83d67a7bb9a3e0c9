/* Plays moments, one after the other: each stays for its time, and those who are cleared are turned
 * over within it. Whoever does not want to wait skips; with an instant pace there is nothing to
 * skip, and where nothing may move the picture stands still for its time. */
import { tick } from 'svelte';
import type { Moment } from './moments';
import { still, tempo } from './prefs.svelte';
import { play as sound } from './sounds';
import { tell } from './speak.svelte';

export class Staging {
  now: Moment | undefined = $state.raw();
  /* how many of those whom this moment clears have been turned over */
  turned = $state(0);
  #coming: Moment[] = $state.raw([]);
  #skip: () => void = () => {};
  #skipped = false;

  /* whether something is shown, or soon will be */
  readonly pending = $derived(!!this.now || this.#coming.length > 0);
  /* who has been cleared, but is not turned over yet */
  readonly held: string[] = $derived([
    ...(this.now?.cleared.slice(this.turned) ?? []),
    ...this.#coming.flatMap((m) => m.cleared),
  ]);

  /* These will be played soon: nobody is to see their outcome before. */
  expect(moments: Moment[]) {
    if (tempo() && !document.hidden) this.#coming = moments;
    else for (const moment of moments) sound(moment.cue);
  }

  /* Plays what was expected; SPEED is that of a replay. */
  async run(speed = 1) {
    while (this.#coming.length) {
      const [moment, ...rest] = this.#coming;
      this.turned = 0;
      this.now = moment;
      this.#coming = rest;
      await this.#show(moment!, (tempo() * moment!.ms) / speed);
    }
    this.now = undefined;
  }

  async #show(moment: Moment, ms: number) {
    this.#skipped = false;
    await tick(); /* its time begins when it is there to be seen */
    sound(moment.cue);
    if (moment.text) tell(moment.text);
    const n = moment.cleared.length;
    /* The answer first; then they turn, and the last of them is seen for a while. */
    const each = still() ? 0 : (ms * 0.4) / Math.max(n, 1);
    await this.#wait(still() ? 0 : ms * 0.35);
    for (let i = 1; i <= n; i++) {
      this.turned = i;
      if (!this.#skipped && each > 60) sound('cleared');
      await this.#wait(each);
    }
    await this.#wait(still() ? ms : ms * (n ? 0.25 : 0.65));
  }

  #wait(ms: number): Promise<void> {
    if (this.#skipped || ms <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#skip = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /* Ends the moment that is shown. */
  skip() {
    this.#skipped = true;
    this.#skip();
  }

  /* Nothing of this is to be shown any more. */
  clear() {
    this.#coming = [];
    this.skip();
  }
}
