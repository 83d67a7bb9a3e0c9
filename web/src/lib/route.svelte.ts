/* The current page. */
import { fileAt, folder, pageAt, parse, pathOf, type Route } from './address';

const now = () => parse(pathOf(location));

export const route: { now: Route } = $state({ now: now() });

function read() {
  const next = now();
  /* Browsers may report one change twice, the second time without the key. */
  if (next.page === 'game' && next.id === route.now.id) next.key ||= route.now.key;
  route.now = next;
  const path = pathOf(location);
  if (next.page === 'game' && path.includes('#'))
    history.replaceState(null, '', pageAt(path.split('#')[0]!));
}

/* Goes to the page of this path: "/learn/london". */
export function go(path: string) {
  history.pushState(null, '', pageAt(path));
  read();
  scrollTo(0, 0);
  document.getElementById('main')?.focus();
}

addEventListener('popstate', read);
addEventListener('hashchange', read);
read();

/* Links within the client do not reload the page. */
export function follow(event: MouseEvent) {
  const link = (event.target as Element).closest('a');
  const address = link?.getAttribute('href');
  if (event.defaultPrevented || link?.target || link?.hasAttribute('download')) return;
  if (!address?.startsWith(folder) || address.startsWith(fileAt('/api/'))) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  const { pathname, hash } = new URL(address, location.href);
  go(pathOf({ pathname, hash }));
}
