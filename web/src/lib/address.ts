/* Which page an address is. The server answers every address of the table below with the same page
 * (src/server/wire/asset.c has the same table) and every other one with the same page and
 * status 404. The part after # is the key of a seat in "/g/ID#KEY", which is taken out of the
 * address as soon as it is read, or where on the page to go. */

/* The addresses of each page: what the first bracket holds becomes the id, the second the key. */
const table = {
  home: /^\/$/,
  game: /^\/g\/([\w-]+)$/,
  learn: /^\/learn(?:\/(\w+)(?:\/([\w-]+))?)?$/,
  rules: /^\/rules\/(\w+)$/,
  replay: /^\/replay(?:\/([\w-]+))?$/,
} as const;

export interface Route {
  page: keyof typeof table | 'lost';
  id: string;
  key: string;
}

/* Addresses that were used before each page had a path. */
function older(hash: string): string | undefined {
  return /^#(learn\/\w+|replay)$/.test(hash) ? `/${hash.slice(1)}` : undefined;
}

export function parse(pathname: string, hash: string): Route {
  const path = (pathname === '/' && older(hash)) || pathname;
  for (const [page, form] of Object.entries(table)) {
    const found = form.exec(path);
    const key = found?.[2] ?? (page === 'game' || page === 'rules' ? hash.slice(1) : '');
    if (found) return { page: page as Route['page'], id: found[1] ?? '', key };
  }
  return { page: 'lost', id: '', key: '' };
}
