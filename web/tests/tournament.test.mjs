/* A tournament of eight browsers, from entering to the final table, with a server that is killed in between; and
 * the pages of it, by themselves. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { giveUp, inspect, listening, seem, signedUp, stand, until, visit } from './helpers.mjs';

const { server, browser } = await stand();
const address = server.address.replace('127.0.0.1', 'localhost');
const names = ['Ada', 'Bob', 'Cyd', 'Dan', 'Eve', 'Fay', 'Gus', 'Hal'];

const person = async (name, options) =>
  Object.assign(await signedUp(browser, address, name, options), { own: name });

/* The server may be away for a moment: whatever is asked here can be asked again. */
async function ask(page, path, body) {
  for (;;) {
    const said = await page.evaluate(
      async ([path, body]) => {
        const headers = { 'Content-Type': 'application/json' };
        const post = body && { method: 'POST', headers, body: JSON.stringify(body) };
        return fetch(path, post)
          .then((answer) => answer.json())
          .catch(() => null);
      },
      [path, body],
    );
    if (said) return said;
    await page.waitForTimeout(200);
  }
}

/* So much time has passed when the server is back. */
const later = '--test-later 3601';

/* A tournament that begins in so many seconds. */
async function make(page, seconds, more) {
  const { now } = await ask(page, '/api/tournaments');
  const plan = { request: 'k'.repeat(21) + (seconds % 10), title: 'fog', game: 'pocket' };
  const { id } = await ask(page, '/api/tournaments', {
    ...plan,
    kind: 'swiss',
    rounds: 2,
    clock: '600+5',
    patience: 600,
    starts: now + 1000 * seconds,
    ...more,
  });
  return id;
}

/* By the page, with whoever makes it among the players; the id. */
async function makeByHand(page) {
  await page.goto(`${address}/tournaments`);
  await page.locator('.make summary').click();
  for (const [field, value] of [
    ['title', 'fog'],
    ['game', 'pocket'],
    ['rounds', '2'],
    ['clock', '600+10'],
    ['ahead', '30'],
  ])
    await page.selectOption(`#t-${field}`, value);
  await page.locator('#t-rated').uncheck(); /* a rated game that nobody has begun is aborted */
  await page.locator('.make button').click();
  await page.locator('.withdraw').waitFor();
  return /\/tournament\/(\w+)/.exec(page.url())[1];
}

async function enter(page, id) {
  await page.goto(`${address}/tournament/${id}`);
  await page.locator('.join').click();
  await page.locator('.withdraw').waitFor();
}

const shown = (page) => /\/g\/(\w+)/.exec(page.url())?.[1];

/* Somebody gives a game up; one of them by the button. Whose page was asked for while the server was away
 * loads it again. */
async function resign(page, game) {
  if (page.own !== 'Hal') return ask(page, `/api/games/${game}/resign`, { key: `r${game}` });
  while (!(await over(page, game))) {
    await giveUp(page, 5000).catch(() => page.goto(`${address}/g/${game}`).catch(() => {}));
    for (let i = 0; i < 20 && !(await over(page, game)); i++) await page.waitForTimeout(100);
  }
}

/* Somebody plays until the tournament is over: of two who meet, the one with the later name resigns. */
async function play(page, id, done) {
  const games = new Set();
  for (;;) {
    await until(
      page,
      () =>
        document.querySelector('.winner') ||
        document.querySelector('.called a, .own .go') ||
        location.pathname.startsWith('/g/'),
    );
    if (await page.locator('.winner').count()) return games;
    const called = page.locator('.called a, .own .go');
    if (await called.count()) {
      await called
        .first()
        .click({ timeout: 5000 })
        .catch(() => {});
      continue;
    }
    const game = shown(page);
    if (!game || games.has(game)) {
      await page.waitForTimeout(100);
      if (game && (await over(page, game))) await done(page);
      continue;
    }
    games.add(game);
    const { accounts, you } = await ask(page, `/api/games/${game}`);
    const other = accounts[you[0] === 'jack' ? 'detective' : 'jack'];
    const { name } = await ask(page, `/api/people/${other}`);
    if (name < page.own) await resign(page, game);
  }
}

const over = async (page, game) => (await ask(page, `/api/games/${game}`)).status === 'over';

test('eight browsers, from entering to the final table', async () => {
  const pages = [];
  for (const name of names) pages.push(await person(name));
  const id = await makeByHand(pages[0]);
  await Promise.all(pages.slice(1).map((page) => enter(page, id)));
  await pages[0].locator('tbody tr').nth(7).waitFor();
  await server.crash(0, later);
  /* Whoever's game is over goes to the tournament by itself, where the bar does not lead there. */
  const back = async (page) => {
    if (!(await page.locator('.called').count()))
      await page
        .goto(`${address}/tournament/${id}`)
        .catch(() => {}); /* it is away: once more */
  };
  let crashed = false;
  const watching = (async () => {
    await until(pages[0], () => location.pathname.startsWith('/g/'));
    await server.crash(0, later);
    crashed = true;
  })();
  const played = await Promise.all(pages.map((page) => play(page, id, back)));
  await watching;
  assert.ok(crashed);
  /* Two rounds of four meetings; a page may come too late for a game that the other has given up. */
  assert.equal(new Set(played.flatMap((games) => [...games])).size, 16);
  for (const page of pages) {
    await page.goto(`${address}/tournament/${id}`);
    await page.locator('.winner').waitFor();
    /* Of eight, two have won all of two rounds. */
    const ada = page.locator('tbody tr', { hasText: 'Ada' }).locator('td strong');
    assert.equal(await ada.innerText(), '4');
    const points = await page.locator('tbody tr td strong').allInnerTexts();
    assert.deepEqual(points.slice(0, 3), ['4', '4', '2']);
    assert.equal(
      points.reduce((sum, n) => sum + Number(n), 0),
      16,
    );
  }
  for (const page of pages) {
    const odd = page.complaints.filter((c) => !/net::ERR_|Failed to fetch|preload|503/.test(c));
    assert.deepEqual(odd, []);
    await page.context().close();
  }
});

test('whoever is called and does not look is told, and comes in time', async () => {
  const [kit, lea] = await Promise.all([
    person('Kit', { prefs: { notify: true } }),
    person('Lea'),
  ]);
  await listening(kit, 'granted');
  const id = await make(lea, 3600, { patience: 600, rated: true });
  for (const page of [kit, lea]) await enter(page, id);
  await seem(kit, true);
  await server.crash(0, `${later.split(' ')[0]} 7300`);
  await kit.waitForFunction(() => globalThis.told.length === 1);
  const [told] = await kit.evaluate('told');
  assert.match(told.body, /Lea/);
  assert.equal(told.data, `/tournament/${id}`);
  await kit.waitForFunction(
    () => document.title.startsWith('(1) Fog') && globalThis.badge === 1,
  );
  /* Nobody says to be here in their place. */
  const { meetings } = await ask(kit, `/api/tournaments/${id}`);
  assert.equal(meetings[0].games[0].state, 'called');
  await seem(kit, false);
  for (const page of [kit, lea]) await page.waitForURL(/\/g\/\w+$/);
  /* Who aborts a game of a tournament loses it there, and is told so before. */
  const more = lea.getByRole('tab', { name: 'More' });
  await lea.locator('.board').first().waitFor();
  if (await more.count()) await more.click();
  await lea.locator('.tools button', { hasText: 'Abort the game' }).click();
  await lea.locator('dialog[open]', { hasText: 'your opponent wins this game' }).waitFor();
  const jack = (await ask(lea, `/api/games/${shown(lea)}`)).you[0] === 'jack';
  await lea.locator('dialog[open] button.primary').click();
  for (const page of [kit, lea])
    await page
      .locator('.headline', { hasText: `tournament: ${jack ? 'Detective' : 'Jack'}` })
      .waitFor();
  assert.deepEqual(
    lea.complaints.filter((c) => !/net::ERR_|Failed to fetch|preload|503/.test(c)),
    [],
  );
  for (const page of [kit, lea]) await page.context().close();
});

test('making one, entering, leaving, calling it off', async () => {
  const page = await person('Ida');
  await page.goto(`${address}/`);
  await page.locator('a[href="/tournaments"]').click();
  await page.locator('.make summary').click();
  await page.selectOption('#t-title', 'lantern');
  await page.selectOption('#t-kind', 'arena');
  await page.selectOption('#t-minutes', '60');
  await page.selectOption('#t-ahead', '30');
  /* The first answer is lost: it is asked for again, a moment later, and made once. */
  let asked = 0;
  await page.route('**/api/tournaments', async (route) => {
    if (route.request().method() !== 'POST' || ++asked > 1) return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  await page.locator('.make button').click();
  await page.locator('.make .failure').waitFor();
  await page.locator('.make button').click();
  await page.locator('h1', { hasText: 'Lantern' }).waitFor();
  const { tournaments } = await ask(page, '/api/tournaments');
  assert.equal(tournaments.filter((one) => one.title === 'lantern').length, 1);
  assert.match(await page.locator('.when').innerText(), /^Begins in (30:00|29:\d\d)$/);
  await page.locator('tbody', { hasText: 'Ida' }).waitFor(); /* as it was checked */
  await inspect(page, 1, 'entered');
  await page.locator('.withdraw').click();
  await page.locator('.join').waitFor();
  await inspect(page, 0, 'a tournament');
  await page.locator('.cancel').click();
  /* It asks first, and does nothing to who does not mean it. */
  await page.locator('dialog[open]', { hasText: 'Cancel the tournament?' }).waitFor();
  await inspect(page, 1, 'calling a tournament off');
  await page.locator('dialog[open] button', { hasText: 'Keep it' }).click();
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
  await page.locator('.cancel').click();
  await page.locator('dialog[open] button.primary').click();
  /* Nobody else had entered: nothing is left of it. */
  await page.locator('.make summary').waitFor();
  assert.match(page.url(), /\/tournaments$/);
  assert.equal(await page.locator('li', { hasText: 'Lantern' }).count(), 0);
  await page.locator('.make summary').click();
  await inspect(page, 2, 'making a tournament');
  assert.deepEqual(
    page.complaints.filter((c) => !c.includes('ERR_CONNECTION_RESET')),
    [],
  );
  await page.context().close();
});

test('without an account one looks, and is asked to sign in', async () => {
  const page = await visit(browser);
  await page.goto(`${address}/tournaments`);
  await page.locator('a[href="/account"].button').waitFor();
  await page.goto(`${address}/tournament/aaaaaaaaaaaa`);
  await page.locator('.failure', { hasText: 'no such tournament' }).waitFor();
  await page.context().close();
});
