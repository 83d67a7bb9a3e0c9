/* Lessons, the text mode, languages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { begin, faults, games, inspect, ready, stand, visit, widths } from './helpers.mjs';

const { server, browser } = await stand(63);

for (const game of games) {
  test(`the lesson of ${game}`, async () => {
    const language = { london: 'de', newyork: 'es', pocket: 'fr' }[game];
    const page = await visit(browser, { prefs: { language, text: game === 'pocket' } });
    await page.goto(`${server.address}/#learn/${game}`);
    await page.waitForSelector('.lesson');
    let part = -1;
    for (let i = 0; i < 80 && !(await page.locator('.lesson a.primary').count()); i++) {
      const now = await page.locator('progress').evaluate((p) => p.value);
      if (now !== part)
        await inspect(page, Math.floor(now / 3), `${game}, part ${now}`, [widths[now % 3]]);
      part = now;
      const next = page.locator(
        '.lesson button.primary[aria-disabled=false], .confirm.primary, .spot.able, .words li button, .choice',
      );
      await next
        .first()
        .click({ timeout: 1500 })
        .catch((error) => {
          if (!/Timeout/.test(error.message)) throw error;
        });
      await page.waitForTimeout(60);
      const modes = page.locator('.mode[aria-pressed=false]');
      if (!(await next.count()) && (await modes.count())) await modes.first().click();
    }
    assert.ok(await page.locator('.lesson a.primary').count(), 'the lesson comes to its end');
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}

test('a lesson goes on when the line is back', async () => {
  const page = await visit(browser);
  await page.goto(`${server.address}/#learn/london`);
  const forward = page.locator(
    '.lesson button.primary[aria-disabled=false], .confirm.primary, .spot.able',
  );
  const at = () => page.locator('progress').evaluate((p) => p.value);
  let asked = 0;
  await page.waitForSelector('progress');
  await page.route('**/api/replay', (route) =>
    ++asked % 4 ? route.continue() : route.abort('internetdisconnected'),
  );
  let failed = false;
  for (let i = 0; i < 60 && (await at()) < 6; i++) {
    await forward.first().click();
    await page.waitForTimeout(100);
    failed ||= !!(await page.locator('.failure, .reason').count());
    if (asked > 30) await page.unroute('**/api/replay');
  }
  assert.equal(await at(), 6);
  assert.ok(failed, 'who loses the line is told');
  await page.context().close();
});

test('a lesson says so when it wants another move', async () => {
  const page = await visit(browser);
  await page.goto(`${server.address}/#learn/london`);
  for (let i = 0; i < 2; i++) await page.locator('.lesson button.primary').click();
  await page.locator('.card.able').first().click();
  await page.waitForSelector('.staged li');
  await page.locator('[data-id=g8]').click({ force: true });
  await page.waitForSelector('.reason');
  assert.match(await page.locator('.reason').textContent(), /another move/);
  await page.context().close();
});

test('options stay with the game that they belong to', async () => {
  const page = await visit(browser);
  await page.goto(server.address);
  await page.selectOption('#n-game', 'london');
  await page.selectOption('#n-edition', '2006');
  await page.selectOption('#n-game', 'pocket');
  await page.selectOption('#n-game', 'london');
  assert.equal(await page.locator('#n-edition').inputValue(), '2006');
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
  const move = await page.locator('.words li code').first().textContent();
  await page.fill('#token', move);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('.staged li').length === 2);
  assert.match(await page.locator('[role=alert]').textContent(), /L-/);
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
