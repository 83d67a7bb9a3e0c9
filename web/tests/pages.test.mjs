/* The text mode, languages, options. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { begin, faults, games, ready, stand, visit } from './helpers.mjs';

const { server, browser } = await stand(63);

test('options stay with the game that they belong to', async () => {
  const page = await visit(browser);
  await page.goto(server.address);
  await page.selectOption('#n-game', 'london');
  await page.selectOption('#n-edition', '2006');
  await page.selectOption('#n-game', 'pocket');
  await page.selectOption('#n-game', 'london');
  assert.equal(await page.locator('#n-edition').inputValue(), '2006');
  /* The list above the games has levels only; the rules are a click away. */
  const players = await page.locator('#level option').allTextContents();
  assert.ok(players.length === 6 && players.every((p, i) => p.startsWith(`Level ${i + 1} `)));
  for (const game of games)
    assert.equal(await page.locator(`.games .${game} a[href="/rules/${game}"]`).count(), 1);
  await page.context().close();
});

test('openings: every option of the first round, its turns by key, the board where it is known', async () => {
  const page = await visit(browser);
  await page.goto(server.address);
  await page.locator('main a[href="/explore"]').click();
  for (const game of games) {
    await page.locator(`main nav a[href="/explore/${game}"]`).click();
    await page.locator(`a[aria-current][href="/explore/${game}"]`).waitFor();
    const file = new URL(`../../openings/${game}.txt`, import.meta.url);
    const lines = readFileSync(file, 'utf8').split('\n');
    const [, all, jack] = lines[0].split(' ').map(Number);
    await page.getByText(`Jack won ${Math.round((100 * jack) / all)}% of them`).waitFor();
    const options = lines.filter((line) => /^\d/.test(line)).map((line) => line.split(' '));
    assert.equal(await page.locator('section').count(), 4);
    assert.equal(await page.locator('.who').count(), options.length);
    const few = options.filter(([, , , , played]) => played < 30);
    assert.equal(await page.locator('em').count(), few.length, 'those that say little');
    const [, , , offered, played] = options[0];
    const first = page.locator('section tbody tr').first();
    assert.deepEqual(
      (await first.locator('td').allInnerTexts()).slice(0, 2).map((s) => s.replace(/,/g, '')),
      [offered, `${played} ${Math.round((100 * played) / offered)}%`],
    );
    /* The turns of one option, in words. */
    await page.locator('.who:enabled').first().focus();
    await page.keyboard.press('Enter');
    const turns = lines.slice(2).findIndex((line) => !line.startsWith('='));
    await page
      .locator('.turns tbody tr')
      .nth(turns - 1)
      .waitFor();
    assert.equal(await page.locator('.turns tbody tr').count(), turns);
    assert.doesNotMatch(await page.locator('.turns tbody').innerText(), /[>^:]/, 'no tokens');
    if (game === 'pocket') assert.equal(await page.locator('figure').count(), 0);
    else await page.locator('figure [data-mark]').first().waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.turns').waitFor({ state: 'detached' });
  }
  await page.goto(`${server.address}/explore/paris`);
  await page.getByText('Nobody has counted').waitFor();
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('text mode: the same tokens in words, by keyboard', async () => {
  const page = await visit(browser, { prefs: { text: true } });
  await page.goto(server.address);
  await page.locator('.games .london button').first().click();
  await page.waitForSelector('.words li button');
  assert.deepEqual(await faults(page), []);
  await page.locator('.words li button').first().focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('.staged li');
  await page.fill('#token', '>nw');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.reason');
  assert.match(await page.locator('[role=alert]').textContent(), /only/i);
  const move = await page.locator('.words li code').first().textContent();
  await page.fill('#token', move);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('.staged li').length === 2);
  /* What has succeeded since leaves nothing of it to come upon. */
  assert.equal(await page.locator('[role=alert]').textContent(), '');
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('a page waits for its own language, and changes it at once', async () => {
  const page = await visit(browser, { locale: 'es-ES' });
  const loaded = [];
  page.on('request', (r) => loaded.push(...(/texts\.(\w+)/.exec(r.url())?.slice(1) ?? [])));
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route('**/texts.*', (route) => held.then(() => route.continue()));
  await page.goto(server.address);
  assert.equal(await page.locator('#app').innerText(), '', 'nothing in another language');
  release();
  await page.waitForSelector('.games');
  assert.deepEqual(loaded, ['es']);
  await page.locator('header button').click();
  await page.selectOption('#s-language', 'en');
  await page.getByText('Language', { exact: true }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'en');
  await page.reload();
  await page.getByText('Settings', { exact: true }).waitFor();
  assert.deepEqual(loaded, ['es', 'en', 'en']);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

/* A game in each language but English; the other pages in all of them. */
for (const [locale, game] of Object.entries({ es: 'newyork', fr: 'london', de: 'pocket' }))
  test(`${locale}: nothing is left in English`, async () => {
    const page = await visit(browser, { locale });
    await page.goto(server.address);
    await page.waitForSelector('.games');
    assert.equal(await page.evaluate(() => document.documentElement.lang), locale);
    const english = /\b(the|and|play|board|you|round|seat|card|moves?)\b/i;
    const bare = (text) => text.replace(/Cloud Rider|Play|Miss Stealthy/g, '');
    assert.doesNotMatch(bare(await page.locator('#app').innerText()), english);
    await begin(page, server.address, game, 'detective');
    await ready(page);
    await page.locator('.card.able').first().click();
    await page.waitForTimeout(200);
    assert.doesNotMatch(bare(await page.locator('#app').innerText()), english, game);
    const said = await page
      .locator('.spot')
      .evaluateAll((all) => all.map((s) => s.ariaLabel).join('\n'));
    assert.doesNotMatch(said, english, game);
    await page.context().close();
  });
