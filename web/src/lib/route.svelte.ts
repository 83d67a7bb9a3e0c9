/* The current page: the server answers "/" and "/g/ID" with this page, which reads the rest from
 * the part after #. The key in "/g/ID#KEY" is taken out of the address as soon as it is read. */

export interface Route {
  page: 'home' | 'game' | 'learn' | 'replay';
  id: string;
  key: string;
}

export function parse(pathname: string, hash: string): Route {
  const game = /^\/g\/([\w-]+)$/.exec(pathname);
  if (game) return { page: 'game', id: game[1] ?? '', key: hash.slice(1) };
  const learn = /^#learn\/(\w+)$/.exec(hash);
  if (learn) return { page: 'learn', id: learn[1] ?? '', key: '' };
  return { page: hash === '#replay' ? 'replay' : 'home', id: '', key: '' };
}

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
  if (!address?.startsWith('/') || address.startsWith('/api/') || link?.target) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  go(address);
}
