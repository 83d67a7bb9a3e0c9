/* The service worker: keeps the client in this browser, so that it also starts without a line.
 *
 * Every build has a cache of its own, named by the folder where the client lies and by the build's
 * version. It is filled before the build is used, and never changes after that but by texts in
 * further languages: a page and all its files are of one build. A new build waits until the old
 * one's pages are gone or one of them lets it take over. A page holds a lock with the name of its
 * cache for as long as it is open, and the cache stays for as long: what an old page still has to
 * load is there. What the API answers is never kept here.
 *
 * BUILD is put in by tools/finish.mjs: the version, the files that every page may need, and those
 * of each language. */
const { version, files, texts } = BUILD;
const folder = new URL('./', self.location.href);
const ours = `alibi ${folder.pathname} `;
const own = ours + version;
const known = new Set([...files, ...Object.values(texts).flat()]);

/* Puts a file into the cache; one that has a hash in its name may come from an older one. */
async function keep(cache, path) {
  const address = new URL(path, folder).href;
  if (await cache.match(address)) return;
  const fixed = path.startsWith('assets/');
  const answer =
    (fixed && (await caches.match(address))) ||
    (await fetch(address, { cache: fixed ? 'default' : 'reload' }));
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  /* a new build may be on its way to the web space, file by file */
  if (path === './' && !(await answer.clone().text()).includes(version))
    throw new Error('the page is of another build');
  await cache.put(address, answer);
}

/* Two at a time: whoever is playing has connections left. */
async function keepAll(paths) {
  const cache = await caches.open(own);
  const left = [...paths];
  const work = async () => {
    for (let path = left.shift(); path; path = left.shift()) await keep(cache, path);
  };
  await Promise.all([work(), work()]);
}

const older = async () =>
  (await caches.keys()).filter((name) => name.startsWith(ours) && name !== own);

/* The languages that older builds have kept: somebody reads them here. */
async function languagesKept() {
  const requests = (await older()).map(async (name) => (await caches.open(name)).keys());
  const addresses = (await Promise.all(requests)).flat().map(({ url }) => url);
  return Object.keys(texts).filter((code) =>
    addresses.some((address) => address.includes(`/texts.${code}-`)),
  );
}

async function install() {
  const languages = await languagesKept();
  await keepAll([...files, ...languages.flatMap((code) => texts[code])]);
}

/* Older builds whose pages are gone are forgotten. A newer one that is being installed is no older
 * one: the caches are counted before it is looked for. */
async function tidy() {
  const names = await older();
  if (registration.installing || registration.waiting) return;
  const { held } = await navigator.locks.query();
  for (const name of names)
    if (!held.some((lock) => lock.name === name)) await caches.delete(name);
}

/* A file: of this build, of an older one whose page is open, or from the line. */
async function file(path) {
  const address = new URL(path, folder).href;
  const cache = await caches.open(own);
  const found = (await cache.match(address)) ?? (await caches.match(address));
  if (found) return found;
  /* No room, or the host has another build by now: as without a worker. */
  if (known.has(path)) await keep(cache, path).catch(() => {});
  return (await cache.match(address)) ?? fetch(address);
}

/* The page. Its files lie beside it, so on a web space an address that lost its # gets it back. */
async function pageFor(path) {
  const page = await file('./');
  const beside = path && (await page.clone().text()).includes('name="alibi-home"');
  return beside ? Response.redirect(new URL(`#/${path}`, folder)) : page;
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim().then(tidy)));

/* 'now': the player wants the new build. Else a language that a page reads. */
self.addEventListener('message', (event) => {
  if (event.data === 'now') event.waitUntil(self.skipWaiting());
  else if (Object.hasOwn(texts, event.data)) event.waitUntil(keepAll(texts[event.data]));
});

/* Whoever answers to a notification comes to its page, in a window that is there or a new one; to
 * whatever page a window is at, if any does. */
async function answer(address) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find((w) => new URL(w.url).pathname === address) ?? windows[0];
  if (!there) return self.clients.openWindow(address || folder.href);
  if (address && new URL(there.url).pathname !== address)
    await there.navigate(address).catch(() => {});
  return there.focus();
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(answer(event.notification.data));
});

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  if (method !== 'GET' || !url.startsWith(folder.href)) return;
  const path = new URL(url).pathname.slice(folder.pathname.length);
  if (/^(api\/|healthz$|metrics$)/.test(path)) return;
  const isFile = path.split('/').pop().includes('.') && path !== 'index.html';
  if (mode === 'navigate' && !isFile) {
    event.respondWith(pageFor(path === 'index.html' ? '' : path));
    event.waitUntil(tidy());
  } else if (known.has(path) || path.startsWith('assets/')) {
    event.respondWith(file(path));
  }
});
