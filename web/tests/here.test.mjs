/* Who is here, and hearing of one's turn: dots and words at the seats, spectators, the front page that
 * changes by itself, notifications, numbers at icons. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  able,
  dice,
  faults,
  listening,
  mouse,
  ready,
  seem,
  stand,
  step,
  visit,
} from './helpers.mjs';

const { server, browser } = await stand();

/* A game of Ann, the investigator, and Bob; the link of the spectators. */
async function pair(ann, bob) {
  await ann.goto(server.address);
  await ann.selectOption('#n-game', 'pocket');
  await ann.selectOption('#n-how', 'friend');
  await ann.locator('form button').click();
  const link = await ann.locator('#link-jack').inputValue();
  const bench = await ann.locator('#link-spectator').inputValue();
  await bob.goto(link);
  for (const page of [ann, bob]) await page.waitForSelector('.spot');
  return bench;
}

const said = (page, words) =>
  page.waitForFunction(
    (wanted) => new RegExp(wanted).test(document.querySelector('.presence')?.textContent ?? ''),
    words,
  );

/* What a page is asked to do by the client: notifications, sounds, and the number at its icon. */
async function listen(page, permission) {
  await listening(page, permission);
  await page.addInitScript(() => {
    globalThis.sounded = 0;
    const { start } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function (...when) {
      globalThis.sounded++;
      return start.apply(this, when);
    };
  });
}

/* Plays a turn of SEAT's, whose page it is. */
async function turn(page, seat, roll) {
  const acts = `.seat.acts[data-seat=${seat}]`;
  await page.waitForSelector(acts);
  while (await page.locator(acts).count())
    if (await able(page))
      await step(page, mouse, roll).catch((error) => {
        if (!/Timeout/.test(error.message)) throw error;
      });
    else await page.waitForTimeout(10);
}

test('who is here, away, and back; how many look on', async () => {
  const [ann, bob, eve] = await Promise.all([1, 2, 3].map(() => visit(browser)));
  const bench = await pair(ann, bob);
  await said(ann, '^here$');
  await said(bob, '^here$');
  assert.equal(await ann.locator('.presence').count(), 1, 'nobody is told of himself');
  await eve.goto(bench);
  await eve.waitForSelector('.spot');
  assert.equal(await eve.locator('.presence.here').count(), 2);
  await ann.waitForFunction(() =>
    document.querySelector('.watching')?.textContent.includes('1'),
  );
  for (const width of [320, 768, 1440]) {
    await ann.setViewportSize({ width, height: 800 });
    assert.deepEqual(await faults(ann), [], `${width} pixels`);
    assert.ok(await ann.locator('.presence').isVisible(), `${width} pixels`);
  }
  await bob.reload();
  await bob.waitForSelector('.spot');
  await seem(bob, true); /* nobody looks */
  await said(ann, '^away$');
  await seem(bob, false);
  await said(ann, '^here$');
  await bob.context().close();
  await said(ann, '^away$');
  await eve.context().close();
  await ann.waitForFunction(() => !document.querySelector('.watching'));
  assert.deepEqual(ann.complaints, []);
  await ann.context().close();
});

test('minutes and days of being away, in every language', async () => {
  /* How units and days are written is the browser's to say. */
  const words = {
    en: [/^away for 2 min/, /^away for 3 h/, /^last here 3 Nov 2026$/],
    de: [/^seit 2 Min\. weg$/, /^seit 3 Std\. weg$/, /^zuletzt da: 03\.11\.2026$/],
    fr: [/^absent depuis 2\smin$/, /^absent depuis 3\sh$/, /^vu le 3 nov\. 2026$/],
    es: [
      /^ausente desde hace 2\smin$/,
      /^ausente desde hace 3\sh$/,
      /^visto el 3 nov\.? 2026$/,
    ],
  };
  const ann = await visit(browser);
  const bob = await visit(browser);
  await pair(ann, bob);
  await bob.context().close();
  const left = [
    { away: 130, seen: '2026-11-03' },
    { away: 3 * 3600 + 5, seen: '2026-11-03' },
    { away: null, seen: '2026-11-03' },
  ];
  for (const [language, expected] of Object.entries(words))
    for (const [i, told] of left.entries()) {
      const change = (text) =>
        text.replace(
          /"jack":\{"here"[^}]*\}/,
          `"jack":${JSON.stringify({ here: false, ...told })}`,
        );
      await ann.route(/\/api\/games\/[a-z0-9]{12}$/, async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, body: change(await answer.text()) });
      });
      await ann.route('**/events**', (route) => route.abort());
      await ann.evaluate((code) => {
        const kept = JSON.parse(localStorage.getItem('alibi'));
        localStorage.setItem('alibi', JSON.stringify({ ...kept, language: code }));
      }, language);
      await ann.reload();
      await ann.waitForSelector('.presence');
      assert.match(await ann.locator('.presence').textContent(), expected[i]);
      for (const width of [320, 768, 1440]) {
        await ann.setViewportSize({ width, height: 800 });
        assert.deepEqual(await faults(ann), [], `${language} ${width}`);
      }
      await ann.unrouteAll({ behavior: 'ignoreErrors' });
    }
  await ann.context().close();
});

test('the front page tells of a turn; so do the desktop, a sound and the icons', async () => {
  const [ann, bob] = await Promise.all([
    visit(browser, { prefs: { sounds: true } }),
    visit(browser),
  ]);
  await listen(ann, 'default');
  await pair(ann, bob);
  const roll = dice(5);
  await ready(ann);
  assert.equal(await ann.evaluate('asked'), 0, 'nobody is asked before a click');
  await ann
    .locator('.tabs button', { hasText: 'More' })
    .click()
    .catch(() => {});
  await ann.locator('button', { hasText: 'Tell me when it is my turn' }).click();
  await ann.waitForSelector('button:has-text("No more notifications")');
  assert.equal(await ann.evaluate('asked'), 1);
  await turn(ann, 'detective', roll);
  const game = ann.url();
  await ann.locator('.brand').click();
  await ann.waitForFunction(() => globalThis.badge === 0 && document.title === 'Alibi');
  await ann.waitForTimeout(2000); /* what was heard of the game comes no more */
  const before = await ann.evaluate('sounded');
  await turn(bob, 'jack', roll);
  await ann.waitForFunction(() => globalThis.badge === 1);
  await ann.waitForFunction(() => document.title === '(1) Alibi');
  await ann.waitForSelector('.turning:has-text("Your turn in 1 game")');
  assert.match(
    await ann.locator('link[rel=icon][type="image/svg+xml"]').getAttribute('href'),
    /icon-turn/,
  );
  await ann.waitForFunction(() => globalThis.told.length === 1);
  await ann.waitForFunction((n) => globalThis.sounded === n + 1, before);
  const [told] = await ann.evaluate('told');
  assert.match(told.body, /your turn as/);
  assert.equal(new URL(told.data, server.address).href, game);
  /* Whoever looks at the game needs no notification. */
  await ann.locator('li.yours a').first().click();
  await ready(ann);
  await turn(ann, 'detective', roll);
  await turn(bob, 'jack', roll);
  await ready(ann);
  await ann.waitForFunction(() => globalThis.badge === 1);
  assert.equal((await ann.evaluate('told')).length, 1);
  assert.deepEqual(ann.complaints, []);
  for (const page of [ann, bob]) await page.context().close();
});

test('a browser that does not allow it', async () => {
  const ann = await visit(browser);
  await listen(ann, 'denied');
  await ann.goto(server.address);
  await ann.locator('button.settings').click();
  const box = ann.locator('label', { hasText: 'Tell me on this device' }).locator('input');
  await box.click();
  await ann.waitForSelector('text=does not allow notifications');
  assert.equal(await box.isChecked(), false);
  await ann.context().close();
});
