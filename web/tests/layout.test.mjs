/* Every size of window: what is essential is in view, nothing lies over anything else, targets
 * are as large as a fingertip, and fingers move the board. The front page, the waiting room,
 * addresses that lead nowhere, the line that is back, a slow server, sounds. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  begin,
  dice,
  faults,
  games,
  mouse,
  ready,
  stand,
  step,
  visit,
  withoutEngine,
} from './helpers.mjs';

const { server, browser } = await stand();

const sizes = [
  { width: 320, height: 640, touch: true, panels: 1 },
  { width: 768, height: 1024, touch: true, panels: 1 },
  { width: 1024, height: 768, touch: true, panels: 1 },
  { width: 1440, height: 900, touch: false, panels: 4 },
  { width: 2560, height: 1440, touch: false, panels: 4 },
];

const visitAt = (size, more = {}) =>
  visit(browser, {
    viewport: { width: size.width, height: size.height },
    hasTouch: size.touch,
    isMobile: size.touch,
    ...more,
  });

/* Where the parts of the page are, in pixels. */
const parts = (page) =>
  page.evaluate(() =>
    Object.fromEntries(
      ['header', '.strip', '.board', '.bar', '.side', '.frame'].map((selector) => {
        const { left, top, right, bottom } = document
          .querySelector(selector)
          .getBoundingClientRect();
        return [selector, { left, top, right, bottom }];
      }),
    ),
  );

async function stands(page, { width, height, panels }, what) {
  const root = await page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return { scrollWidth, scrollHeight };
  });
  assert.ok(root.scrollWidth <= width, `${what}: nothing sticks out`);
  assert.ok(root.scrollHeight <= height, `${what}: the page is no taller than the window`);
  const all = Object.entries(await parts(page));
  for (const [name, box] of all)
    assert.ok(box.top >= 0 && box.bottom <= height + 0.5, `${what}: ${name} is in view`);
  const apart = all.filter(([name]) => name !== '.frame');
  for (const [i, [one, a]] of apart.entries())
    for (const [two, b] of apart.slice(i + 1)) {
      const over =
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5 &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.5;
      assert.ok(!over, `${what}: ${one} lies over ${two}`);
    }
  const seen = await page.locator('.sheet:visible').count();
  assert.equal(seen, panels, `${what}: panels`);
}

/* What is cut of an element: by itself, by what scrolls around it, or by the window. */
const cutOf = (page, selector) =>
  page.locator(selector).evaluateAll((all) =>
    all.flatMap((node) => {
      const { left, top, right, bottom } = node.getBoundingClientRect();
      const name = `${node.className || node.tagName}: ${node.textContent.slice(0, 60)}`;
      const { overflowY } = getComputedStyle(node);
      if (overflowY !== 'visible' && node.scrollHeight > node.clientHeight + 1)
        return [`${name} scrolls`];
      for (let up = node.parentElement; up; up = up.parentElement) {
        const clips = getComputedStyle(up).overflowY !== 'visible' || up === document.body;
        const box = up.getBoundingClientRect();
        const out =
          left < box.left - 1 ||
          right > box.right + 1 ||
          top < box.top - 1 ||
          bottom > box.bottom + 1;
        if (clips && out) return [`${name} is cut by ${up.className || up.tagName}`];
      }
      return [];
    }),
  );

for (const size of sizes)
  test(`a game at ${size.width}x${size.height}: everything has its place`, async () => {
    const page = await visitAt(size);
    for (const game of games) {
      const what = `${game}, ${size.width}x${size.height}`;
      await begin(page, server.address, game, game === 'newyork' ? 'jack' : 'detective');
      if (!(await ready(page))) continue; /* caught at once by a blind Detective */
      await stands(page, size, what);
      /* The board is as large as the window allows. */
      const { '.board': board } = await parts(page);
      const least = size.width === 2560 ? 1200 : size.width === 1440 ? 600 : 0;
      assert.ok(board.bottom - board.top >= least, `${what}: the board grows`);
      if (size.width <= 768) assert.ok(board.right - board.left >= size.width - 1, what);
      /* North is up for both seats: the first row is above the last. */
      if (game === 'newyork' || game === 'london') {
        const rows = await page
          .locator('.spot')
          .evaluateAll((all) => all.map((s) => [s.dataset.id, s.getBoundingClientRect().top]));
        const [top, bottom] = [/\D1?[12]$/, /\D1[3-7]$/].map((row) =>
          rows.filter(([id]) => row.test(id)).map(([, y]) => y),
        );
        if (top.length && bottom.length)
          assert.ok(Math.min(...top) < Math.max(...bottom), `${what}: north is up`);
      }
      /* So it stays while turns are tried out and played, and whatever is said: the board keeps
       * its place and its size, and what the others did is read whole. */
      const frame = await parts(page).then((all) => all['.frame']);
      const roll = dice(3);
      for (let i = 0, strips = 0; i < 12 && strips < 2; i++) {
        await step(page, mouse, roll).catch(() => {});
        if (!(await ready(page))) break;
        assert.deepEqual(
          (await parts(page))['.frame'],
          frame,
          `${what}: the board keeps its size`,
        );
        if (i === 2) await stands(page, size, `${what}, staged`);
        const choices = await cutOf(page, '.choose.few > button, .choose.few .mode');
        if (size.width > 1000) assert.deepEqual(choices, [], `${what}: no choice is cut`);
        if (!(await page.locator('.deeds').count())) continue;
        strips++;
        /* On the smallest telephone only what is very long is scrolled. */
        const long = (await page.locator('.deeds').innerText()).length > 100;
        const words = `${size.width < 390 && long ? '' : '.deeds p, '}.deeds .again, .head .identity, .seat`;
        assert.deepEqual(await cutOf(page, words), [], `${what}: what is said is not cut`);
      }
      if (await page.locator('.result').count()) continue;
      const buttons = '.ask > *, .do:not(.idle) button, .tabs button, header button';
      assert.deepEqual(await cutOf(page, buttons), [], `${what}: no button is cut`);
      if (size.touch) {
        const small = await page
          .locator('.page button:visible, .page a.button:visible, .page [role=tab]:visible')
          .evaluateAll((all) =>
            all
              .map((b) => {
                /* Some have more room than their picture. */
                const room = getComputedStyle(b, '::after');
                const { width, height } = b.getBoundingClientRect();
                const most = (a, b) => Math.max(a, parseFloat(b) || 0);
                return [
                  b.textContent.trim(),
                  most(width, room.width),
                  most(height, room.height),
                ];
              })
              .filter(([, width, height]) => width < 43.5 || height < 43.5)
              .map(([text, width, height]) => `${text} ${width}x${height}`),
          );
        assert.deepEqual(small, [], `${what}: targets of 44 pixels`);
      }
    }
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });

const record = '[Game "london"]\n\ndeal=MS cards=SH,JW,JS,IL SH >g10 alibi=JB JW >j13 ^nw\n';

test('lessons and records have the same places, at every size', async () => {
  for (const size of [sizes[0], { width: 1280, height: 720, touch: false, panels: 1 }]) {
    const page = await visitAt(size);
    const at = `${size.width}x${size.height}`;
    for (const game of games) {
      await page.goto(`${server.address}/learn/${game}`);
      await page.locator(`main a[href^="/learn/${game}/"]`).first().click();
      await page.waitForSelector('.spot');
      const { '.frame': frame } = await parts(page);
      for (let i = 0; i < 4; i++) {
        const pocket = game === 'pocket' && size.width === 1280; /* room for two columns */
        await stands(page, { ...size, panels: pocket ? 2 : 1 }, `a lesson of ${game}, ${at}`);
        assert.deepEqual((await parts(page))['.frame'], frame, `a lesson of ${game}, ${at}`);
        assert.deepEqual(await cutOf(page, '.nav > *'), [], `a lesson of ${game}, ${at}`);
        const next = page.locator('.nav button.primary[aria-disabled=false]');
        if (!(await next.count())) break;
        await next.click();
      }
    }
    await page.goto(`${server.address}/replay`);
    await page.fill('#record', record);
    await page.locator('form button').click();
    await page.waitForSelector('.spot');
    await stands(page, size, `a record, ${at}`);
    const controls = '.replay > *, .ask > *';
    assert.deepEqual(await cutOf(page, controls), [], `a record, ${at}: controls`);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});

test('after the end: the replay has its controls, and Back leads to the end', async () => {
  for (const size of [sizes[0], sizes[3]]) {
    const page = await visitAt(size);
    await begin(page, server.address, 'london', 'detective');
    await ready(page);
    if (size.touch) await page.locator('#tab-more').click();
    await page.locator('.tools button').last().click();
    await page.locator('dialog[open] button.primary').click();
    await page.locator('.result button', { hasText: 'Replay' }).click();
    await page.waitForSelector('.replay');
    await stands(page, size, 'after the end');
    const parts = '.replay > *, .ask > *';
    assert.deepEqual(await cutOf(page, parts), [], `${size.width}: controls of the replay`);
    const log = await page.locator('.list').boundingBox();
    assert.ok(log.height >= (size.touch ? 20 : 100), `the log is ${log.height} pixels high`);
    await page.goBack();
    await page.waitForSelector('.result');
    await page.goForward();
    await page.waitForSelector('.replay');
    await page.context().close();
  }
});

test('the sheet: tabs by finger and by key, the cards when they are needed', async () => {
  const page = await visitAt(sizes[0]);
  await begin(page, server.address, 'london', 'detective');
  await ready(page);
  assert.equal((await page.locator('[role=tabpanel]:visible .card.able').count()) > 0, true);
  for (const name of ['suspects', 'log', 'more', 'cards']) {
    await page.locator(`#tab-${name}`).tap();
    assert.ok(await page.locator(`#panel-${name}`).isVisible(), name);
    assert.equal(await page.locator('[role=tabpanel]:visible').count(), 1);
    await stands(page, sizes[0], name);
    assert.deepEqual(await faults(page), [], name);
    if (name !== 'log') continue;
    const [panel, line] = await page
      .locator('#panel-log, .list [aria-current]')
      .evaluateAll((all) => all.map((e) => e.getBoundingClientRect().top));
    assert.ok(line >= panel && line < panel + 40, 'the newest line is seen');
  }
  await page.locator('#tab-cards').focus();
  await page.keyboard.press('ArrowRight');
  assert.ok(await page.locator('#panel-suspects').isVisible());
  await page.keyboard.press('End');
  assert.ok(await page.locator('#panel-more').isVisible());
  await page.context().close();
});

/* Fingers, as the browser's protocol knows them. */
async function hand(page) {
  const session = await page.context().newCDPSession(page);
  const touch = (type, points) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(([x, y], id) => ({ x, y, id })),
    });
  return async (...frames) => {
    await touch('touchStart', frames[0]);
    for (const frame of frames.slice(1)) await touch('touchMove', frame);
    return () => touch('touchEnd', []);
  };
}

/* A double tap, however busy the machine is: the events say themselves when they were. */
async function tapTwice(page, x, y) {
  const session = await page.context().newCDPSession(page);
  const at = Date.now() / 1000;
  const events = ['touchStart', 'touchEnd', 'touchStart', 'touchEnd'];
  await Promise.all(
    events.map((type, i) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchStart' ? [{ x, y }] : [],
        timestamp: at + 0.04 * i,
      }),
    ),
  );
}

const windowOf = async (page) => {
  const box = await page.locator('.frame > svg').getAttribute('viewBox');
  return box.split(' ').map(Number);
};

test('fingers: pinch, drag, double tap, aim', async () => {
  const page = await visitAt(sizes[0]);
  await begin(page, server.address, 'london', 'detective');
  await ready(page);
  await page.locator('.card.able').first().tap();
  await page.waitForSelector('.staged li');
  const fingers = await hand(page);
  const { x, y, width, height } = await page.locator('.frame > svg').boundingBox();
  const [cx, cy] = [x + width / 2, y + height / 2];
  const [, , whole] = await windowOf(page);
  assert.equal(await page.locator('.names').isVisible(), false, 'no room for names');
  /* The settings fit, and their way out is in sight. */
  await page.locator('header .settings').tap();
  assert.deepEqual(await cutOf(page, '.close button'), [], 'the way out of the settings');
  const selects = await page
    .locator('dialog select')
    .evaluateAll((all) => all.map((s) => s.getBoundingClientRect().width));
  assert.ok(Math.min(...selects) > 150, `selects of ${selects} pixels`);
  await page.locator('.close button').tap();
  await page.locator('.zoom').waitFor();

  /* Two fingers that go apart make it larger; names appear, a target is a fingertip wide. */
  const pair = (d, dx = 0) => [
    [cx - d + dx, cy],
    [cx + d + dx, cy],
  ];
  await (
    await fingers(pair(20), pair(40), pair(60))
  )();
  const [left, , near] = await windowOf(page);
  assert.ok(near < whole / 2.5, 'larger');
  assert.equal(await page.locator('.names').isVisible(), true, 'names when it is near');
  const hex = await page.locator('[data-id=g8] .area').boundingBox();
  assert.ok(hex.height >= 44, `a target of ${hex.height} pixels`);
  /* One finger drags it; nothing is chosen by that. */
  await (
    await fingers([[cx, cy]], [[cx - 15, cy]], [[cx - 40, cy]])
  )();
  assert.ok((await windowOf(page))[0] > left + 5, 'dragged');
  assert.equal(await page.locator('.staged li').count(), 1);
  await stands(page, sizes[0], 'near');
  await page.locator('.whole').click(); /* a busy browser drops a tap soon after a drag */
  await page.waitForSelector('.whole', { state: 'detached' });
  assert.equal((await windowOf(page))[2], whole);

  /* One finger that slides over the whole board aims; lifting it chooses. */
  const spot = await page.locator('.spot.able:not(.hot)').first().boundingBox();
  const [tx, ty] = [spot.x + spot.width / 2, spot.y + spot.height / 2];
  const lift = await fingers([[tx + 30, ty + 20]], [[tx + 15, ty + 8]], [[tx + 2, ty + 1]]);
  await page.waitForSelector('.loupe .mark');
  assert.equal(await page.locator('.staged li').count(), 1, 'not yet');
  await lift();
  await page.waitForFunction(() => document.querySelectorAll('.staged li').length >= 2);
  await page
    .locator('.do button')
    .nth(-2)
    .click(); /* a busy browser drops a tap soon after a drag */
  await page.waitForFunction(() => document.querySelectorAll('.staged li').length === 1);

  /* A tap beside a target goes to the nearest one, and shows it larger. */
  const [one] = await page
    .locator('.spot.able:not(.hot)')
    .evaluateAll((all) => all.map((s) => s.getBoundingClientRect().toJSON()));
  await page.touchscreen.tap(one.x + 1, one.y + 1);
  await page.waitForSelector('.loupe');
  await page.waitForFunction(() => document.querySelectorAll('.staged li').length >= 2);

  /* Two taps: larger, and smaller again; what the first one chose is taken back. */
  await page
    .locator('.do button')
    .nth(-2)
    .click(); /* a busy browser drops a tap soon after a drag */
  await page.waitForFunction(() => document.querySelectorAll('.staged li').length === 1);
  const twice = async () => {
    await page.waitForTimeout(400);
    await tapTwice(page, cx, cy);
  };
  await twice();
  await page.waitForSelector('.whole');
  assert.ok((await windowOf(page))[2] < whole / 1.9);
  await page.waitForFunction(() => !document.querySelector('.actions[aria-busy=true]'));
  assert.equal(await page.locator('.staged li').count(), 1);
  await twice();
  await page.waitForSelector('.whole', { state: 'detached' });
  /* And by keys. */
  await page.locator('.spot[tabindex="0"]').focus();
  await page.keyboard.press('+');
  await page.waitForSelector('.whole');
  assert.deepEqual(await faults(page), []);
  await page.keyboard.press('0');
  await page.waitForSelector('.whole', { state: 'detached' });
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('a click is answered at once though the server is slow, and clicks keep their order', async () => {
  const page = await visit(browser);
  await withoutEngine(page);
  await begin(page, server.address, 'london', 'detective');
  await ready(page);
  await page.route('**/preview*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1200));
    await route.continue().catch(() => {});
  });
  /* Measured in the page: from the click to what is drawn after it. */
  const answered = (selector, mark) =>
    page.evaluate(
      async ([selector, mark]) => {
        const at = performance.now();
        document
          .querySelector(selector)
          .dispatchEvent(new MouseEvent('click', { bubbles: true }));
        while (!document.querySelector(mark) && performance.now() - at < 1000)
          await new Promise(requestAnimationFrame);
        return performance.now() - at;
      },
      [selector, mark],
    );
  assert.ok((await answered('.card.able', '.card[aria-pressed=true]')) < 1000, 'the card');
  await page.waitForSelector('.staged li');
  /* Where the piece goes is shown before the server has said so. */
  const ms = await answered('.spot.able:not(.hot)', '.ghost.coming, .asked');
  assert.ok(ms < 1000, `answered before the server did, after ${ms} ms`);
  assert.equal(await page.locator('.staged li').count(), 1);
  assert.ok(await page.locator('.spot.asked').count());
  await page.waitForFunction(() => document.querySelectorAll('.staged li').length >= 2);
  assert.equal(await page.locator('.spot.asked, .ghost.coming').count(), 0);
  await page.locator('.do button').nth(-2).click();
  await page.locator('.do button').nth(-2).click();
  await page.waitForSelector('.staged', { state: 'detached' });
  /* A card and at once a place: both are done, one after the other. */
  const [place, card] = await page.evaluate(async () => {
    const card = document.querySelector('.card.able');
    const name = card.textContent;
    card.click();
    const spot = document.querySelector('.spot[data-id=g10]');
    spot.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    return [spot.dataset.id, name];
  });
  assert.equal(place, 'g10');
  await page.waitForSelector('.staged li');
  await page.waitForFunction(() => !document.querySelector('.actions[aria-busy=true]'));
  const [first] = await page.locator('.staged li').allTextContents();
  assert.ok(first && card.includes(first), `${first}, by the card: ${card}`);
  await page.context().close();
});

test('"cannot be reached" goes when the line is back', async () => {
  const page = await visit(browser);
  await withoutEngine(page); /* it would answer in the server's place */
  await begin(page, server.address, 'london', 'detective');
  await ready(page);
  await page.route('**/api/games/**', (route) => route.abort('internetdisconnected'));
  await page.locator('.card.able').first().click();
  await page.waitForSelector('.bar .reason');
  await page.unroute('**/api/games/**');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.waitForSelector('.bar .reason', { state: 'detached' });
  await page.locator('.card.able').first().click();
  await page.waitForSelector('.staged li');
  /* The same where the first page could not be loaded. */
  await page.route('**/api/catalogue', (route) => route.abort());
  await page.goto(server.address);
  await page.waitForSelector('.failure h1');
  await page.unroute('**/api/catalogue');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.waitForSelector('.games');
  await page.context().close();
});

test('addresses that lead nowhere say so', async () => {
  const page = await visit(browser);
  const answer = await page.goto(`${server.address}/no/such/page`);
  assert.equal(answer.status(), 404);
  await page.waitForSelector('.lost');
  assert.match(await page.locator('.lost').innerText(), /no\/such\/page/);
  assert.deepEqual(await faults(page), []);
  page.complaints.length = 0; /* the browser's own word about the 404 */
  await page.locator('.lost a.primary').click();
  await page.waitForSelector('.games');
  /* So do those about a game or a person that is none. */
  for (const path of ['/learn/x', '/rules/chess', '/puzzles/foo', '/people/nobody']) {
    await page.goto(server.address + path);
    await page.locator('.lost', { hasText: path }).waitFor();
    await page.waitForFunction(() => document.title.startsWith('There is no such page'));
  }
  page.complaints.length = 0;
  /* Every page of the table is known to the server as well. */
  for (const path of ['/', '/g/nosuchgame00', '/learn/london', '/replay', '/rules/london'])
    assert.equal((await page.request.get(server.address + path)).status(), 200, path);
  await page.context().close();
});

test('the waiting room, and your games on the front page', async () => {
  const page = await visit(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto(server.address);
  await page.selectOption('#n-game', 'pocket');
  await page.selectOption('#n-how', 'friend');
  await page.locator('form button').click();
  await page.waitForSelector('.waiting');
  const room = await page.locator('.waiting').innerText();
  assert.match(room, /you are here/);
  assert.match(room, /seat is free/);
  assert.match(room, /begins by itself/);
  assert.deepEqual(await faults(page), []);
  await page.locator('.waiting .primary').click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, await page.locator('#link-jack').inputValue());
  /* A friend comes: the game begins by itself. */
  const friend = await visit(browser);
  await friend.goto(link);
  await friend.waitForSelector('.spot');
  await page.waitForSelector('.spot');
  await friend.context().close();

  for (let i = 0; i < 8; i++) {
    await begin(page, server.address, games[i % 3], 'detective');
    if (i < 7) {
      await page.evaluate(async () => {
        const id = location.pathname.slice(3);
        const body = JSON.stringify({ as: 'detective', key: `k${id}` });
        const headers = { 'Content-Type': 'application/json' };
        await fetch(`/api/games/${id}/resign`, { method: 'POST', headers, body });
      });
    }
  }
  await page.goto(server.address);
  await page.waitForSelector('.list li a');
  const lines = page.locator('section:has(#mine-title) li');
  assert.equal(await lines.count(), 6, 'one page of them');
  const said = await lines.allInnerTexts();
  assert.match(said[0], /your turn/);
  assert.match(said.join('\n'), /against any legal move/i);
  assert.match(said.join('\n'), /against another player/);
  assert.match(said[0], /20\d\d/, 'a date');
  await page.getByRole('button', { name: /more/ }).click();
  assert.equal(await lines.count(), 9);
  await lines.locator('button').first().click();
  assert.equal(await lines.count(), 8);
  await page.getByRole('button', { name: 'Hide all finished games' }).click();
  assert.equal(await lines.count(), 2);
  await page.reload();
  await page.waitForSelector('.list li a');
  assert.equal(await lines.count(), 2);
  assert.deepEqual(await faults(page), []);
  await page.locator('.go a').click();
  await page.waitForSelector('.spot');
  await page.context().close();
});

test('sounds: asked for once, then loaded when they are heard; short, audible, small', async () => {
  const page = await visit(browser, { prefs: { askedSound: false } });
  const heard = [];
  page.on('request', (r) => /\.mp3$/.test(r.url()) && heard.push(r.url()));
  await begin(page, server.address, 'london', 'detective');
  await ready(page);
  await page.goto(server.address);
  await page.waitForSelector('.ask');
  assert.deepEqual(heard, [], 'silent until somebody wants it');
  await page.locator('.ask button').first().click();
  await page.waitForRequest(/turn-.*\.mp3$/, { timeout: 5000 }).catch(() => {});
  assert.equal(heard.length, 1);
  await page.reload();
  await page.waitForSelector('.games');
  assert.equal(await page.locator('.ask').count(), 0, 'asked once');

  const folder = new URL('../src/sounds/', import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith('.mp3'));
  const names = files.map((name) => name.slice(0, -4)).sort();
  const wanted =
    'alibi arrest cleared confirm cover escape lamp over round step tick turn whistle witness-seen witness-unseen';
  assert.equal(names.join(' '), wanted);
  const data = files.map((name) => readFileSync(new URL(name, folder)));
  assert.ok(data.reduce((n, d) => n + d.length, 0) < 100_000);
  const measured = await page.evaluate(
    async (all) => {
      const context = new OfflineAudioContext(1, 22050, 22050);
      return Promise.all(
        all.map(async (bytes) => {
          const buffer = await context.decodeAudioData(Uint8Array.from(bytes).buffer);
          const wave = buffer.getChannelData(0);
          return [buffer.duration, wave.reduce((m, x) => Math.max(m, Math.abs(x)), 0)];
        }),
      );
    },
    data.map((d) => [...d]),
  );
  for (const [i, [seconds, peak]] of measured.entries()) {
    assert.ok(seconds > 0.1 && seconds < 2.5, `${files[i]}: ${seconds} s`);
    assert.ok(peak > 0.2 && peak < 0.95, `${files[i]}: ${peak}`);
  }
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('a first visit: how much is sent', async () => {
  const { firstVisit } = await import('./firstvisit.mjs');
  const { bytes, game, packed } = await firstVisit(browser, server.address);
  assert.ok(bytes < 400_000, `${bytes} bytes until the front page stands`);
  assert.ok(bytes + game < 600_000, `${game} bytes more until a game stands`);
  assert.ok(packed, 'scripts are sent packed');
});
