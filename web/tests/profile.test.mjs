/* Profiles, ladders, names at tables and the featured game, as people see them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { inspect, PATIENCE, signedUp, stand, visit } from './helpers.mjs';

const { server, browser } = await stand();
/* Passkeys are not for addresses in numbers. */
const address = server.address.replace('127.0.0.1', 'localhost');
const GAME = 'pocket';

async function eventually(question) {
  for (const end = Date.now() + PATIENCE; Date.now() < end;)
    if (await question()) return;
    else await new Promise((resolve) => setTimeout(resolve, 50));
  throw new Error(`never: ${question}`);
}

const person = (name) => signedUp(browser, address, name);

/* What the server answers to whoever is signed in on PAGE. */
const ask = (page, path, body) =>
  page.evaluate(
    async ([path, body]) => {
      const post = {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      };
      return (await fetch(path, body ? post : {})).json();
    },
    [path, body],
  );

/* A game of ANN's as Jack against BOB. */
async function meet(ann, bob, more = { clock: '600+5', rated: true }) {
  const seats = { jack: 'me', detective: 'open' };
  const made = await ask(ann, '/api/games', { game: GAME, seats, ...more });
  await ask(bob, `/api/games/${made.id}/enter`, { key: made.keys.detective });
  return made.id;
}

const counted = (page, id) =>
  eventually(async () => {
    const { games } = await ask(page, `/api/people/${page.person}/games`);
    return games[0]?.id === id;
  });

async function finish(ann, bob, loser, more) {
  const id = await meet(ann, bob, more);
  await ask(loser, `/api/games/${id}/resign`, { key: 'k' });
  await counted(ann, id);
  await counted(bob, id);
  return id;
}

const [ada, bob] = [await person('Ada'), await person('Bob')];
const eve = await visit(browser);
const games = [
  await finish(ada, bob, bob),
  await finish(ada, bob, ada),
  await finish(ada, bob, bob),
  await finish(ada, bob, bob, { public: true }),
];
const secret = await finish(ada, bob, bob, {});

test('a profile: numbers, games, filters, and the way to a game and its review', async () => {
  await eve.goto(`${address}/people/${ada.person}`);
  await eve.locator('h1', { hasText: 'Ada' }).waitFor();
  await eve.locator('.games li').nth(3).waitFor();
  assert.equal(await eve.locator('.games li').count(), 4);
  assert.ok(!(await eve.content()).includes(secret), 'nobody else finds a private game');
  assert.equal(await eve.locator('article h3').innerText(), 'Pocket, Jack');
  assert.match(await eve.locator('article .rating').innerText(), /^\d+ ± \d+ \(provisional\)$/);
  await inspect(eve, 0, 'a profile');
  const shows = async (select, value, n) => {
    await eve.selectOption(select, value);
    await eve.waitForFunction((n) => document.querySelectorAll('.games li').length === n, n);
  };
  await shows('#f-result', 'lost', 1);
  await shows('#f-result', '', 4);
  await shows('#f-rated', 'no', 1);
  await shows('#f-rated', 'yes', 3);
  await shows('#f-against', '1700-9999', 0);
  await shows('#f-against', '', 3);
  await shows('#f-opponent', bob.person, 3);
  await shows('#f-opponent', 'guest', 0); /* there is none among those that are shown */
  await shows('#f-opponent', bob.person, 3);
  await shows('#f-role', 'detective', 0);
  await shows('#f-role', 'jack', 3);
  await shows('#f-game', 'london', 0);
  await shows('#f-game', '', 3);

  /* All of them as one file. */
  await shows('#f-rated', '', 4);
  const [file] = await Promise.all([
    eve.waitForEvent('download'),
    eve.locator('button.save').click(),
  ]);
  const text = readFileSync(await file.path(), 'utf8');
  assert.equal(text.match(/^\[Game "pocket"\]/gm).length, 4);

  /* Anybody may look at a game and have it reviewed. */
  await eve.locator('.games .game').first().click();
  await eve.waitForSelector('.result');
  await eve.locator('.players .person a', { hasText: 'Bob' }).waitFor();
  await inspect(eve, 1, 'the end of a game between accounts');
  await eve.locator('.players .person a', { hasText: 'Bob' }).click();
  await eve.locator('h1', { hasText: 'Bob' }).waitFor();
  await eve.locator('.games .review').first().click();
  await eve
    .locator('h1', { hasText: /review/i })
    .first()
    .waitFor();
});

test('one’s own profile has what was played by secret links', async () => {
  await ada.goto(`${address}/account`);
  await ada.getByRole('link', { name: 'My profile' }).click();
  await ada.locator('.games li').nth(4).waitFor();
  const own = ada.locator(`.games li:has(a[href="/g/${secret}"])`);
  assert.match(await own.innerText(), /listed for you alone/);
  await inspect(ada, 2, 'one’s own profile');
});

test('ladders: the day, with one’s own place, and one that nobody is in', async () => {
  await bob.goto(address);
  await bob.getByRole('link', { name: 'Ladder' }).click();
  await bob.locator('ol li').nth(1).waitFor();
  assert.match(await bob.locator('li.you').innerText(), /^2\s+Bob/);
  assert.equal(await bob.locator('li.you').getAttribute('aria-current'), 'true');
  await inspect(bob, 0, 'the ladder of the day');
  await bob.selectOption('#l-game', GAME);
  await bob.getByText('Nobody is in it yet.').waitFor();
  await inspect(bob, 1, 'an empty ladder');
  await eve.goto(`${address}/ladder`);
  await eve.locator('ol li').nth(1).waitFor();
  assert.equal(await eve.locator('li.you').count(), 0);
});

test('nobody: a profile of somebody who is not there', async () => {
  const page = await visit(browser);
  await page.goto(`${address}/people/aaaaaaaaaaaa`);
  await page.locator('.lost', { hasText: '/people/aaaaaaaaaaaa' }).waitFor();
  await page.context().close();
});

test('the front page shows a public game that goes on, live, and nothing private', async () => {
  const hidden = await meet(ada, bob);
  await eve.goto(address);
  await eve.locator('.living-room').waitFor();
  assert.equal(await eve.locator('.featured').count(), 0);
  const id = await meet(ada, bob, { public: true });
  await eve.reload();
  await eve.locator('.featured .person a', { hasText: 'Ada' }).waitFor();
  assert.equal(await eve.locator('.living-room').count(), 0);
  assert.ok(!(await eve.content()).includes(hidden));
  await inspect(eve, 2, 'a featured game');
  /* Ada's page has looked at it, and shows nothing of it. */
  const looked = ada.waitForResponse((reply) => /\/games\/\w+\?.*as=public/.test(reply.url()));
  await ada.goto(address);
  await (await looked).finished();
  await ada.locator('.living-room').waitFor();
  await ada.locator('.meet .by-name').waitFor();
  assert.equal(await ada.locator('.featured').count(), 0, 'one’s own is none to look on at');
  /* A turn is seen without asking. */
  const board = () => eve.locator('.featured svg').first().innerHTML();
  const before = await board();
  const { seq, to_act: seat } = await ask(ada, `/api/games/${id}`);
  const mover = seat === 'jack' ? ada : bob;
  const tokens = [];
  for (let look = await ask(mover, `/api/games/${id}`); !look.complete;) {
    tokens.push(look.legal[0].token);
    look = await ask(mover, `/api/games/${id}/preview`, { as: seat, seq, tokens });
  }
  await ask(mover, `/api/games/${id}/moves`, { as: seat, seq, tokens, key: 'k' });
  await eventually(async () => (await board()) !== before);
  /* At the table the other one has a name, which leads to the profile. */
  await ada.goto(`${address}/g/${id}`);
  await ada.locator('.seats .person a', { hasText: 'Bob' }).waitFor();
  await inspect(ada, 1, 'a game against somebody with an account');
  await ask(bob, `/api/games/${id}/resign`, { key: 'end' });
  await eve.locator('.featured', { hasText: 'The game is over' }).waitFor();
  await eve.reload();
  await eve.locator('.living-room').waitFor();
  for (const page of [ada, bob, eve]) assert.deepEqual(page.complaints, []);
  for (const page of [ada, bob, eve]) await page.context().close();
});

/* Where the line of the rating's graph turns: a time as a share of the whole, and a rating, as one
 * reads them off the axes. */
const readGraph = (graph) =>
  graph.evaluate((svg) => {
    const grid = [...svg.querySelectorAll('.grid')].map((path) =>
      path
        .getAttribute('d')
        .match(/^M0 (\S+)H(\S+)$/)
        .slice(1)
        .map(Number),
    );
    const [low, high] = [svg.querySelector('text'), svg.querySelectorAll('text')[2]].map(
      (text) => Number(text.textContent),
    );
    const [[bottom, width], , [top]] = grid;
    return svg
      .querySelector('.line')
      .getAttribute('d')
      .slice(1)
      .split('L')
      .map((point) => point.split(' ').map(Number))
      .map(([x, y]) => ({
        share: x / width,
        rating: low + ((bottom - y) / (bottom - top)) * (high - low),
      }));
  });

test('a rating over several days is a graph', async () => {
  const [gus, ida] = [await person('Gus'), await person('Ida')];
  const page = await visit(browser);
  const graph = page.locator('article svg[role=img]');
  const look = async () => {
    await page.goto(`${address}/people/${gus.person}`);
    await page.locator('article .rating').waitFor();
    return (await ask(page, `/api/people/${gus.person}/ratings`)).curves[0].days;
  };
  await finish(gus, ida, ida);
  assert.equal((await look()).length, 1);
  assert.equal(await graph.count(), 0, 'one day is no curve');
  for (const [later, loser] of [
    [1, ida],
    [4, gus],
  ]) {
    await server.crash(0, `--test-later ${later * 86400}`);
    await finish(gus, ida, loser);
  }
  const days = await look();
  assert.deepEqual(
    days.map((d) => Math.round((d.at - days[0].at) / 86_400_000)),
    [0, 1, 4],
  );
  await graph.waitFor();
  const span = days[2].at - days[0].at;
  const points = await readGraph(graph);
  assert.equal(points.length, 3);
  points.forEach(({ share, rating }, i) => {
    assert.ok(Math.abs(share - (days[i].at - days[0].at) / span) < 0.001, `${i}: at ${share}`);
    assert.ok(Math.abs(rating - days[i].rating) < 1, `${i}: ${rating}, not ${days[i].rating}`);
  });
  const words = (at) =>
    page.evaluate(
      (at) => new Date(at).toLocaleDateString('en-GB', { dateStyle: 'medium' }),
      at,
    );
  const [from, to] = [await words(days[0].at), await words(days[2].at)];
  assert.match(
    await graph.getAttribute('aria-label'),
    new RegExp(`^Ratings from ${from} to ${to}, between \\d+ and \\d+$`),
  );
  await inspect(page, 0, 'a rating over several days');
  for (const one of [gus, ida, page]) await one.context().close();
});
