/* To which games of tournaments this person is called, wherever in the client they look. */
import type { Call } from './api';
import { t } from './i18n.svelte';
import { route } from './route.svelte';
import { play } from './sounds';
import { tell } from './speak.svelte';

/* What tells one call from the next. */
export const nameOf = (c: Call) => c.game ?? `${c.tournament} ${c.until}`;

/* Of which tournament a game is, for as long as the tab is there: a game that is over calls nobody. */
const slotOf = (game: string) => `tournament of ${game}`;
function remember(game: string, tournament: string) {
  try {
    sessionStorage.setItem(slotOf(game), tournament);
  } catch {
    /* storage is off: the page of the end has no link */
  }
}
function recalled(game: string): string | undefined {
  try {
    return sessionStorage.getItem(slotOf(game)) ?? undefined;
  } catch {
    return undefined;
  }
}

class Calls {
  list: Call[] = $state.raw([]);
  #known = new Set<string>();

  /* The first to which this page does not lead by itself. */
  readonly next = $derived(
    this.list.find(({ tournament, game }) => ![tournament, game].includes(route.now.id)),
  );

  /* The tournament of a game of this person's, which has been announced by a call. */
  tournamentOf(game: string): string | undefined {
    return this.list.find((c) => c.game === game)?.tournament ?? recalled(game);
  }

  take(list: Call[]) {
    this.list = list;
    for (const { game, tournament } of list) if (game) remember(game, tournament);
    const fresh = this.next && !this.#known.has(nameOf(this.next)) ? this.next : undefined;
    this.#known = new Set(list.map(nameOf));
    if (!fresh) return;
    void play('turn');
    tell(words(fresh));
  }
}

export const words = (c: Call) =>
  c.game ? t('tournament.begun') : t('tournament.summons', { name: c.opponent ?? '?' });

export const calls = new Calls();
