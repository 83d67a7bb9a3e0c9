/* Clocks: chosen, shown as the server has them, low, heard, paused, run out; after a crash, on a slow
 * machine, for whoever reads by ear. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  PATIENCE,
  able,
  dice,
  faults,
  inspect,
  mouse,
  ready,
  stand,
  step,
  until,
  visit,
} from './helpers.mjs';

const { server, browser } = await stand();

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/* A game with a clock, made on the front page. */
async function make(page, how, clock, role = 'detective') {
  await page.goto(server.address);
  await page.selectOption('#n-game', 'london');
  await page.selectOption('#n-how', how);
  if (how === 'computer') await page.selectOption('#n-level', 'random');
  await page.selectOption('#n-role', role);
  await page.selectOption('#n-clock', clock);
  await page.locator('form button').click();
}

/* Two people at one table. */
async function meet(clock, first = {}, second = {}) {
  const [ann, bob] = [await visit(browser, first), await visit(browser, second)];
  await make(ann, 'friend', clock);
  const link = await ann.locator('#link-jack').inputValue();
  await bob.goto(link);
  /* Whoever is invited reads the terms, and nothing has been taken yet. */
  assert.match(await bob.locator('.waiting .clock').innerText(), /^Clock: \d+ /);
  assert.ok((await bob.locator('.waiting li:not(.here)').count()) > 0);
  await bob.getByRole('button', { name: 'Sit down' }).click();
  for (const page of [ann, bob]) await page.waitForSelector('.clock');
  return [ann, bob];
}

const shown = (page, seat) => page.locator(`.clock[data-seat=${seat}] .time`).innerText();

/* What the page shows of a seat and what the server says, in seconds, read in one go: between the two
 * looks at the page the server has said how it stands. */
function compare(page, seat) {
  return page.evaluate(async (who) => {
    const id = location.pathname.split('/').pop();
    const look = () => {
      const text = document.querySelector(`.clock[data-seat=${who}] .time`).textContent;
      const [minutes, seconds] = text.split(':').map(Number);
      return 60 * minutes + seconds;
    };
    const frame = () => new Promise((done) => requestAnimationFrame(() => done()));
    await frame();
    const before = look();
    const { clocks } = await (await fetch(`/api/games/${id}`)).json();
    await frame();
    return { before, after: look(), told: clocks[who] / 1000, runs: clocks.runs };
  }, seat);
}

/* What is shown agrees with the server, to the second. */
async function agree(page, seat) {
  const { before, after, told } = await compare(page, seat);
  assert.ok(before >= told - 1, `${before} was shown, and the server said ${told}`);
  assert.ok(after <= told + 1 + 1, `${after} is shown, and the server had said ${told}`);
}

async function passes(page, seat, from) {
  await page.waitForFunction(
    ([who, text]) =>
      document.querySelector(`.clock[data-seat=${who}] .time`)?.textContent !== text,
    [seat, from],
  );
}

test('the clock that is shown is the server’s, on a machine that is slow', async () => {
  const page = await visit(browser);
  const client = await page.context().newCDPSession(page);
  await make(page, 'computer', '600+0');
  await ready(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  for (let i = 0; i < 8; i++) {
    await agree(page, 'detective');
    await passes(page, 'detective', await shown(page, 'detective'));
  }
  /* Time passes at once, and whoever watches is told. */
  server.pass(5 * MINUTE);
  await page.waitForFunction(() =>
    /^4:/.test(document.querySelector('.runs')?.innerText ?? ''),
  );
  await agree(page, 'detective');
  await client.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('the server is killed: time that it has lost is given back', async () => {
  const page = await visit(browser);
  await make(page, 'computer', '600+0');
  await ready(page);
  const first = await shown(page, 'detective');
  await passes(page, 'detective', first);
  const from = Date.now();
  const { told } = await compare(page, 'detective');
  const OUTAGE = 8 * SECOND;
  await server.crash(OUTAGE);
  /* The page that was open hears of it by itself. */
  const end = Date.now() + PATIENCE;
  for (let heard = false; !heard && Date.now() < end;)
    heard = await agree(page, 'detective').then(
      () => true,
      () => page.waitForTimeout(200),
    );
  const { told: left } = await compare(page, 'detective');
  const used = told - left;
  const passed = (Date.now() - from) / SECOND;
  /* It may have been down for longer than it slept. What was the last that it had marked may be 2.5 s
   * old, and it may have passed for as long before it noticed. */
  const most = passed - OUTAGE / SECOND + 2.5;
  assert.ok(used >= -2.5 && used <= most, `${used} of ${passed} seconds`);
  await agree(page, 'detective');
  await page.reload();
  await page.waitForSelector('.clock');
  await agree(page, 'detective');
  await page.context().close();
});

test('two people: turns, low time seen and heard, the flag, in words', async () => {
  const [ann, bob] = await meet('180+2', { prefs: { sounds: true } });
  assert.match(await shown(ann, 'detective'), /^(3:00|2:5\d)$/);
  assert.equal(await shown(bob, 'jack'), '3:00');
  const turn = async () =>
    (await ann.locator('.acts .clock').getAttribute('data-seat'))?.trim();
  assert.equal(await turn(), 'detective');

  /* A turn of the Detective's: his clock stops, Jack's runs, in both windows. */
  const roll = dice(3);
  while ((await turn()) === 'detective')
    if (await able(ann)) await step(ann, mouse, roll).catch(() => {});
    else await ann.waitForTimeout(10);
  await bob.waitForSelector('.clock.runs[data-seat=jack]');
  await agree(bob, 'jack');
  await agree(ann, 'jack');

  /* Jack's time gets short: another look, a word for those who listen. Ann hears nothing of it. */
  const heard = [];
  ann.on('request', (r) => /tick-.*\.mp3$/.test(r.url()) && heard.push('ann'));
  assert.equal(await bob.locator('.clock.low').count(), 0);
  const { told } = await compare(bob, 'jack');
  server.pass(Math.floor(told * SECOND) - 16 * SECOND);
  await bob.waitForSelector('.clock.low[data-seat=jack] svg');
  assert.deepEqual(await faults(bob), []);
  await until(bob, () =>
    [...document.querySelectorAll('[aria-live=assertive], [role=alert]')].some((e) =>
      /You have .* left/.test(e.textContent),
    ),
  );
  for (const page of [ann, bob])
    await page.waitForFunction(() =>
      /The clock has run out|ran out of time/i.test(document.body.innerText),
    );
  await ann.waitForSelector('.result');
  assert.match(await ann.locator('.result').innerText(), /Jack ran out of time/);
  assert.deepEqual(heard, []);
  assert.deepEqual(await faults(ann), []);
  for (const page of [ann, bob]) {
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});

test('the last ten seconds tick for the one whose clock runs, where sounds are on', async () => {
  const page = await visit(browser, { prefs: { sounds: true } });
  const heard = [];
  page.on('request', (r) => /tick-.*\.mp3$/.test(r.url()) && heard.push(r.url()));
  await make(page, 'computer', '180+2');
  await ready(page);
  assert.deepEqual(heard, []);
  server.pass(170 * SECOND);
  await page.waitForRequest(/tick-.*\.mp3$/);
  await page.waitForSelector('.result');
  await page.context().close();
});

test('whoever does not want to hear the clock does not', async () => {
  const page = await visit(browser, { prefs: { sounds: true } });
  const heard = [];
  page.on('request', (r) => /tick-.*\.mp3$/.test(r.url()) && heard.push(r.url()));
  await page.goto(server.address);
  await page.locator('button.settings').click();
  await page.locator('label', { hasText: 'Tick in my last ten seconds' }).click();
  await make(page, 'computer', '180+2');
  await ready(page);
  server.pass(170 * SECOND);
  await page.waitForSelector('.result');
  assert.deepEqual(heard, []);
  await page.context().close();
});

test('a pause: asked for, declined, agreed to, ended', async () => {
  const [ann, bob] = await meet('600+10');
  const press = (page, text) => page.locator('button', { hasText: text }).first().click();
  await ann
    .locator('#tab-more')
    .click()
    .catch(() => {});
  await press(ann, 'Ask for a pause');
  await bob.waitForSelector('.pause');
  assert.match(await bob.locator('.pause').innerText(), /asks for a pause/);
  await press(bob, 'Decline');
  await ann.waitForFunction(() => !document.querySelector('.pause'));
  await press(ann, 'Ask for a pause');
  await bob.waitForSelector('.pause');
  await press(bob, 'Agree to the pause');
  for (const page of [ann, bob])
    await page.waitForFunction(() =>
      /paused/i.test(document.querySelector('.pause')?.innerText ?? ''),
    );
  assert.equal(await ann.locator('.clock.runs').count(), 0);
  assert.equal(await ann.locator('.clock svg').count(), 2, 'and it is seen at both');
  assert.equal(await ann.locator('.confirm').count(), 0, 'nothing can be played');
  for (const [i, page] of [ann, bob].entries()) await inspect(page, i, 'a pause');
  const still = await shown(ann, 'detective');
  server.pass(HOUR);
  await server.heard(); /* else it would pass when the clocks run again */
  await press(bob, 'Go on');
  await ann.waitForFunction(() =>
    /wants to go on/.test(document.querySelector('.pause')?.innerText ?? ''),
  );
  assert.equal(await shown(ann, 'detective'), still);
  await press(ann, 'Go on');
  for (const page of [ann, bob]) await page.waitForSelector('.clock.runs');
  await agree(ann, 'detective');
  for (const page of [ann, bob]) {
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});

test('days: in days and hours, in the lobby and among one’s games, in text mode', async () => {
  const [ann, bob] = [
    await visit(browser),
    await visit(browser, { prefs: { text: true, language: 'de' } }),
  ];
  await make(ann, 'lobby', '3d');
  await ann.waitForSelector('.waiting');
  assert.match(await ann.locator('.waiting').innerText(), /3 days a turn/);
  await bob.goto(server.address);
  await bob.waitForSelector('.list');
  assert.match(await bob.locator('.list').first().innerText(), /3 Tage je Zug/);
  await bob.locator('.list button').first().click();
  await bob.waitForSelector('.clock');
  server.pass(HOUR);
  await bob.waitForFunction(() =>
    /2 T 2[23] h/.test(document.querySelector('.clock.runs')?.innerText),
  );
  assert.match(
    await bob.locator('.clock.runs').getAttribute('aria-label'),
    /noch 2 Tage 2[23] Stunden/,
  );
  await ann.goto(server.address);
  await ann.waitForSelector('.yours');
  assert.match(
    await ann.locator('.yours').innerText(),
    /2 d 2[23] h left, until \w+day \d+:\d\d/,
  );
  for (const page of [ann, bob]) {
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});

/* When that is at a place, in English; the minute before and the one after are good, too. */
function times(at, timeZone) {
  const format = new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  });
  return [-MINUTE, 0, MINUTE].map((more) => `until ${format.format(at + more)}`);
}

/* The page tells until when the server's clock runs, which has no more than so much left. */
async function tells(page, zone, most) {
  const end = Date.now() + PATIENCE;
  let seen;
  do {
    seen = await page.evaluate(async () => {
      const id = location.pathname.split('/').pop();
      const { clocks } = await (await fetch(`/api/games/${id}`)).json();
      const text = document.querySelector('.deadline')?.textContent ?? '';
      return { left: clocks.detective, text };
    });
    const good = times(Date.now() + seen.left, zone);
    if (seen.left <= most && good.some((one) => seen.text.includes(one))) return;
    await page.waitForTimeout(100);
  } while (Date.now() < end);
  assert.fail(JSON.stringify(seen));
}

test('days end at a time of the reader’s, wherever that is', async () => {
  const zones = ['Asia/Kathmandu', 'America/Los_Angeles'];
  const [ann, bob] = await meet('3d');
  for (const [i, page] of [ann, bob].entries()) {
    const client = await page.context().newCDPSession(page);
    await client.send('Emulation.setTimezoneOverride', { timezoneId: zones[i] });
    await page.reload();
    await page.waitForSelector('.deadline');
  }
  assert.match(await ann.locator('.deadline').innerText(), /^You have until /);
  assert.match(await bob.locator('.deadline').innerText(), /^Detective has until /);
  for (const passed of [0, DAY + HOUR]) {
    for (const [i, page] of [ann, bob].entries()) {
      await tells(page, zones[i], 3 * DAY - passed);
      assert.equal(await page.locator('.clock.low').count(), 0);
    }
    server.pass(DAY + HOUR);
  }
  server.pass(17 * HOUR);
  await ann.waitForSelector('.clock.low[data-seat=detective]');
  for (const width of [320, 768, 1440]) await inspect(ann, 0, 'a short day', [width]);
  server.pass(5 * HOUR);
  await ann.waitForSelector('.result');
  assert.match(await ann.locator('.result').innerText(), /the Detective ran out of time/);
  for (const page of [ann, bob]) {
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});

test('the game with the least time left comes first', async () => {
  const page = await visit(browser);
  const games = ['7d', '1d', '', '3d'];
  for (const clock of games) {
    await make(page, 'computer', clock);
    await ready(page);
  }
  await page.goto(server.address);
  await page.waitForSelector('li.yours');
  const told = await page.locator('li.yours .soft').allInnerTexts();
  const order = [/23 h 59 min left, until \w+ \d+:\d\d/, /2 d 23 h left, until \w+day/];
  order.push(/6 d 23 h left, until \w+/, /^your turn · \d+ \w+ \d+$/);
  for (const [i, words] of order.entries()) assert.match(told[i] ?? '', words);
  for (const width of [320, 1440]) await inspect(page, 0, 'games by days', [width]);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('at every width both clocks are in view', async () => {
  const page = await visit(browser);
  await make(page, 'computer', '3600+30');
  await ready(page);
  for (const [width, height] of [
    [320, 640],
    [768, 1024],
    [1440, 900],
    [640, 320],
  ]) {
    await page.setViewportSize({ width, height });
    for (const seat of ['jack', 'detective']) {
      const box = await page.locator(`.clock[data-seat=${seat}]`).boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= width, `${seat} at ${width}`);
      assert.ok(box.y >= 0 && box.y + box.height <= height, `${seat} at ${width}`);
    }
  }
  await inspect(page, 0, 'a game with clocks');
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('games on this device have no clocks', async () => {
  const page = await visit(browser);
  await page.goto(server.address);
  await page.waitForSelector('#n-clock');
  await page.selectOption('#n-how', 'here');
  assert.equal(await page.locator('#n-clock').count(), 0);
  await page.context().close();
});
