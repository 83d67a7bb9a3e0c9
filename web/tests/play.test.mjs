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
  playByKeys,
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

/* Once the engine is there, a whole turn is tried out without a question to the server; without it
 * the server answers. */
test('what a turn leads to is found out here', async () => {
  for (const game of games) {
    const page = await visit(browser);
    const asked = [];
    page.on('request', (r) => asked.push(...(/(preview|reach|moves)/.exec(r.url()) ?? [])));
    await begin(page, server.address, game, roles[game]);
    const staged = () => page.locator('.staged li, .confirm.primary').count();
    for (let i = 0; i < 200; i++) {
      assert.ok(await ready(page), 'the game has only begun');
      const before = asked.length;
      await step(page, mouse, dice(3)).catch(() => {});
      await page.waitForFunction(() => !document.querySelector('.actions[aria-busy=true]'));
      const quiet = (await staged()) && asked.length === before;
      await page.keyboard.press('Escape');
      if (quiet) break;
      await page.waitForTimeout(50);
    }
    asked.length = 0;
    await play(page, mouse, dice(4));
    assert.deepEqual(new Set(asked), new Set(['moves']), game);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});

test('between action tokens the player chooses: none is taken for granted', async () => {
  const page = await visit(browser);
  await begin(page, server.address, 'pocket', 'detective');
  await ready(page);
  const modes = page.locator('.mode');
  assert.ok((await modes.count()) > 1);
  assert.equal(await page.locator('.mode[aria-pressed=true], .spot.able').count(), 0);
  assert.match(await page.locator('.prompt').textContent(), /First choose/);
  await modes.first().click();
  await page.waitForSelector('.mode[aria-pressed=true]');
  assert.ok(await page.locator('.spot.able, .choice').count());
  await page.context().close();
});

test('a game over a slow line', async () => {
  const page = await visit(browser);
  await slow(page);
  await begin(page, server.address, 'pocket', 'detective');
  await play(page, mouse, dice(9));
  assert.match(await page.locator('.headline').textContent(), /wins:/);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

for (const game of games) {
  test(`${game} by keyboard alone`, async () => {
    const page = await visit(browser);
    await page.goto(server.address);
    await playByKeys(page, game, dice(7));
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
    ArrowLeft: 'f7',
    ArrowRight: 'h7',
  };
  for (const [press, to] of Object.entries(ways)) {
    await page.locator('[data-id=g8]').focus();
    await page.keyboard.press(press);
    assert.equal(await at(), to, press);
  }
  assert.equal(await page.locator('.spot[tabindex="0"]').count(), 1, 'one stop of Tab');
  /* Whoever takes a card by key goes on at its piece. */
  const card = page.locator('.card.able').first();
  const who = await card.getAttribute('data-about');
  await card.focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.matches('.spot'));
  const state = await page.evaluate(() =>
    fetch(location.pathname.replace('/g/', '/api/games/')).then((r) => r.json()),
  );
  assert.equal(
    state.scene[await at()]?.some((m) => JSON.stringify(m).includes(who)),
    true,
  );
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
  assert.match(await page.locator('.reason').textContent(), /Only Jack.*L-6\.3/s);
  await page.locator('.spot.able:not(.hot)').first().click();
  await page.waitForFunction(() => document.querySelectorAll('.staged li').length >= 2);
  const back = page.locator('.do button').first();
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
