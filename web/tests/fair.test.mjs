/* The deal: the page adds to it, and checks at the end that it was dealt as promised. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { altered, begin, dice, games, mouse, play, stand, visit } from './helpers.mjs';

const { server, browser } = await stand();
const FAIR = 'The deal was fair: checked in this browser';

const idOf = (page) => new URL(page.url()).pathname.split('/')[2];

/* A game that its player has given up. */
async function over(page, game, seat) {
  await begin(page, server.address, game, seat);
  await page.request.post(`${server.address}/api/games/${idOf(page)}/resign`, {
    headers: { Origin: new URL(server.address).origin },
    data: { as: seat, key: 'k' },
  });
  await page.waitForSelector('.result');
}

const summary = (page) => page.locator('.result details summary');
const fair = (page) => summary(page).filter({ hasText: FAIR }).waitFor();
/* It says that something is wrong, and nowhere that it is right. */
async function unfair(page, why) {
  await page.locator('.unfair', { hasText: 'do not trust this server' }).waitFor();
  assert.match(await page.locator('.unfair').innerText(), why);
  assert.equal(await summary(page).filter({ hasText: FAIR }).count(), 0);
}

for (const [i, game] of games.entries())
  test(`${game}: a whole game is checked, also after a reload`, async () => {
    const page = await visit(browser);
    await begin(page, server.address, game, i % 2 ? 'jack' : 'detective');
    await play(page, mouse, dice(21 + i));
    await fair(page);
    await page.reload();
    await fair(page);
    await summary(page).click();
    const checked = await page.locator('.checked li').allInnerTexts();
    assert.equal(checked.length, 4);
    assert.match(checked[1], /^All \d+ outcomes of chance follow|^1 outcome/);
    assert.match(checked[3], /what this browser added before the deal is in it/);
    assert.equal(await page.locator('.unfair').count(), 0);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });

test('a server that deals otherwise than promised is found out', async () => {
  const page = await visit(browser);
  await over(page, 'pocket', 'detective');
  await fair(page);
  const other = (hex) => (hex[0] === '0' ? '1' : '0') + hex.slice(1);
  const opens = (change) => (state) =>
    state.opening
      ? { ...state, opening: { ...state.opening, ...change(state.opening) } }
      : state;
  const state = '**/api/games/*';
  const record = (change) => (p) =>
    p.route('**/record?*', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: change(await answer.text()) });
    });
  const forgeries = [
    [
      /not the one that this browser saw/,
      altered(state, (s) => ({ ...s, commitment: other(s.commitment) })),
    ],
    [
      /What this browser added before the deal is not in it/,
      altered(
        state,
        opens(({ entropy }) => ({
          entropy: { ...entropy, detective: other(entropy.detective) },
        })),
      ),
    ],
    [
      /not the game shown here/,
      altered(
        state,
        opens(({ secret }) => ({ secret: other(secret) })),
      ),
    ],
    [
      /The commitment is not to this secret/,
      record((text) => text.replace(/(Salt ")(\w+)/, (_, tag, hex) => tag + other(hex))),
    ],
    [
      /is not what the secret deals/,
      record((text) =>
        text.replace(/(EntropyDetective ")(\w+)/, (_, tag, hex) => tag + other(hex)),
      ),
    ],
    [/Its record cannot be checked/, record(() => 'nothing')],
  ];
  for (const [why, forge] of forgeries) {
    await forge(page);
    await page.reload();
    await unfair(page, why);
    await page.unrouteAll({ behavior: 'wait' });
  }
  await page.reload();
  await fair(page);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('who cannot know says nothing', async () => {
  const page = await visit(browser);
  await over(page, 'pocket', 'jack');
  await fair(page);
  /* What this browser has added it has forgotten: the rest is checked. */
  await page.evaluate(() => localStorage.removeItem('alibi mixed'));
  await page.reload();
  await fair(page);
  assert.equal(await page.locator('.checked li').count(), 3);
  const quiet = async () => {
    await page.waitForSelector('.result .truth dl');
    assert.equal(await page.locator('.unfair').count(), 0);
    assert.equal((await summary(page).innerText()).trim(), 'Was it dealt fairly?');
  };
  /* The record does not come. */
  await page.route('**/record?*', (route) => route.fulfill({ status: 503, body: '' }));
  await Promise.all([page.waitForResponse('**/record?*'), page.reload()]);
  await quiet();
  await page.unrouteAll({ behavior: 'wait' });
  /* The browser lacks the engine, and does not even ask for the record. */
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.addInitScript(() => delete globalThis.DecompressionStream);
  await page.reload();
  await page.waitForSelector('.graphs');
  await quiet();
  assert.ok(!asked.some((address) => address.includes('/record')));
  await page.context().close();
});
