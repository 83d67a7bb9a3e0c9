/* To which games of tournaments this person is called, wherever in the client they look. */
import type { Call } from './api';
import { t } from './i18n.svelte';
import { route } from './route.svelte';
import { play } from './sounds';
import { tell } from './speak.svelte';

/* What tells one call from the next. */
export const nameOf = (c: Call) => c.game ?? `${c.tournament} ${c.until}`;

class Calls {
  list: Call[] = $state.raw([]);
  #known = new Set<string>();

  /* The first to which this page does not lead by itself. */
  readonly next = $derived(
    this.list.find(({ tournament, game }) => ![tournament, game].includes(route.now.id)),
  );

  take(list: Call[]) {
    this.list = list;
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
