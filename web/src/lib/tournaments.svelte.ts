/* Tournaments: what the server says of them, one that is followed live, and to which games this
 * person is called. */
import { account } from './account.svelte';
import { askServer, freshKey, Refusal } from './api';
import { server } from './home';
import type { Key } from './i18n.svelte';
import { t } from './i18n.svelte';
import { place, whenBack } from './link';

export interface Tournament {
  id: string;
  title: string;
  game: string;
  kind: 'swiss' | 'arena';
  clock: string;
  minutes?: number;
  rounds?: number;
  patience: number;
  starts: number;
  rated: boolean;
  state: 'planned' | 'running' | 'over' | 'cancelled';
  ended?: number;
  entries: number;
  maker: { id: string; name: string | null };
}

export interface Player {
  id: string | null;
  name: string | null;
  bot: boolean;
  rating: number;
  withdrawn: boolean;
}

export interface Row {
  place: number;
  player: number;
  points: number;
  buchholz?: number;
  won?: number;
  meetings?: number;
}

export interface Fixture {
  state: 'called' | 'playing' | 'over';
  id?: string;
  winner?: 'first' | 'second' | null;
  how?: string;
}

export interface Meeting {
  number: number;
  round?: number;
  first: number;
  second: number | null;
  called: number;
  points: [number, number];
  games: Fixture[];
}

export interface Page extends Tournament {
  now: number;
  round?: number;
  players: Player[];
  table: Row[];
  meetings: Meeting[];
}

export interface Plan {
  title: string;
  game: string;
  kind: 'swiss' | 'arena';
  clock: string;
  rounds?: number;
  minutes?: number;
  starts: number;
  rated: boolean;
}

export const titles = [
  'fog',
  'gaslight',
  'lantern',
  'midnight',
  'bridge',
  'harbour',
  'rooftop',
  'clocktower',
] as const;

const at = (id: string, rest = '') => `/api/tournaments/${encodeURIComponent(id)}${rest}`;

export const tournaments = {
  /* With AFTER, what an answer has called next, those that were over before the ones in it. */
  list: (after?: string) =>
    askServer<{ now: number; tournaments: Tournament[]; next: string | null }>(
      `/api/tournaments${after ? `?after=${after}` : ''}`,
    ),
  page: (id: string) => askServer<Page>(at(id)),
  make: (plan: Plan, request: string) =>
    askServer<{ id: string }>('/api/tournaments', { ...plan, request }),
  /* Everything else that somebody does. */
  say: (id: string, what: 'join' | 'withdraw' | 'ready' | 'cancel') =>
    askServer(at(id, `/${what}`), {}),
  async meetings(id: string): Promise<Meeting[]> {
    const found: Meeting[] = [];
    for (let after: number | null = 0; after !== null;) {
      const said: { meetings: Meeting[]; next: number | null } = await askServer(
        at(id, `/meetings?after=${after}`),
      );
      found.push(...said.meetings);
      after = said.next;
    }
    return found;
  },
};

/* A key of 22 characters, by which a request may be sent again. */
export const requestKey = () => (freshKey() + freshKey()).slice(0, 22);

export const titleOfTournament = (title: string) =>
  (titles as readonly string[]).includes(title) ? t(`tournament.title.${title}` as Key) : title;

export const opponentOf = (m: Meeting, mine: number) => (m.first === mine ? m.second : m.first);
export const isOpen = (m: Meeting) => m.games.some((g) => g.state !== 'over');
export const nextGame = (m: Meeting) => m.games.find((g) => g.state !== 'over');

/* A tournament's page as it is now: by the server's stream, or by asking where no connection is
 * spare. */
export class Following {
  page: Page | undefined = $state.raw();
  failure: unknown = $state.raw();
  skew = 0; /* what this device's clock lacks */
  #end = () => {};
  #closed = false;

  readonly mine = $derived(this.page?.players.findIndex((p) => p.id === account.me?.id) ?? -1);
  readonly entry = $derived(this.page?.players[this.mine]);
  /* the meeting that this person has to play */
  readonly meeting = $derived(
    this.page?.state === 'running' && this.mine >= 0
      ? this.page.meetings.find(
          (m) => isOpen(m) && (m.first === this.mine || m.second === this.mine),
        )
      : undefined,
  );

  constructor(private id: string) {
    void this.#begin();
  }

  close() {
    this.#closed = true;
    this.#end();
  }

  /* By the server's clock. */
  now = () => Date.now() + this.skew;

  async look() {
    this.#take(await tournaments.page(this.id));
  }

  #take(page: Page) {
    this.skew = page.now - Date.now();
    this.page = page;
    this.failure = undefined;
  }

  async #begin() {
    try {
      await this.look();
    } catch (e) {
      this.failure = e;
      if (e instanceof Refusal && e.status === 404) return;
      if (!this.#closed) whenBack(() => void this.#begin());
      return;
    }
    const free = this.#closed ? undefined : await place();
    if (this.#closed) free?.();
    else if (free) this.#stream(free);
    else this.#poll();
  }

  #stream(free: () => void) {
    const stop = server.listen(at(this.id, '/events'), {
      opened() {},
      heard: (name, data) => name === 'tournament' && this.#take(JSON.parse(data) as Page),
      broken: (ended) => {
        if (!ended || this.#closed) return;
        this.#end();
        this.#poll();
      },
    });
    this.#end = () => {
      stop();
      free();
    };
  }

  #poll() {
    const timer = setTimeout(() => void this.#begin(), 4000);
    this.#end = () => clearTimeout(timer);
  }
}
