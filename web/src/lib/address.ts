/* Which page an address is, and the address of a page.
 *
 * The client lies in some folder of a host, at its root or below it: the page says where, by the
 * link to its manifest. A server answers every address of the table below with the same page
 * (src/server/wire/asset.c has the same table) and every other one with the same page and status
 * 404: "FOLDER/learn/london". A web space that only has files cannot do that, so there everything
 * comes after a #: "FOLDER/#/learn/london". Both forms are understood everywhere.
 *
 * What comes after the page is the key of a seat in "/g/ID#KEY", which is taken out of the address
 * as soon as it is read, where on the page to go, a whole study in "/analysis#TEXT" or "#TEXT~17", which
 * begins after 17 moves, or a record to be reviewed in "/replay#TEXT". */

/* The addresses of each page: what the first bracket holds becomes the id, the second the key. */
const table = {
  home: /^\/$/,
  game: /^\/g\/([\w-]+)$/,
  review: /^\/g\/([\w-]+)\/review$/,
  learn: /^\/learn(?:\/(\w+)(?:\/([\w-]+))?)?$/,
  rules: /^\/rules\/(\w+)$/,
  replay: /^\/replay(?:\/([\w-]+))?$/,
  analysis: /^\/analysis$/,
  explore: /^\/explore(?:\/(\w+))?$/,
  people: /^\/people\/([\w-]+)$/,
  ladder: /^\/ladder$/,
  puzzles: /^\/puzzles(?:\/([\w-]+))?$/,
  tournaments: /^\/tournaments$/,
  tournament: /^\/tournament\/([\w-]+)$/,
  account: /^\/account$/,
  moderate: /^\/moderate$/,
} as const;

/* Those that have something after a "#". */
const keyed = ['game', 'rules', 'replay', 'analysis'];

export interface Route {
  page: keyof typeof table | 'lost';
  id: string;
  key: string;
}

const meta = (name: string) =>
  globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
const manifest = globalThis.document?.querySelector<HTMLLinkElement>('link[rel=manifest]');

/* The folder, with a slash at its end. */
export const folder = manifest ? new URL('.', manifest.href).pathname : '/';

/* There is no server: the page has come from a web space. */
export const alone = meta('alibi-home') === 'device';

/* Which build of the client the page belongs to. */
export const version = meta('alibi-version') ?? '';

/* The address of a file of the client, or of the server's API, by its path in the folder. */
export const fileAt = (path: string) => folder + path.slice(1);

/* The address of a page, "/learn/london", as a link has it here. */
export const pageAt = (path: string) => (alone ? `${folder}#${path}` : fileAt(path));

/* The same with the host, to be sent to somebody. */
export const fullAddress = (path: string) => new URL(pageAt(path), location.href).href;

/* The path of a page, of the form "/g/ID#KEY", from what a browser has as its address. */
export function pathOf({ pathname, hash }: { pathname: string; hash: string }): string {
  if (hash.startsWith('#/')) return hash.slice(1);
  const path = pathname.startsWith(folder) ? pathname.slice(folder.length - 1) : pathname;
  /* Addresses that were used before each page had a path. */
  const older = path === '/' && /^#(?:learn\/\w+|replay)$/.test(hash);
  return older ? `/${hash.slice(1)}` : (path === '/index.html' ? '/' : path) + hash;
}

export function parse(path: string): Route {
  const [page, ...rest] = path.split('#');
  for (const [name, form] of Object.entries(table)) {
    const found = form.exec(page!);
    const key = found?.[2] ?? (keyed.includes(name) ? rest.join('#') : '');
    if (found) return { page: name as Route['page'], id: found[1] ?? '', key };
  }
  return { page: 'lost', id: '', key: '' };
}
