/* Whole games against the computer: by mouse, by touch, by the keyboard alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  begin,
  dice,
  faults,
  finger,
  games,
  mouse,
  play,
  ready,
  slow,
  stand,
  step,
  visit,
} from './helpers.mjs';

const { server, browser } = await stand(61);

const roles = { london: 'detective', newyork: 'jack', pocket: 'detective' };

for (const game of games) {
  test(`${game} by mouse`, async () => {
    const page = await visit(browser);
    await begin(page, server.address, game, roles[game]);
    await play(page, mouse, dice(3));
    assert.match(await page.locator('.headline').textContent(), /wins:/);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });

  test(`${game} by touch on a small phone`, async () => {
    const page = await visit(browser, {
      viewport: { width: 320, height: 640 },
      hasTouch: true,
      isMobile: true,
    });
    await begin(page, server.address, game, roles[game] === 'jack' ? 'detective' : 'jack');
    const [wide, room] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      window.innerWidth,
    ]);
    assert.equal(wide, room, 'nothing sticks out to the side');
    await play(page, finger, dice(5));
    assert.deepEqual(await faults(page), []);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}

test('a game over a slow line', async () => {
  const page = await visit(browser);
  await slow(page);
  await begin(page, server.address, 'pocket', 'detective');
  await play(page, mouse, dice(9));
  assert.match(await page.locator('.headline').textContent(), /wins:/);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

/* Presses Tab, or Shift and Tab if it lies before, until something that fits has the focus. */
async function tab(page, selector) {
  for (let i = 0; i < 80; i++) {
    const way = await page.evaluate((s) => {
      const now = document.activeElement;
      if (now?.matches(s)) return '';
      const to = document.querySelector(s);
      const before =
        to && now && now.compareDocumentPosition(to) & Node.DOCUMENT_POSITION_PRECEDING;
      return before ? 'Shift+Tab' : 'Tab';
    }, selector);
    if (!way) return;
    await page.keyboard.press(way);
  }
  throw new Error(`the focus does not come to ${selector}`);
}

/* One step with keys only. On the board a full stop goes to the next target. */
async function key(page, roll) {
  const has = (selector) => page.locator(selector).count();
  if (await has('.confirm.primary')) {
    if (roll(2)) {
      await tab(page, '.spot[tabindex="0"]');
      return page.keyboard.press('c');
    }
    await tab(page, '.confirm.primary');
    return page.keyboard.press('Enter');
  }
  const others = await has('.mode[aria-pressed=false]');
  const calm = await has('.spot.able:not(.hot)');
  if (others && (roll(4) === 0 || (!calm && !(await has('.choice'))))) {
    await tab(page, '.mode[aria-pressed=false]');
    return page.keyboard.press('Enter');
  }
  if (!calm && (await has('.choice'))) {
    await tab(page, '.choice');
    return page.keyboard.press('Enter');
  }
  await tab(page, '.spot[tabindex="0"]');
  for (let i = roll(5); i >= 0; i--) await page.keyboard.press(roll(3) ? '.' : ',');
  for (let i = 0; i < 60; i++) {
    if (await page.evaluate(() => document.activeElement?.matches('.able:not(.hot)'))) break;
    await page.keyboard.press('.');
  }
  return page.keyboard.press(roll(2) ? 'Enter' : ' ');
}

for (const game of games) {
  test(`${game} by keyboard alone`, async () => {
    const page = await visit(browser);
    const roll = dice(7);
    await page.goto(server.address);
    await page.waitForSelector('.games');
    await tab(page, `.games .${game} button`);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.spot');
    await page.keyboard.press('Tab');
    for (let i = 0; i < 800 && (await ready(page)); i++) {
      await key(page, roll).catch(async (error) => {
        /* The end of the game may have come in between. */
        if (!(await page.locator('.result').count())) throw error;
      });
      /* Whatever goes away, the keyboard is still somewhere. */
      assert.ok(await page.evaluate(() => document.activeElement !== document.body));
    }
    assert.match(await page.locator('.headline').textContent(), /wins:/);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}

test('arrows and the six keys move on the board', async () => {
  const page = await visit(browser);
  await begin(page, server.address, 'london', 'detective');
  const at = () => page.evaluate(() => document.activeElement?.getAttribute('data-id'));
  await page.locator('[data-id=g8]').focus();
  const ways = {
    w: 'g6',
    e: 'h7',
    d: 'h9',
    s: 'g10',
    a: 'f9',
    q: 'f7',
    ArrowUp: 'g6',
    ArrowDown: 'g10',
  };
  for (const [press, to] of Object.entries(ways)) {
    await page.locator('[data-id=g8]').focus();
    await page.keyboard.press(press);
    assert.equal(await at(), to, press);
  }
  assert.equal(await page.locator('.spot[tabindex="0"]').count(), 1, 'one stop of Tab');
  await page.context().close();
});

test('pieces walk their way, and lights fade, unless nothing should move', async () => {
  for (const motion of ['auto', 'none']) {
    const page = await visit(browser, { prefs: { motion } });
    await page.addInitScript(() => {
      window.moved = [];
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (frames, options) {
        const still = !(options.duration ?? options);
        if (!still) window.moved.push(frames.length + Object.keys(frames[0] ?? {}).join());
        return animate.call(this, frames, options);
      };
    });
    await begin(page, server.address, 'london', 'detective');
    const roll = dice(3);
    const moved = () => page.evaluate(() => window.moved);
    const walked = async () => (await moved()).some((m) => /^[3-9]transform/.test(m));
    const faded = async () => (await moved()).some((m) => /opacity/.test(m));
    for (let i = 0; i < 60 && !((await walked()) && (await faded())); i++) {
      if (!(await ready(page))) await begin(page, server.address, 'london', 'detective');
      else await step(page, mouse, roll);
      if (i > 20 && motion === 'none') break;
    }
    assert.deepEqual([await walked(), await faded()], [motion === 'auto', motion === 'auto']);
    await page.context().close();
  }
});

test('staging: try, be told why not, take back, confirm', async () => {
  const page = await visit(browser);
  await begin(page, server.address, 'london', 'detective');
  await ready(page);
  await page.locator('.card.able').first().click();
  await page.waitForSelector('.staged li');
  await page.locator('[data-id=nw]').click({ force: true }); /* it is marked as not possible */
  await page.waitForSelector('.reason');
  assert.match(await page.locator('.reason').textContent(), /L-6\.3: only Jack/);
  await page.locator('.spot.able:not(.hot)').first().click();
  await page.waitForFunction(() => document.querySelectorAll('.staged li').length >= 2);
  const back = page.locator('.do button').nth(1);
  await back.click();
  await back.click();
  assert.equal(await page.locator('.staged').count(), 0);
  /* Nothing of it was sent: after a reload the position is the same. */
  const before = await page.locator('.list').textContent();
  await page.reload();
  await page.waitForSelector('.spot');
  assert.equal(await page.locator('.list').textContent(), before);
  await page.context().close();
});
