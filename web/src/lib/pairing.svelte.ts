/* Waiting for somebody who wants to play the same: asked again every few seconds, so that the server
 * knows that somebody still waits here, until there is a game. */
import { api, freshKey, Refusal, type Wish } from './api';

const EVERY = 4000; /* milliseconds */

export class Pairing {
  since: number | undefined = $state();
  private timer = 0;
  private ticket = '';

  constructor(
    private found: (id: string) => void,
    private failed: (why: unknown) => void,
  ) {}

  get waits() {
    return this.since !== undefined;
  }

  start(wish: Wish) {
    this.stop();
    this.since = Date.now();
    this.ticket = freshKey();
    void this.ask(wish, this.ticket);
  }

  private async ask(wish: Wish, ticket: string) {
    try {
      const { game } = await api.pairing({ ...wish, ticket });
      if (ticket !== this.ticket) return;
      if (game) {
        this.since = undefined;
        this.ticket = '';
        this.found(game);
        return;
      }
    } catch (e) {
      if (ticket !== this.ticket) return;
      if (!(e instanceof Refusal) || e.code !== 'network') {
        this.stop();
        this.failed(e);
        return;
      }
    }
    this.timer = window.setTimeout(() => void this.ask(wish, ticket), EVERY);
  }

  stop() {
    clearTimeout(this.timer);
    if (this.ticket)
      api.endPairing().catch(() => {}); /* a wish that is not renewed ends, too */
    this.since = undefined;
    this.ticket = '';
  }
}
