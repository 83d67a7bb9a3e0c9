/* People: two browsers and a spectator, one device for two, the lobby, records. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  able,
  begin,
  dice,
  faults,
  games,
  mouse,
  play,
  ready,
  seem,
  serve,
  slow,
  stand,
  step,
  visit,
} from './helpers.mjs';

const { server, browser } = await stand();

async function open(page, game, how) {
  await page.goto(server.address);
  await page.selectOption('#n-game', game);
  await page.selectOption('#n-how', how);
  await page.locator('form button').click();
}

/* A step that may come too late, when the board has just changed. */
async function attempt(page, roll) {
  await step(page, mouse, roll).catch((error) => {
    if (!/Timeout/.test(error.message)) throw error;
  });
}

/* The tokens of the log as a page shows them. */
const codes = (page) => page.locator('.list code').allTextContents();
/* The end has a page of its own; the log is beside the board. */
async function tokens(page) {
  if (!(await page.locator('.result').count())) return codes(page);
  await page.locator('.result button', { hasText: 'Look at the board' }).click();
  const found = await codes(page);
  await page.locator('.ask button', { hasText: 'The end' }).click();
  await page.waitForSelector('.result');
  return found;
}

for (const [i, game] of games.entries()) {
  test(`${game} between two browsers, with a spectator`, async () => {
    const [ann, bob, eve] = await Promise.all([1, 2, 3].map(() => visit(browser)));
    await open(ann, game, 'friend');
    const link = await ann.locator('#link-jack').inputValue();
    const bench = await ann.locator('#link-spectator').inputValue();
    assert.deepEqual(await faults(ann), []);
    await bob.goto(link);
    await bob.waitForSelector('.spot');
    assert.ok(!bob.url().includes('#'), 'the key is taken out of the address');
    await eve.goto(bench);
    await eve.waitForSelector('.spot');
    assert.equal(await eve.locator('.identity').count(), 0);
    assert.equal(await bob.locator('.identity').count(), 2, 'in the corner, and in his hand');

    const roll = dice(11 + i);
    for (let n = 0; n < 3000 && !(await ann.locator('.result').count()); n++) {
      for (const page of [ann, bob]) {
        if (await able(page)) await attempt(page, roll);
      }
      if (n === 4) await bob.reload(); /* and he is back in the same seat */
    }
    for (const page of [ann, bob, eve]) await page.waitForSelector('.headline');
    const told = await tokens(eve);
    assert.ok(told.includes('deal=?') && !(await tokens(bob)).includes('deal=?'));
    assert.equal(
      told.filter((x) => x.includes('>')).join(' '),
      (await tokens(ann)).filter((x) => x.includes('>')).join(' '),
    );
    if (game === 'pocket') {
      /* The rematch swaps the sides, and the others hear of it. */
      await ann.locator('.result button.primary').click();
      await ann.waitForSelector('.identity');
      await bob.locator('.result a.primary').click();
      await bob.waitForSelector('.spot');
      assert.equal(await bob.locator('.identity').count(), 0);
    }
    for (const page of [ann, bob, eve]) assert.deepEqual(page.complaints, []);
    for (const page of [ann, bob, eve]) await page.context().close();
  });
}

test('hot-seat: the curtain hides both hands', async () => {
  const page = await visit(browser);
  await slow(page);
  await open(page, 'pocket', 'here');
  const seats = [];
  for (let i = 0; i < 3; i++) {
    await page.waitForSelector('dialog.curtain[open]');
    await page.locator('.page.hidden').waitFor({ state: 'detached' });
    assert.equal(await page.locator('.identity').count(), 0, 'nothing secret behind it');
    assert.equal(await page.locator('.spot.able').count(), 0);
    if (i === 0) assert.deepEqual(await faults(page), []);
    /* It is raised on purpose only. */
    for (let n = 0; n < 3; n++) await page.keyboard.press('Escape');
    await page.locator('dialog.curtain[open] button').click();
    await page.waitForFunction(() => !document.querySelector('dialog.curtain[open]'));
    seats.push(await page.locator('.identity').count());
    const roll = dice(i);
    while (!(await page.locator('dialog.curtain[open]').count())) {
      await step(page, mouse, roll).catch(() => {});
      if (i === 2) break;
    }
  }
  assert.deepEqual(seats, [0, 1, 0], 'Jack alone sees who he is');
  await page.context().close();
});

test('answers that are lost: the move is played once, and the game goes on', async () => {
  const page = await visit(browser);
  await begin(page, server.address, 'pocket', 'detective');
  let lost = 0;
  await page.route('**/moves', async (route) => {
    if (++lost > 2) return route.continue();
    await route.fetch(); /* it arrives, and so does it when it is sent again */
    return route.abort('connectionreset');
  });
  const roll = dice(2);
  for (let i = 0; i < 60 && lost < 5; i++) if (await ready(page)) await attempt(page, roll);
  assert.ok(lost >= 5, `${lost} moves were sent`);
  assert.equal(await page.locator('.reason').count(), 0);
  await page.context().close();
});

test('a link that is pasted where the game is open already', async () => {
  const [ann, bob] = await Promise.all([visit(browser), visit(browser)]);
  await open(ann, 'pocket', 'friend');
  const link = await ann.locator('#link-jack').inputValue();
  await bob.goto(link.replace(/#.*/, ''));
  await bob.waitForSelector('.lost');
  await bob.evaluate((hash) => (location.hash = hash), new URL(link).hash);
  await bob.waitForSelector('.identity');
  assert.ok(!bob.url().includes('#'));
  for (const page of [ann, bob]) await page.context().close();
});

test('a leaked link: the browsers of a seat are seen and ended, and the link is replaced', async () => {
  const [ann, bob, thief, late] = await Promise.all([1, 2, 3, 4].map(() => visit(browser)));
  await open(ann, 'pocket', 'friend');
  const own = await ann.locator('#link-detective').inputValue();
  await bob.goto(await ann.locator('#link-jack').inputValue());
  await bob.waitForSelector('.spot');
  await thief.goto(own);
  await thief.waitForSelector('.spot');
  await ann.waitForSelector('.spot');
  for (const page of [ann, bob, thief]) await page.locator('#tab-more').click();
  await ann.getByRole('button', { name: 'Text mode', exact: true }).click(); /* there, too */
  await ann.locator('button', { hasText: 'Where your seat is open' }).focus();
  await ann.keyboard.press('Enter');
  await ann.waitForSelector('.holders li:nth-child(2)');
  assert.match(await ann.locator('.holders li').first().textContent(), /This browser/);
  assert.deepEqual(await faults(ann), []);
  /* The one that came later cannot end the first, and is ended by it. */
  await thief.locator('button', { hasText: 'Where your seat is open' }).click();
  await thief.locator('.holders', { hasText: 'came before this one' }).waitFor();
  assert.equal(await thief.locator('.holders li button').count(), 0);
  await ann.locator('.holders li button').focus();
  await ann.keyboard.press('Enter');
  await ann.waitForFunction(() => document.querySelectorAll('.holders li').length === 1);
  await thief.waitForSelector('.lost');
  await ann.locator('.holders button', { hasText: 'Replace the secret link' }).click();
  const fresh = await ann.locator('.holders input').inputValue();
  assert.notEqual(fresh, own);
  await late.goto(own);
  await late.waitForSelector('.failure h1');
  await late.goto('about:blank');
  await late.goto(fresh);
  await late.waitForSelector('.spot');
  /* The other player is told nothing of it. */
  await bob.locator('button', { hasText: 'Where your seat is open' }).click();
  await bob.waitForSelector('.holders li');
  assert.equal(await bob.locator('.holders li').count(), 1);
  /* On a computer that is not one's own: the browser leaves its seats. */
  await late.goto(server.address);
  await late.locator('button', { hasText: 'Forget this browser' }).click();
  const id = new URL(own).pathname.split('/')[2];
  /* What it remembers of them goes, too; what is the device's own stays. */
  await late.evaluate((id) => {
    localStorage.setItem('alibi hidden', JSON.stringify([id, `device-${id}`]));
    sessionStorage.setItem(`keys ${id}`, '{}');
    for (const game of [id, `device-${id}`])
      localStorage.setItem(`alibi-pencil-${game}-jack`, '{}');
  }, id);
  const remembered = (id) =>
    late.evaluate((id) => {
      const all = { ...localStorage, ...sessionStorage };
      return Object.keys(all).filter((name) => `${name} ${all[name]}`.includes(id));
    }, id);
  assert.equal((await remembered(id)).length, 4);
  const fresher = late.waitForEvent('load'); /* the page comes again, without its games */
  await late.locator('dialog[open] button.primary').click();
  await fresher;
  assert.deepEqual((await remembered(id)).sort(), [
    'alibi hidden',
    `alibi-pencil-device-${id}-jack`,
  ]);
  assert.equal(
    await late.evaluate(() => localStorage.getItem('alibi hidden')),
    JSON.stringify([`device-${id}`]),
  );
  await late.goto(own.split('#')[0]);
  await late.waitForSelector('.lost');
  for (const page of [ann, bob]) assert.deepEqual(page.complaints, []);
  for (const page of [ann, bob, thief, late]) await page.context().close();
});

test('the lobby: a public game is found and joined', async () => {
  const [ann, bob] = await Promise.all([visit(browser), visit(browser)]);
  await open(ann, 'newyork', 'lobby');
  await ann.waitForSelector('.waiting');
  await bob.goto(server.address);
  await bob.locator('.list button').first().click();
  await bob.waitForSelector('.identity');
  await ann.waitForSelector('.spot.able');
  for (const page of [ann, bob]) assert.deepEqual(page.complaints, []);
  for (const page of [ann, bob]) await page.context().close();
});

test('records: exported, brought back, replayed from every side', async () => {
  const page = await visit(browser);
  await begin(page, server.address, 'pocket', 'detective');
  await play(page, mouse, dice(21));
  assert.deepEqual(await faults(page), []);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('.result a[download]').click(),
  ]);
  const record = readFileSync(await download.path(), 'utf8');
  assert.match(record, /^\[Game "pocket"\]/);
  await page.locator('.result button', { hasText: 'Replay' }).click();
  await page.waitForSelector('#viewer');
  await page.waitForFunction(() => document.querySelector('#viewer')?.value === 'truth');
  await page.locator('[aria-label="One step forward"]').click();
  await page.locator('[aria-label="To the end"]').click();
  await page.selectOption('#viewer', 'jack');
  await page.waitForFunction(() => document.querySelector('.count').textContent.length > 2);

  await page.goto(`${server.address}/#replay`);
  await page.reload();
  await page.fill('#record', record);
  await page.locator('form button').click();
  await page.waitForSelector('.spot');
  for (const viewer of ['jack', 'detective', 'public', 'truth']) {
    await page.selectOption('#viewer', viewer);
    await page.locator('[aria-label="One step back"]').click();
    await page.waitForFunction(
      (hidden) =>
        [...document.querySelectorAll('.list code')].some((c) => c.textContent === 'deal=?') ===
        hidden,
      viewer === 'detective' || viewer === 'public',
    );
  }
  await page.locator('.list li button').nth(14).click();
  assert.deepEqual(await faults(page), []);
  await page.locator('#tab-more').click();
  await page.fill('#record', '[Game "pocket"]\n\nnonsense');
  await page.locator('form button').click();
  await page.waitForSelector('p.failure');
  assert.match(await page.locator('p.failure').textContent(), /line 3, column 1/);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('a crash of the server: everybody is back in the same position', async () => {
  const page = await visit(browser);
  await begin(page, server.address, 'pocket', 'detective');
  const roll = dice(31);
  for (let i = 0; i < 12; i++) if (await ready(page)) await attempt(page, roll);
  const before = await tokens(page);
  await server.crash();
  await page.waitForFunction(
    (n) => document.querySelectorAll('.list code').length >= n,
    before.length,
  );
  await play(page, mouse, roll);
  assert.deepEqual((await tokens(page)).slice(0, before.length), before);
  /* The broken line itself is all that may be complained about. */
  assert.deepEqual(
    page.complaints.filter((c) => !/ERR_|Failed to load/.test(c)),
    [],
  );
  await page.context().close();
});

test('a window that nobody sees hears that it is its turn', async () => {
  const [ann, bob] = await Promise.all([visit(browser), visit(browser)]);
  await open(ann, 'pocket', 'friend');
  const link = await ann.locator('#link-jack').inputValue();
  assert.doesNotMatch(await ann.title(), /^Your turn/);
  await seem(ann, true);
  await bob.goto(link);
  await ann.waitForFunction(() => document.title.startsWith('Your turn'));
  assert.doesNotMatch(await bob.title(), /^Your turn/);
  for (const page of [ann, bob]) await page.context().close();
});

/* A browser has six connections for a server, and a server its patience. */
test('eight windows side by side: every one of them can be played in', async () => {
  const first = await visit(browser);
  const tabs = [first];
  while (tabs.length < 8) tabs.push(await first.context().newPage());
  for (const [i, tab] of tabs.entries()) {
    await tab.bringToFront();
    await begin(tab, server.address, games[i % 3], 'detective');
  }
  const roll = dice(4);
  for (const tab of tabs) {
    await tab.bringToFront();
    await ready(tab);
    const before = (await tokens(tab)).length;
    for (let i = 0; i < 20 && (await tokens(tab)).length === before; i++)
      await attempt(tab, roll);
    await tab.waitForFunction(
      (n) => document.querySelectorAll('.list code').length > n,
      before,
    );
  }
  await first.context().close();
});

test('eight tabs of one browser, at the rate of every day', async (t) => {
  const strict = await serve(undefined, 50);
  t.after(() => strict.stop());
  const first = await visit(browser);
  const refused = [];
  first.context().on('response', (r) => r.status() === 429 && refused.push(r.url()));
  const tabs = [first];
  while (tabs.length < 8) tabs.push(await first.context().newPage());
  for (const [i, tab] of tabs.entries()) {
    await tab.bringToFront();
    await begin(tab, strict.address, games[i % 3], 'detective');
    await seem(tab, true);
  }
  const roll = dice(4);
  for (const tab of tabs) {
    await tab.bringToFront();
    await seem(tab, false);
    for (let i = 0; i < 3 && (await ready(tab)); i++) await attempt(tab, roll);
    await seem(tab, true);
  }
  /* Somebody tears at the slider. */
  await first.bringToFront();
  await seem(first, false);
  await first.locator('#tab-log').click();
  const slider = first.locator('.replay input');
  for (let i = 0; i < 100; i++) await slider.fill(String(i % 3));
  assert.deepEqual(refused, []);
  assert.deepEqual(first.complaints, []);
  await first.context().close();
});
