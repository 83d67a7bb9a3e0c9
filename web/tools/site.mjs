/* The client for a web space that has files and nothing else: `make site` leaves it in build/site.
 *
 * It is what the server has, without what only a server needs: the packed files, the picture of
 * shared links. The page asks for its files beside itself, so that the folder can lie anywhere, says
 * that there is no server, and carries the Content-Security-Policy that a server sends. */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, '../dist');

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; " +
  "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

/* The server's page as that of a web space. */
export const pageOf = (html) =>
  html
    .replace(/ *<link rel="preload" href="\/api[^>]*>\n/, '')
    .replaceAll('="/', '="./')
    .replace(
      '<title>',
      `<meta name="alibi-home" content="device" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <title>`,
    );

export function makeSite(folder) {
  if (!existsSync(join(dist, 'index.html'))) throw new Error('the client has not been built');
  if (!readdirSync(join(dist, 'assets')).some((name) => name.startsWith('engine-')))
    throw new Error('the client was built without the engine: see README.md');
  rmSync(folder, { recursive: true, force: true });
  cpSync(dist, folder, {
    recursive: true,
    filter: (name) => !/\.(br|gz)$|picture\.png$/.test(name),
  });
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  writeFileSync(join(folder, 'index.html'), pageOf(page));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2] ?? join(here, '../../build/site');
  makeSite(folder);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath ?? entry.path, entry.name)));
  const bytes = files.reduce((sum, data) => sum + data.length, 0);
  const sent = files.reduce(
    (sum, data) => sum + Math.min(gzipSync(data).length, data.length),
    0,
  );
  console.log(
    `${folder}: ${bytes} bytes in ${files.length} files, ${sent} if they are sent packed`,
  );
}
