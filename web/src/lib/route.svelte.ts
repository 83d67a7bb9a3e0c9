/* The current page. */
import { parse, type Route } from './address';

export const route: { now: Route } = $state({ now: parse(location.pathname, location.hash) });

function read() {
  const next = parse(location.pathname, location.hash);
  /* Browsers may report one change twice, the second time without the key. */
  if (next.page === 'game' && next.id === route.now.id) next.key ||= route.now.key;
  route.now = next;
  if (route.now.page === 'game' && location.hash)
    history.replaceState(null, '', location.pathname);
}

export function go(address: string) {
  history.pushState(null, '', address);
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
  if (event.defaultPrevented || !address?.startsWith('/') || address.startsWith('/api/'))
    return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  go(address);
}
