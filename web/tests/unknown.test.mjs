/* Games that the client has never heard of are drawn from their scenes, and told in the server's
 * words: whole games of them, by every hand. Neither the null game nor the example has a skin;
 * the others are taken out of theirs. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import {
  begin,
  dice,
  finger,
  mouse,
  play,
  playByKeys,
  ready,
  stand,
  undress,
  visit,
  withExample,
} from './helpers.mjs';

const example = existsSync(withExample);
const { server, browser } = await stand(65, example ? withExample : undefined);

/* Whoever plays has a new guest's page, on which no game has its skin. */
async function strange(options) {
  const page = await visit(browser, options);
  await undress(page);
  return page;
}

async function won(page) {
  assert.match(await page.locator('.headline').textContent(), /wins:/);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
}

for (const [game, role] of [
  ['null', 'detective'],
  ['null', 'jack'],
  ['london', 'jack'],
  ['newyork', 'detective'],
  ['pocket', 'jack'],
])
  test(`${game} as ${role}, by mouse`, async () => {
    const page = await strange();
    await begin(page, server.address, `${game}_unknown`, role);
    await play(page, mouse, dice(11));
    await won(page);
  });

for (const game of ['null', 'pocket'])
  test(`${game} by keyboard alone`, async () => {
    const page = await strange();
    await page.goto(server.address);
    await playByKeys(page, `${game}_unknown`, dice(13));
    await won(page);
  });

test('null by touch on a small phone, in Spanish', async () => {
  const viewport = { width: 320, height: 640 };
  const page = await strange({ viewport, hasTouch: true, isMobile: true, locale: 'es-ES' });
  await begin(page, server.address, 'null_unknown', 'detective');
  await play(page, finger, dice(17));
  assert.match(await page.locator('.headline').textContent(), /[Gg]ana/);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('null is not offered, but can be played by its address', async () => {
  const page = await visit(browser);
  await page.goto(server.address);
  await page.waitForSelector('.games');
  assert.equal(await page.locator('.games .null').count(), 0);
  const id = await page.evaluate(async () => {
    const seats = { jack: 'random', detective: 'me' };
    const answer = await fetch('/api/games', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ game: 'null', seats }),
    });
    return (await answer.json()).id;
  });
  await page.goto(`${server.address}/g/${id}`);
  await ready(page);

  /* The names come from the catalogue, what can be done and what is known from the server. */
  assert.equal(await page.locator('h1').textContent(), 'Null');
  const panels = async () => (await page.locator('.panel').allInnerTexts()).join('\n');
  const panel = await panels();
  for (const text of ['Round 1 of 2', 'Anna', 'Bruno', 'Carla', 'Lit: Anna'])
    assert.ok(panel.toLowerCase().includes(text.toLowerCase()), text);
  const modes = () => page.locator('.mode').allTextContents();
  assert.deepEqual(
    (await modes()).map((m) => m.trim()),
    ['Flip', 'Alibi', 'Accuse'],
  );
  /* What needs no pointing is staged at once, and taken back. */
  await page.locator('.mode', { hasText: 'Alibi' }).click();
  await page.waitForSelector('.staged li');
  assert.match(
    await page.locator('.staged').textContent(),
    /The Detective draws an alibi card/,
  );
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.waitForFunction(() => !document.querySelector('.staged li'));

  /* A lamp is pointed out by who stands under it; nobody is accused by mistake. */
  await page.locator('[data-id=b]').click({ force: true }); /* it has another verb */
  await page.waitForSelector('.staged li');
  assert.match(await page.locator('.staged').textContent(), /The lamp of Bruno is turned/);
  assert.match(await panels(), /Lit: Anna, Bruno/);
  await page.locator('.confirm.primary').click();
  await page.waitForFunction(() => /Round 2/.test(document.querySelector('.list').textContent));
  assert.match(await page.locator('.list').textContent(), /The lamp of Bruno is turned/);

  /* The text mode offers the same. */
  await ready(page);
  await page.locator('#tab-more').click();
  await page.locator('.tools button[aria-pressed]').click();
  await page.waitForSelector('.words li button');
  assert.match(await page.locator('.words').innerText(), /The Detective accuses Anna\s*!AA/);
  await page.locator('.words li button', { hasText: '!AA' }).click();
  await page.locator('.confirm.primary').click();
  await page.waitForSelector('.headline');
  await page.locator('.result button', { hasText: 'Replay' }).click();
  await page.waitForFunction(() => document.querySelector('#viewer')?.value === 'truth');
  await page.locator('[aria-label="One step forward"]').click();
  /* the second step, or a later one where the replay was quicker */
  await page.waitForFunction(
    () => parseInt(document.querySelector('.count')?.textContent ?? '', 10) >= 2,
  );
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('there is no lesson without a skin', async () => {
  const page = await strange();
  await page.goto(server.address);
  await page.waitForSelector('.games');
  assert.equal(await page.locator('.learn').count(), 0);
  await page.goto(`${server.address}/#learn/null_unknown`);
  await page.waitForSelector('.failure:not(.soft)');
  await page.context().close();
});

test(
  'the example can be played as it is',
  { skip: !example && 'it was not built' },
  async () => {
    for (const role of ['detective', 'jack']) {
      const page = await visit(browser);
      await begin(page, server.address, 'lighthouse', role);
      assert.equal(await page.locator('h1').textContent(), 'Lighthouse');
      await play(page, mouse, dice(19));
      await won(page);
    }
    const page = await visit(browser);
    await page.goto(server.address);
    await playByKeys(page, 'lighthouse', dice(23));
    await won(page);
  },
);
