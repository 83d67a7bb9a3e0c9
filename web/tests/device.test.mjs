/* Games that are kept on the device: without a line, with storage that fails or is cleared, in two
 * windows, taken elsewhere as a file. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  dice,
  faults,
  games,
  inspect,
  kept,
  mouse,
  play,
  ready,
  stage,
  stand,
  step,
  until,
  visit,
} from './helpers.mjs';

const { server, browser } = await stand(83);

/* A guest whose browser has kept the client, so that it can do without a line. */
async function guest(options = {}) {
  const page = await visit(browser, { serviceWorkers: 'allow', ...options });
  await page.goto(server.address);
  await page.waitForSelector('.games');
  await kept(page);
  return page;
}

/* Begins a game on the device by the form. */
async function begin(page, game, how = 'computer', role = 'detective', level = 'random') {
  await page.goto(server.address);
  await page.waitForSelector('.games');
  await page.selectOption('#n-game', game);
  await page.selectOption('#n-how', how);
  if (how === 'computer') {
    await page.selectOption('#n-level', level);
    await page.selectOption('#n-role', role);
  }
  await page.check('#n-device');
  await page.locator('form button').click();
  await page.waitForURL(/\/g\/device-/);
  await page.waitForSelector('.spot, .result, dialog[open]');
}

/* Plays until so many turns have been confirmed. */
async function turns(page, n, roll) {
  for (let done = 0; done < n && (await ready(page));) {
    const complete = await page.locator('.confirm.primary').count();
    await step(page, mouse, roll).catch((error) => {
      if (!/Timeout/.test(error.message)) throw error;
    });
    if (complete) done++;
  }
}

/* The games of the list that are on this device. */
const here = (page) =>
  page.locator('section[aria-labelledby=mine-title] li').filter({ hasText: 'On this device' });

/* Asked of a page: whether no game is kept. */
const isEmpty = () =>
  new Promise((answer) => {
    const opened = indexedDB.open('alibi home /');
    opened.onsuccess = () => {
      const counted = opened.result.transaction('games').objectStore('games').count();
      counted.onsuccess = () => answer(counted.result === 0);
      opened.result.close();
    };
  });

/* Errors that a browser without a line reports, whoever is to blame. */
const honest = (page) =>
  assert.deepEqual(
    page.complaints.filter((c) => !/ERR_INTERNET_DISCONNECTED|503/.test(c)),
    [],
  );

test('without a line whole games are played, and come back after a reload', async () => {
  const page = await guest();
  await page.locator('.games .london button').first().click();
  await page.waitForURL(/\/g\//);
  await page.waitForSelector('.spot');
  const online = new URL(page.url()).pathname;
  await page.context().setOffline(true);
  await page.reload();
  await page.getByText('kept on the server').waitFor();
  await page.goto(server.address);
  await page.waitForSelector('.note');
  /* What the server has is not known now, and not lost. */
  const mine = page.locator('section[aria-labelledby=mine-title]');
  await mine.getByText('come back with the connection').waitFor();
  const lobby = page.locator('section[aria-labelledby=lobby-title]');
  assert.match(await lobby.textContent(), /not known who is waiting/);
  assert.match(await page.locator('.note').textContent(), /kept on this device/);
  await inspect(page, 1, 'the front page without a line');
  for (const game of games) {
    await page.goto(server.address);
    await page.waitForSelector('.games');
    await page.selectOption('#n-level', 'random');
    await page.locator(`.games .${game} button`).first().click();
    await page.waitForURL(/\/g\/device-/);
    await page.waitForSelector('.spot');
    await page.getByText('kept on this device, in this browser').first().waitFor();
    /* In the middle of a turn, with something staged: what was confirmed is there again. */
    await turns(page, 2, dice(7));
    await stage(page, dice(7));
    await page.reload();
    await page.waitForSelector('.spot, .result');
    await play(page, mouse, dice(9));
    assert.match(await page.locator('.headline').textContent(), /wins:/);
    assert.match(await page.locator('.device').textContent(), /nowhere else/);
    await page.waitForSelector('.graphs', { timeout: 120_000 });
  }
  await inspect(page, 2, 'the end of a game on the device');
  /* Once more, in the other seat: on the device again. */
  const over = page.url();
  await page.locator('nav.ways .primary').click();
  await page.waitForURL((url) => /\/g\/device-/.test(url) && url.href !== over);
  await page.waitForSelector('.spot');
  await page.goto(over);
  await page.waitForSelector('nav.ways');
  /* The review, a record, the list, rules, a lesson. */
  await page.locator('nav.ways').getByText('Replay').click();
  await page.waitForSelector('.spot');
  await page.goto(server.address);
  await page.waitForSelector('#mine-title');
  assert.equal(await here(page).count(), games.length + 1);
  assert.match(await mine.textContent(), /come back with the connection/);
  await page.context().setOffline(false);
  await mine.locator(`a[href="${online}"]`).waitFor();
  assert.doesNotMatch(await mine.textContent(), /come back with the connection/);
  await page.context().setOffline(true);
  await page.goto(`${server.address}/rules/london`);
  await page.waitForSelector('h1');
  await page.goto(`${server.address}/learn/london`);
  await page.locator('main a[href*="/learn/london/"]').first().click();
  await page.waitForSelector('.spot');
  honest(page);
  await page.context().close();
});

test('the strongest level thinks beside the page, and gives hints', async () => {
  const page = await guest();
  await page.context().setOffline(true);
  await begin(page, 'pocket', 'computer', 'jack', 'level6');
  await page.waitForSelector('.thinking');
  /* While it thinks the page stays quick. */
  const late = await page.evaluate(async () => {
    let most = 0;
    for (let i = 0; i < 20; i++) {
      const before = performance.now();
      await new Promise((resolve) => setTimeout(resolve, 10));
      most = Math.max(most, performance.now() - before - 10);
    }
    return most;
  });
  assert.ok(late < 500, `the page stood still for ${late} ms`);
  await ready(page);
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.waitForSelector('.hint, [class*=hint]');
  await play(page, mouse, dice(6));
  assert.match(await page.locator('.headline').textContent(), /wins:/);
  honest(page);
  await page.context().close();
});

test('two people at one device: the curtain hides what is not theirs', async () => {
  const page = await guest();
  await page.context().setOffline(true);
  await begin(page, 'london', 'here');
  await page.locator('dialog[open] button').click();
  await turns(page, 1, dice(3));
  await page.locator('dialog[open]').getByText('raise the curtain').waitFor();
  honest(page);
  await page.context().close();
});

/* The home's worker gets no more room, or gets it again. */
async function room(page, there) {
  const home = page.workers().find((worker) => /home\.worker/.test(worker.url()));
  await home.evaluate((enough) => {
    const { put } = (self.kept ??= { put: IDBObjectStore.prototype.put });
    IDBObjectStore.prototype.put = enough
      ? put
      : function (...value) {
          put.apply(this, value); /* what a transaction has begun must not stay */
          throw new DOMException('no room', 'QuotaExceededError');
        };
  }, there);
}

test('storage that is full: the turn is refused in clear words, and can be confirmed later', async () => {
  const page = await guest();
  await begin(page, 'london', 'here');
  await page.locator('dialog[open] button').click();
  await stage(page, dice(3));
  await room(page, false);
  await page.locator('.confirm.primary').click();
  await page.getByText('no room left').first().waitFor();
  assert.equal(await page.locator('.confirm.primary').count(), 1, 'the turn is still staged');
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.locator('dialog[open]').getByText('I am Detective').waitFor();
  await other.close();
  await room(page, true);
  await page.locator('.confirm.primary').click();
  await page.locator('dialog[open]').waitFor();
  honest(page);
  await page.context().close();
});

test('the computer, too, waits until there is room, and the page says why', async () => {
  const page = await guest();
  await begin(page, 'london');
  await ready(page);
  /* The detective's turn is kept; what the computer plays after it is not. */
  const home = page.workers().find((worker) => /home\.worker/.test(worker.url()));
  await home.evaluate(() => {
    const { put } = IDBObjectStore.prototype;
    let left = 1;
    self.makeRoom = () => (left = Infinity);
    IDBObjectStore.prototype.put = function (...value) {
      if (left-- > 0) return put.apply(this, value);
      throw new DOMException('no room', 'QuotaExceededError');
    };
  });
  await turns(page, 1, dice(3));
  await page.locator('.bar .reason', { hasText: 'no room left' }).waitFor();
  await home.evaluate(() => self.makeRoom());
  await ready(page);
  assert.equal(await page.locator('.bar .reason').count(), 0);
  honest(page);
  await page.context().close();
});

async function clearGames(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', {
    origin: server.address,
    storageTypes: 'indexeddb',
  });
}

test('storage that is cleared: what is open is put back, what is gone is said to be', async () => {
  const page = await guest();
  await begin(page, 'london');
  await turns(page, 1, dice(3));
  await ready(page);
  await clearGames(page);
  await turns(page, 1, dice(3));
  await page.locator('.bar').getByText('have been put back').waitFor();
  await page.reload();
  await page.waitForSelector('.spot');
  const address = page.url();
  await page.goto('about:blank');
  await clearGames(page);
  await page.goto(server.address);
  await page.getByText('The browser has removed 1 game').waitFor();
  await page.goto(address);
  await page.getByText('This game is not on this device').waitFor();
  assert.deepEqual(await faults(page), []);
  await page.context().close();
});

test('two windows share one home, and one of them goes on alone', async () => {
  const first = await guest();
  await begin(first, 'london', 'here');
  await first.locator('dialog[open] button').click();
  const second = await first.context().newPage();
  second.setDefaultTimeout(30_000);
  second.complaints = [];
  await second.goto(first.url());
  await second.locator('dialog[open] button').click();
  await second.waitForSelector('.spot');
  await stage(first, dice(3));
  await first.locator('.confirm.primary').click();
  await second.locator('dialog[open]').getByText('raise the curtain').waitFor();
  /* The first had the home; the second takes over, and everything is there. */
  await first.close();
  await second.locator('dialog[open] button').click();
  await turns(second, 1, dice(5));
  await second.reload();
  await second.locator('dialog[open] button').waitFor();
  await second.context().close();
});

test('a game goes to another device as a file, and can be removed', async () => {
  const page = await guest();
  await begin(page, 'pocket');
  await turns(page, 1, dice(3));
  await ready(page);
  await page
    .getByRole('tab', { name: 'More' })
    .click({ timeout: 500 })
    .catch(() => {});
  await page.locator('summary', { hasText: 'On this device' }).click();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByText('Save the game as a file').click(),
  ]);
  const text = readFileSync(await saved.path(), 'utf8');
  const other = await guest();
  await other.goto(`${server.address}/replay`);
  await other.fill('#record', text);
  await other.locator('form button').click();
  await other.waitForURL(page.url());
  await ready(other);
  await turns(other, 1, dice(3));
  /* The same game twice, one that is none, and one that cannot have been. */
  for (const [bad, why] of [
    [text, 'already'],
    ['{"id":"abc"}', 'no game'],
    [text.replace('"status":1', '"status":2').replace(/"id":".../, '"id":"zzz'), 'no game'],
  ]) {
    await other.goto(`${server.address}/replay`);
    await other.fill('#record', bad);
    await other.locator('form button').click();
    await other.locator('.failure', { hasText: why }).waitFor();
  }
  await page.getByText('Remove from this device').click();
  await page.locator('dialog[open] .primary').click();
  await page.waitForURL(/\/$/);
  await page.waitForSelector('.games');
  await until(page, isEmpty);
  assert.equal(await here(page).count(), 0);
  honest(page);
  honest(other);
  await page.context().close();
  await other.context().close();
});

test('nothing of the device is loaded where nobody asked for it', async () => {
  const page = await visit(browser);
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(server.address);
  await page.waitForSelector('.games');
  await page.waitForLoadState('networkidle');
  assert.ok(!asked.some((url) => /engine-|worker/.test(url)), asked.join('\n'));
  await page.context().close();
});
