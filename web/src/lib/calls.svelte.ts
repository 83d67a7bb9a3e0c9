/* To which games of tournaments this person is called, wherever in the client they look. */
import type { Call } from './api';
import { t } from './i18n.svelte';
import { notifyUnseen } from './notify';
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

/* Whether this page shows it by itself. To a game it goes by itself, too; to a call somebody has to
 * come, who is told if they do not look. */
const shows = ({ tournament, game }: Call) =>
  [tournament, game].includes(route.now.id) && (!document.hidden || !!game);

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
    const fresh = list.find((c) => !shows(c) && !this.#known.has(nameOf(c)));
    this.#known = new Set(list.map(nameOf));
    if (!fresh) return;
    void play('turn');
    tell(words(fresh));
    void notifyUnseen(words(fresh), pathOf(fresh));
  }
}

/* Where it leads. */
export const pathOf = (c: Call) => (c.game ? `/g/${c.game}` : `/tournament/${c.tournament}`);

export const words = (c: Call) =>
  c.game ? t('tournament.begun') : t('tournament.summons', { name: c.opponent ?? '?' });

export const calls = new Calls();
