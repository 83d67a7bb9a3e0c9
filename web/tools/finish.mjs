/* Finishes what Vite has built in dist/: the page, and the service worker that knows all files.
 *
 * Vite's page asks for its files beside itself. A server sends the same page at every address, so
 * there it asks from the root on; tools/site.mjs makes the page of a web space. Both say which build
 * they are of: a hash of all that it consists of. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, '../dist');
const source = readFileSync(join(here, '../src/sw.js'), 'utf8');
const vites = readFileSync(join(dist, 'index.html'), 'utf8');

/* What is never asked for by a page: the worker itself, and the picture of shared links. */
const apart = ['index.html', 'sw.js', 'picture.png'];
const names = readdirSync(dist, { recursive: true })
  .filter((name) => statSync(join(dist, name)).isFile() && !/\.(br|gz)$/.test(name))
  .filter((name) => !apart.includes(name))
  .sort();

const hash = createHash('sha256').update(source).update(vites);
for (const name of names) hash.update(name).update(readFileSync(join(dist, name)));
const version = hash.digest('hex').slice(0, 16);

const texts = {};
const files = ['./'];
for (const name of names) {
  const [, code] = /^assets\/\w+\.([a-z]{2})-/.exec(name) ?? [];
  if (code) (texts[code] ??= []).push(name);
  else files.push(name);
}

const BUILD = JSON.stringify({ version, files, texts });
const { code } = transformSync(source, { define: { BUILD }, minify: true, target: 'es2022' });
writeFileSync(join(dist, 'sw.js'), code);
writeFileSync(
  join(dist, 'index.html'),
  vites
    .replaceAll('="./', '="/')
    .replace('<title>', `<meta name="alibi-version" content="${version}" />\n    <title>`),
);
