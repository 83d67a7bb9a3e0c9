/* What this person is told on every page: a game of a tournament, challenges, what has become of one's
 * own, that one waits for somebody. It has room of its own above a page and stays in sight, until it is
 * put away; then, and beside a board, which is covered by nothing, a button in the header has it. */
import { calls, nameOf } from './calls.svelte';
import { help } from './help.svelte';
import { meet } from './meet.svelte';
import { route } from './route.svelte';

class Notices {
  /* by names that tell one from the next */
  readonly all: string[] = $derived([
    ...(calls.next ? [`call ${nameOf(calls.next)}`] : []),
    ...meet.challenges.map((c) => `challenge ${c.id}`),
    ...(meet.accepted ? [`accepted ${meet.accepted.game}`] : []),
    ...(meet.declined ? [`declined ${meet.declined}`] : []),
    ...(meet.wish && route.now.page !== 'home' ? ['looking'] : []),
  ]);
  /* those that were put away */
  #away: string[] = $state.raw([]);
  /* the game or lesson beside whose board somebody looks at them */
  #beside = $state('');

  readonly board = $derived(!!help.board);
  /* whether they are shown, not only the button */
  readonly open = $derived(
    this.board
      ? this.#beside === this.#here && this.all.length > 0
      : this.all.some((name) => !this.#away.includes(name)),
  );

  get #here() {
    return `${route.now.page} ${route.now.id}`;
  }

  show() {
    this.#away = [];
    this.#beside = this.#here;
  }
  putAway() {
    this.#away = this.all;
    this.#beside = '';
  }
}

export const notices = new Notices();
