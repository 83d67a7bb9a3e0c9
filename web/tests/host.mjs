/* A web space: files from a folder under some path, and nothing else. No address is rewritten, and
 * nothing is packed. */
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';

const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
  '.txt': 'text/plain',
};

/* Hosts what FOLDER() holds when it is asked for. */
export async function host(folder, under = '/some/folder/') {
  const asked = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://host');
    asked.push(pathname);
    const inside = pathname.startsWith(under) && !pathname.includes('..');
    const end = pathname.endsWith('/') ? 'index.html' : '';
    const path = join(folder(), decodeURIComponent(pathname.slice(under.length)), end);
    const found = inside && statSync(path, { throwIfNoEntry: false })?.isFile();
    if (!found) return void response.writeHead(404).end('not found');
    const type = types[extname(path)] ?? 'application/octet-stream';
    response.writeHead(200, {
      'Content-Type': type,
      'Last-Modified': new Date().toUTCString(),
    });
    createReadStream(path).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${server.address().port}${under}`,
    asked,
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
