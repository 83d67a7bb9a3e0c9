/* Alibi kept by the browser: it comes without a line, and a new version comes when the player wants
 * it. The web space of tests/host.mjs has a path of its own and rewrites nothing. */
import assert from 'node:assert/strict';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { makeSite } from '../tools/site.mjs';
import { stand, until, visit } from './helpers.mjs';
import { host } from './host.mjs';

const { server, browser } = await stand(71);
const scratch = mkdtempSync(join(tmpdir(), 'alibi-site-'));
after(() => rmSync(scratch, { recursive: true, force: true }));
const site = join(scratch, 'site');
makeSite(site);

const filesOf = (folder) =>
  readdirSync(folder, { recursive: true }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );

/* Everything has been kept: then the page can do without a line. */
const settled = (page) =>
  until(page, async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    if (registration?.active?.state !== 'activated') return false;
    const kept = await Promise.all((await caches.keys()).map((n) => caches.open(n)));
    const files = (await Promise.all(kept.map((c) => c.keys()))).flat().map((r) => r.url);
    return (
      files.some((f) => /\/texts\.en-/.test(f)) && files.some((f) => /\/london\.en-/.test(f))
    );
  });

const versionOf = (page) => page.locator('meta[name=alibi-version]').getAttribute('content');

test('the site is small, and its files name each other by relative addresses', () => {
  const sizes = filesOf(site).map((name) => statSync(join(site, name)).size);
  const bytes = sizes.reduce((a, b) => a + b, 0);
  assert.ok(bytes < 1_500_000, `${bytes} bytes`);
  const page = readFileSync(join(site, 'index.html'), 'utf8');
  assert.doesNotMatch(page, /(href|src)="\//);
  assert.match(page, /Content-Security-Policy/);
  assert.ok(!filesOf(site).some((name) => /\.(br|gz)$/.test(name)));
});

test('a server: from the second visit on the page comes without a line', async () => {
  const page = await visit(browser, { serviceWorkers: 'allow' });
  await page.goto(server.address);
  await page.waitForSelector('.games');
  const manifest = await page.locator('link[rel=manifest]').getAttribute('href');
  const { icons, start_url } = await (await page.request.get(server.address + manifest)).json();
  assert.equal(start_url, './');
  for (const { src } of icons)
    assert.ok((await page.request.get(`${server.address}/${src}`)).ok(), src);
  await settled(page);
  const kept = await page.evaluate(async () => {
    const cache = await caches.open((await caches.keys())[0]);
    return (await cache.keys()).map((r) => new URL(r.url).pathname);
  });
  assert.ok(!kept.some((path) => path.startsWith('/api/')), 'no answer of the API is kept');
  assert.ok(!kept.some((path) => /\.(de|es|fr)-/.test(path)), 'one language is enough');
  assert.deepEqual(page.complaints, []);
  await page.context().setOffline(true);
  await page.goto(`${server.address}/rules/london`);
  await page.waitForSelector('header');
  await page.context().close();
});

/* The same build once more with a file that has another name, as after a change. */
function nextBuild(folder, from) {
  cpSync(from, folder, { recursive: true });
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const [, version] = /name="alibi-version" content="(\w+)"/.exec(page);
  const old = filesOf(folder).find((name) => /assets\/Lessons-.*\.js$/.test(name));
  const name = old.replace(/Lessons-.*\.js/, 'Lessons-another0.js');
  renameSync(join(folder, old), join(folder, name));
  const short = (path) => path.split('/').pop();
  for (const file of filesOf(folder).filter((f) => /\.(js|html)$/.test(f))) {
    const text = readFileSync(join(folder, file), 'utf8');
    const changed = text
      .replaceAll(short(old), short(name))
      .replaceAll(version, 'another000000000');
    if (changed !== text) writeFileSync(join(folder, file), changed);
  }
  return old;
}

test('a new version waits for the player, and the old one keeps working', async () => {
  let folder = site;
  const space = await host(() => folder);
  after(() => space.stop());
  const page = await visit(browser, { serviceWorkers: 'allow' });
  await page.goto(space.address);
  await page.waitForSelector('header');
  await settled(page);
  const first = await versionOf(page);
  const other = await page.context().newPage();
  await other.goto(`${space.address}#/learn/london`);
  await other.waitForSelector('header');

  const old = nextBuild(join(scratch, 'next'), site);
  folder = join(scratch, 'next');
  const began = await page.evaluate(() => performance.timeOrigin);
  /* The browser asks when a page is opened, and is hurried here; it may be at it already. */
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration.update().catch(() => {});
  });
  await page.locator('.update').getByText('A new version is ready').waitFor();
  assert.equal(await page.evaluate(() => performance.timeOrigin), began, 'nothing is reloaded');
  /* What the host no longer has is still there for pages of the old version. */
  const load = (at) =>
    at.evaluate((file) => fetch(file).then((r) => r.ok), space.address + old);
  assert.ok(await load(page));

  await page.locator('.update button').click();
  await page.waitForFunction(
    (was) => document.querySelector('meta[name=alibi-version]')?.content !== was,
    first,
  );
  assert.equal(await versionOf(page), 'another000000000');
  assert.equal(await versionOf(other), first, 'another window is left alone');
  assert.ok(await load(other), 'and has what it needs');
  await other.locator('header button.settings').click();
  await other.locator('dialog .update button').click();
  await other.waitForFunction(
    (was) => document.querySelector('meta[name=alibi-version]')?.content !== was,
    first,
  );
  await page.reload();
  await until(
    page,
    async () => (await caches.keys()).join() === 'alibi /some/folder/ another000000000',
  );
  await page.context().setOffline(true);
  await page.reload();
  await page.waitForSelector('header');
  await page.context().close();
});
