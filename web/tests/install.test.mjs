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
import {
  PATIENCE,
  dice,
  faults,
  games,
  kept,
  mouse,
  play,
  ready,
  stage,
  stand,
  until,
  visit,
  withoutEngine,
} from './helpers.mjs';
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

const versionOf = (page) => page.locator('meta[name=alibi-version]').getAttribute('content');

test('the site is small, and its files name each other by relative addresses', () => {
  const sizes = filesOf(site).map((name) => statSync(join(site, name)).size);
  const bytes = sizes.reduce((a, b) => a + b, 0);
  assert.ok(
    bytes < 2_300_000,
    `${bytes} bytes`,
  ); /* reviews, the analysis board, puzzles, openings and pages of people are part of it */
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
  await kept(page);
  const files = await page.evaluate(async () => {
    const cache = await caches.open((await caches.keys())[0]);
    return (await cache.keys()).map((r) => new URL(r.url).pathname);
  });
  assert.ok(!files.some((path) => path.startsWith('/api/')), 'no answer of the API is kept');
  assert.ok(!files.some((path) => /\.(de|es|fr)-/.test(path)), 'one language is enough');
  assert.deepEqual(page.complaints, []);
  await page.context().setOffline(true);
  await page.goto(`${server.address}/rules/london`);
  await page.waitForSelector('header');
  await page.context().close();
});

async function beginOn(page, address, game, level) {
  await page.goto(address);
  await page.waitForSelector('.games');
  await page.selectOption('#level', level);
  await page.locator(`.games .${game} button`).first().click();
  await page.waitForURL(/#\/g\/device-/);
  await page.waitForSelector('.spot');
}

test('a web space: whole games, lessons, rules and reviews without a server and a line', async () => {
  const space = await host(() => site);
  after(() => space.stop());
  const page = await visit(browser, { serviceWorkers: 'allow' });
  await page.goto(space.address);
  await page.waitForSelector('.games');
  await kept(page);
  assert.ok(!space.asked.some((path) => path.includes('/api/')), 'nobody asks for a server');
  await page.context().setOffline(true);
  await page.goto(space.address);
  await page.waitForSelector('.games');
  assert.deepEqual(await faults(page), []);
  for (const game of games) {
    await beginOn(page, space.address, game, 'level6');
    const address = page.url();
    await stage(page, dice(7));
    await page.locator('.confirm.primary').click();
    await stage(page, dice(8));
    await page.reload(); /* in the middle of a turn */
    await page.waitForSelector('.spot, .result');
    assert.equal(page.url(), address);
    await play(page, mouse, dice(9));
    assert.match(await page.locator('.headline').textContent(), /wins:/);
  }
  const last = page.url();
  await page.locator('nav.ways').getByText('Replay').click();
  await page.waitForSelector('.spot');
  /* Its review, and another game from there. */
  await page.goto(`${last}/review`);
  await page.waitForFunction(
    () => document.querySelector('button.playon') && !document.querySelector('.progress'),
    null,
    { timeout: 5 * PATIENCE },
  );
  await page.locator('button.playon').click();
  await page.locator('dialog button.primary').click();
  await page.waitForURL((url) => /#\/g\/device-\w+$/.test(url.href) && url.href !== last);
  await page.waitForSelector('.spot, .result');
  /* The analysis board, and its link. */
  await page.goto(`${space.address}#/analysis`);
  await page.locator('.begin').click();
  await page.locator('.draw').click();
  await page.locator('#tab-more').click();
  await page.locator('.link').click();
  const link = await page.locator('.take input').inputValue();
  await page.goto(space.address);
  await page.goto(link);
  await page.waitForSelector('.draw');
  await page.locator('main').press('ArrowRight');
  await page.waitForSelector('[aria-current=step]', { state: 'attached' });
  /* Addresses that somebody was sent, and some that lead nowhere. */
  const here = (path) => page.goto(`${space.address}#${path}`);
  await here('/rules/london#L-4.2');
  await page.locator('[data-rule="L-4.2"]').first().waitFor();
  await page.goto(`${space.address}rules/london#L-4.2`); /* it lost its # on the way */
  await page.locator('[data-rule="L-4.2"]').first().waitFor();
  await here('/puzzles/pocket');
  await page.locator('.today').click();
  await page.locator('button.show').click();
  await page.locator('button.show').click(); /* it counts: asked for twice */
  await page.waitForSelector('.answer');
  await here('/rules/paris');
  await page.locator('.lost', { hasText: '/rules/paris' }).waitFor();
  await here('/learn/london/xyz');
  await page.getByText('There is no such lesson').waitFor();
  await page.locator('main a[href$="/learn/london"]').click();
  await page.locator('main a[href*="/learn/london/"]').first().waitFor();
  await here('/learn/pocket');
  await page.locator('main li a').first().click();
  await page.waitForURL(/#\/learn\/pocket\/\w+/);
  await page.waitForSelector('.spot');
  await here('/nowhere');
  await page.getByText('/nowhere').waitFor();
  await page.goBack();
  await page.waitForSelector('.spot');
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('a web space and a browser that lacks something: it is said what', async () => {
  const space = await host(() => site);
  after(() => space.stop());
  const page = await visit(browser);
  await withoutEngine(page);
  await page.goto(space.address);
  await page.getByText('it lacks WebAssembly SIMD').waitFor();
  assert.deepEqual(await faults(page), []);
  assert.deepEqual(page.complaints, []);
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
  await kept(page);
  const first = await versionOf(page);
  const other = await page.context().newPage();
  await beginOn(other, space.address, 'london', 'level1');
  await stage(other, dice(5));

  const old = nextBuild(join(scratch, 'next'), site);
  folder = join(scratch, 'next');
  const began = await page.evaluate(() => performance.timeOrigin);
  /* The browser asks when a page is opened, and is hurried here; it may be at it already. */
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration.update().catch(() => {});
  });
  await page.locator('.update').getByText('A new version is ready').waitFor();
  assert.deepEqual(await faults(page), []);
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
  /* The game goes on there; beside the board nothing moves, the settings say it. */
  assert.equal(await other.locator('.update').count(), 0);
  await other.locator('.confirm.primary').click();
  await stage(other, dice(5));
  await other.locator('header button.settings').click();
  await other.locator('dialog .update button').click();
  await other.waitForFunction(
    (was) => document.querySelector('meta[name=alibi-version]')?.content !== was,
    first,
  );
  await other.waitForSelector('.spot');
  assert.ok(await ready(other), 'the game is where it was');
  await page.reload();
  await until(
    page,
    async () => (await caches.keys()).join() === 'alibi /some/folder/ another000000000',
  );
  await page.context().setOffline(true);
  await page.reload();
  await page.waitForSelector('.games');
  /* Whatever was kept is cleared, and the host has another build: the line is enough. */
  await page.context().setOffline(false);
  folder = site;
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
  await page.reload();
  await page.waitForSelector('.games');
  await page.context().close();
});
