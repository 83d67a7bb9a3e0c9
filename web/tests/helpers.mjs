/* What the tests share: a server, a browser, pages that complain, and somebody who plays. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const here = dirname(fileURLToPath(import.meta.url));
const require = createRequire(import.meta.url);
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/* The program with switches for tests. */
const usual = process.env.ALIBI ?? join(here, '../../build/tests/alibi');
export { usual as program };
/* The same with the game of examples/, which the tests of the engine build. */
export const withExample = join(dirname(usual), 'fourth_program');

/* Starts the server; resolves when it has said its address. */
function start(program, folder, port, seed, rate, more = '') {
  const words = `serve --port ${port} --rate ${rate} --quiet --think 20 --data ${folder}${
    seed ? ` --test-seed ${seed}` : ''
  } ${more}`.trim();
  const child = spawn(program, words.split(' '), { stdio: ['ignore', 'pipe', 'ignore'] });
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (data) => {
      said += data;
      const found = /http:\/\/\S+/.exec(said);
      if (found) resolve({ child, address: found[0] });
    });
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`alibi serve ended with ${code}: ${said}`)));
  });
}

function end(child, signal) {
  child.removeAllListeners('exit');
  const gone = new Promise((resolve) => child.on('exit', resolve));
  child.kill(signal);
  return gone;
}

/* A server with a store of its own. With a SEED its chance belongs to that, and its clock stands
 * still, so that it lists no public games. RATE is what one client may ask in a second. */
export async function serve(seed, rate = 0, program = usual) {
  const folder = mkdtempSync(join(tmpdir(), 'alibi-web-'));
  let { child, address } = await start(program, folder, 0, seed, rate);
  return {
    address,
    /* So many milliseconds of everybody's clocks pass at once. */
    pass(ms) {
      const add = `import sqlite3; d = sqlite3.connect("${folder}/alibi.db", timeout=60); d.execute("UPDATE pulse SET time = time + ${ms}"); d.commit()`;
      assert.equal(spawnSync('python3', ['-c', add]).status, 0);
    },
    /* The server has heard of it: where no clock runs it looks every ten seconds. It marks the time a
     * second time only when it has read what came of the first. */
    async heard() {
      const look = `import sqlite3, time
d = sqlite3.connect("${folder}/alibi.db", timeout=60)
marks, old = 0, None
while marks < 2:
    new = d.execute("SELECT time FROM pulse").fetchone()
    marks, old = marks + (old is not None and new != old), new
    time.sleep(0.05)`;
      const child = spawn('python3', ['-c', look]);
      assert.equal(await new Promise((done) => child.on('exit', done)), 0);
    },
    /* What the operator says: alibi admin, beside the server. */
    admin(...words) {
      const done = spawnSync(program, ['admin', '--store', folder, ...words], {
        encoding: 'utf8',
      });
      assert.equal(done.status, 0, done.stderr);
      return done.stdout;
    },
    /* It is killed, and comes back at the same address after so many milliseconds, perhaps with more
     * switches. */
    async crash(ms = 0, more = '') {
      await end(child, 'SIGKILL');
      await new Promise((done) => setTimeout(done, ms));
      ({ child } = await start(
        program,
        folder,
        new URL(address).port,
        seed && seed + 1000,
        rate,
        more,
      ));
    },
    async stop() {
      await end(child, 'SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/* A server and a browser for the tests of one file. */
export async function stand(seed, program) {
  const server = await serve(seed, 0, program);
  const browser = await launch();
  after(async () => {
    await browser.close();
    await server.stop();
  });
  return { server, browser };
}

/* Milliseconds after which something will not come any more, on however busy a machine. */
export const PATIENCE = 120_000;

/* A page of a new guest. Whatever it complains about is kept in page.complaints: errors of
 * scripts, and what the Content-Security-Policy had to stop. */
export async function visit(browser, { prefs = {}, ...options } = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: 'en-GB',
    /* What a service worker answers cannot be altered or held back: tests that are about it let it in. */
    serviceWorkers: 'block',
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.complaints = [];
  page.on('pageerror', (error) => page.complaints.push(error.message));
  page.on('console', (message) => {
    const text = message.text();
    /* A 422 is how a client learns why something is not allowed; and streams and requests that
     * a page leaves behind are cut. */
    const usual = /\b422\b|net::ERR_(ABORTED|INCOMPLETE_CHUNKED_ENCODING)/;
    if (message.type() === 'error' && !usual.test(text)) page.complaints.push(text);
  });
  await page.addInitScript(
    (wanted) => {
      if (!localStorage.getItem('alibi')) localStorage.setItem('alibi', JSON.stringify(wanted));
    },
    { pace: 'instant', motion: 'none', askedSound: true, ...prefs },
  );
  return page;
}

/* Gives the page a device of its own, which says yes whenever it is asked. */
export async function equip(page, options = {}) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      ...options,
    },
  });
  return {
    set: (method, more) => cdp.send(`WebAuthn.${method}`, { authenticatorId, ...more }),
    credentials: async () =>
      (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  };
}

/* A page of somebody who has just made an account of that name; `person` is its id. */
export async function signedUp(browser, address, name, options) {
  const page = await visit(browser, options);
  await equip(page);
  await page.goto(`${address}/account`);
  await page.fill('#name', name);
  await page.locator('section:has(#name) button.primary').click();
  await page.locator('.codes .kept').click();
  await page.locator('h1', { hasText: name }).waitFor();
  page.person = await page.evaluate(async () => {
    const { account } = await (await fetch('/api/account')).json();
    return account.id;
  });
  return page;
}

/* A slow line, on which questions overtake each other, those about what is new most of all. */
export function slow(page) {
  const roll = dice(1);
  return page.route('**/api/games/**', async (route) => {
    const least = route.request().url().includes('since=') ? 60 : 0;
    await new Promise((resolve) => setTimeout(resolve, least + roll(60)));
    await route.continue().catch(() => {}); /* the page may be gone */
  });
}

/* Waits until the page says yes to this question, which may take it a while to answer:
 * waitForFunction takes a promise for a yes. */
export async function until(page, question) {
  const end = Date.now() + PATIENCE;
  while (Date.now() < end) {
    if (await page.evaluate(question)) return;
    await page.waitForTimeout(50);
  }
  throw new Error(`never: ${question}`);
}

/* The browser has kept the client: from now on the page can do without a line. */
export const kept = (page) =>
  until(page, async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    if (registration?.active?.state !== 'activated') return false;
    const caches_ = await Promise.all((await caches.keys()).map((n) => caches.open(n)));
    const files = (await Promise.all(caches_.map((c) => c.keys()))).flat().map((r) => r.url);
    return ['engine', 'texts\\.en', 'london\\.en'].every((name) =>
      files.some((file) => new RegExp(`/${name}-`).test(file)),
    );
  });

/* A browser that cannot run the engine: the server is asked for everything. */
export const withoutEngine = (page) =>
  page.addInitScript(() => Object.defineProperty(window, 'WebAssembly', { value: undefined }));

/* What axe finds wrong with the page as it is. */
export async function faults(page) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const { violations } = await page.evaluate(() =>
    window.axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      resultTypes: ['violations'],
    }),
  );
  return violations.map((v) =>
    `${v.id}: ${v.nodes.map((n) => n.html).join(' ')}`.slice(0, 600),
  );
}

/* What makes the page wider than its window. */
const sticking = (page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.querySelectorAll('body *')]
      .filter((e) => e.getBoundingClientRect().right > clientWidth + 0.5)
      .map((e) => `${e.tagName} ${e.className}: ${e.textContent.slice(0, 40)}`);
  });

/* Axe at every width, in a theme that depends on TURN: three states that follow each other are
 * seen in every theme at every width. */
export const widths = [320, 768, 1440];
const themes = ['dark', 'light', 'contrast'];

export async function inspect(page, turn, what, some = widths) {
  for (const width of some) {
    await page.setViewportSize({ width, height: 800 });
    /* The page hears of its new size with the next picture, and arranges itself for the one after. */
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    const theme = themes[(widths.indexOf(width) + turn) % 3];
    await page.evaluate((name) => (document.documentElement.dataset.theme = name), theme);
    const at = `${what}, ${width} pixels, ${theme}`;
    assert.deepEqual(await faults(page), [], at);
    assert.deepEqual(await sticking(page), [], `${at}: sticks out`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

/* Numbers that look random and are the same each time. */
export function dice(seed) {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

export const games = ['london', 'newyork', 'pocket'];

const SOMETHING = '.confirm.primary, .spot.able, .choice, .mode[aria-pressed=false], .result';

/* Whether the player of this page can do something now, or the game is over. */
export function able(page) {
  return page.evaluate(
    (something) =>
      !document.querySelector('.actions[aria-busy=true]') &&
      !!document.querySelector(something),
    SOMETHING,
  );
}

/* Waits until the player of this page can do something; false if the game is over. */
export async function ready(page) {
  const end = Date.now() + PATIENCE;
  while (Date.now() < end) {
    if (await able(page)) return !(await page.locator('.result').count());
    await page.waitForTimeout(10);
  }
  const seen = await page.locator('.bar, .failure, dialog[open]').allInnerTexts();
  throw new Error(`nothing can be done: ${JSON.stringify([...seen, ...page.complaints])}`);
}

/* How a hand does one thing: with the mouse, with a finger. */
export const mouse = { press: (locator) => locator.click({ timeout: 2000 }) };
/* Two taps at the same place in a moment are a double tap, which makes the board larger. */
let tapped = { x: 0, y: 0, at: 0 };
export const finger = {
  async press(locator) {
    const box = await locator.boundingBox({ timeout: 2000 });
    const { x, y } = box ?? tapped;
    if (Math.hypot(x - tapped.x, y - tapped.y) < 30 && Date.now() - tapped.at < 400)
      await new Promise((resolve) => setTimeout(resolve, 400));
    try {
      await locator.tap({ timeout: 2000 });
    } finally {
      /* Where the machine is busy, one that was given up may still arrive. */
      tapped = { x, y, at: Date.now() };
    }
  },
};

/* Points at something that is possible. Accusations only when there is nothing else, so that
 * games last. */
async function point(page, hand, roll) {
  const modes = page.locator('.mode[aria-pressed=false]');
  const others = await modes.count();
  if (others && roll(4) === 0) return hand.press(modes.nth(roll(others)));
  for (const calm of ['.spot.able:not(.hot)', '.choice', '.spot.able']) {
    const found = page.locator(calm);
    const n = await found.count();
    if (n) return hand.press(found.nth(roll(n)));
  }
  if (others) return hand.press(modes.nth(roll(others)));
}

/* One step of a turn: confirms what is complete, else points. */
export async function step(page, hand, roll) {
  const confirm = page.locator('.confirm.primary');
  return (await confirm.count()) ? hand.press(confirm) : point(page, hand, roll);
}

/* Stages a whole turn by mouse, and leaves it unconfirmed. */
export async function stage(page, roll) {
  while (await ready(page)) {
    if (await page.locator('.confirm.primary').count()) return;
    await point(page, mouse, roll).catch(() => {});
  }
}

/* Plays until the game is over. A step may come too late, when the board has just changed. */
export async function play(page, hand, roll) {
  for (let i = 0; i < 1500; i++) {
    if (!(await ready(page))) return;
    await step(page, hand, roll).catch(async (error) => {
      if (!/Timeout/.test(error.message)) throw error;
      /* What cannot be reached may lie outside a board that is enlarged: the whole again. */
      const whole = page.locator('.zoom.whole');
      if (await whole.count()) await whole.click({ timeout: 2000 }).catch(() => {});
    });
  }
  throw new Error('the game does not end');
}

/* Gives the game up by its button, or aborts one that has not begun for both. */
export async function giveUp(page, timeout = PATIENCE) {
  const more = page.getByRole('tab', { name: 'More' });
  if (await more.count()) await more.click({ timeout });
  await page.locator('.tools button', { hasText: /Give up|Abort/ }).click({ timeout });
  await page.locator('dialog[open] button.primary').click({ timeout });
}

/* Makes a page of a visitor look hidden to itself, or seen again. */
export const seem = (page, hidden) =>
  page.evaluate((now) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => now });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

/* What a page is asked to do by the client, in globals of its own: notifications that it shows,
 * how often it was asked for leave to, and the number at its icon. */
export const listening = (page, permission) =>
  page.addInitScript((given) => {
    globalThis.told = [];
    globalThis.badge = undefined;
    globalThis.asked = 0;
    globalThis.Notification = class {
      static permission = given;
      static async requestPermission() {
        globalThis.asked++;
        return (this.permission = given === 'default' ? 'granted' : given);
      }
      constructor(title, about) {
        globalThis.told.push({ title, ...about });
      }
      close() {}
    };
    navigator.setAppBadge = async (n) => void (globalThis.badge = n);
    navigator.clearAppBadge = async () => void (globalThis.badge = 0);
  }, permission);

/* Begins a game from the front page, against the computer that chooses blindly: it is quick and,
 * with a seed, always the same. */
export async function begin(page, address, game, role, level = 'random') {
  await page.goto(address);
  await page.selectOption(/^level/.test(level) ? '#level' : '#n-level', level);
  await page
    .locator(`.games .${game} button`)
    .nth(role === 'jack' ? 1 : 0)
    .click();
  await page.waitForSelector('.spot, .result');
}

/* Presses Tab, or Shift and Tab if it lies before, until something that fits has the focus. */
export async function tab(page, selector) {
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
  assert.equal(
    await page.locator('.cursor:visible').count(),
    1,
    'the focus is seen on the board',
  );
  for (let i = roll(5); i >= 0; i--) await page.keyboard.press(roll(3) ? '.' : ',');
  for (let i = 0; i < 60; i++) {
    if (await page.evaluate(() => document.activeElement?.matches('.able:not(.hot)'))) break;
    await page.keyboard.press('.');
  }
  return page.keyboard.press(roll(2) ? 'Enter' : ' ');
}

/* Plays a whole game with keys only, from the front page on. */
export async function playByKeys(page, game, roll) {
  await page.waitForSelector('.games');
  await tab(page, `.games .${game} button`);
  await page.keyboard.press('Enter');
  await page.waitForSelector('.spot, .result');
  await page.keyboard.press('Tab');
  for (let i = 0; i < 800 && (await ready(page)); i++) {
    await key(page, roll).catch(async (error) => {
      /* The end of the game may have come in between. */
      if (!(await page.locator('.result').count())) throw error;
    });
    /* Whatever goes away, the keyboard is still somewhere. */
    assert.ok(await page.evaluate(() => document.activeElement !== document.body));
  }
}

/* The same answers with something changed in them. */
export const altered = (address, change) => (page) =>
  page.route(address, async (route) => {
    try {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: change(await answer.json()) });
    } catch (error) {
      if (!/closed|disposed/.test(error.message)) throw error; /* the page may be gone */
    }
  });

/* The page knows every game by another name, so it has no skin for any of them. */
const alias = (name) => `${name}_unknown`;
export async function undress(page) {
  const rename = (answer) => ({ ...answer, ...(answer.game && { game: alias(answer.game) }) });
  await altered('**/api/catalogue', (catalogue) => ({
    ...catalogue,
    games: catalogue.games.map((g) => ({ ...g, name: alias(g.name), unlisted: false })),
  }))(page);
  await altered('**/api/games/*', rename)(page);
  await altered('**/api/games/*[?]*', rename)(page);
  await page.route('**/api/games', (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const wish = route.request().postDataJSON();
    const postData = JSON.stringify({ ...wish, game: wish.game.replace('_unknown', '') });
    return route.continue({ postData });
  });
}
