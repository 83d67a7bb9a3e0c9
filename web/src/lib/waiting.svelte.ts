/* What waits for this person, on whatever page they are: turns, calls to games of tournaments,
 * challenges, games that have been found. It is counted in the titles of all pages and at the icons
 * of app and tab. */
import { fileAt } from './address';
import { calls } from './calls.svelte';
import { meet } from './meet.svelte';
import { route } from './route.svelte';
import { turns } from './turns.svelte';

class Waiting {
  /* games, tournaments and challenges, each once */
  readonly all = $derived(
    new Set([
      ...turns.waiting.map((g) => g.id),
      ...calls.list.map((c) => c.game ?? c.tournament),
      ...meet.incoming.map((c) => c.id),
      ...(meet.accepted ? [meet.accepted.game] : []),
    ]),
  );
  /* without the game of this page, whose title says it by itself */
  readonly elsewhere = $derived(
    [...this.all].filter((id) => route.now.page !== 'game' || route.now.id !== id).length +
      (meet.found ? 1 : 0),
  );
}

export const waiting = new Waiting();

/* The title of this page, with the number of what waits elsewhere: in an effect. */
export function entitle(title: string) {
  const n = waiting.elsewhere;
  document.title = n ? `(${n}) ${title}` : title;
}

/* The number at the app's icon, where the browser has kept the client as an app, and a mark in the
 * tab's: in an effect. */
export function mark() {
  const count = waiting.all.size;
  const shown = count ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  shown?.catch(() => {}); /* there is no icon */
  document
    .querySelector('link[rel=icon][type="image/svg+xml"]')
    ?.setAttribute('href', fileAt(count ? '/icon-turn.svg' : '/icon.svg'));
}
