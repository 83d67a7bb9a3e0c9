/* Rated games: what is shown of it, aborting, one who leaves, the rating afterwards, the rematch. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  able,
  dice,
  faults,
  inspect,
  mouse,
  signedUp,
  stand,
  step,
  visit,
} from './helpers.mjs';

const { server, browser } = await stand();
/* Who is away has left after a few seconds. */
await server.crash(0, '--test-gone 6');
/* Passkeys are not for addresses in numbers. */
const address = server.address.replace('127.0.0.1', 'localhost');

/* A person with an account. */
const person = (name, options) => signedUp(browser, address, name, options);

const post = (page, path, body) =>
  page.evaluate(
    async ([where, what]) => {
      const answer = await fetch(where, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(what),
      });
      return answer.json();
    },
    [path, body],
  );

/* A rated game: the first page has the Detective. */
async function meet(ann, bob, clock = '600+5', seats = {}) {
  const made = await post(ann, '/api/games', {
    game: 'london',
    seats: { detective: 'me', jack: bob ? 'open' : 'level1', ...seats },
    clock,
    rated: true,
  });
  assert.ok(made.id, JSON.stringify(made));
  if (bob) await post(bob, `/api/games/${made.id}/enter`, { key: made.keys.jack });
  for (const page of [ann, bob]) {
    await page?.goto(`${address}/g/${made.id}`);
    await page?.waitForSelector('.spot');
  }
  return made.id;
}

/* Both have moved, and it is Jack's turn. */
async function play(ann, bob) {
  const roll = dice(3);
  const moved = { ann: false, bob: false };
  for (let n = 0; n < 200; n++) {
    for (const [name, page] of [
      ['ann', ann],
      ['bob', bob],
    ])
      if (await able(page)) {
        await step(page, mouse, roll).catch(() => {});
        moved[name] = true;
      }
    const { to_act, history } = await ann.evaluate(async () =>
      (await fetch(`/api/games/${location.pathname.split('/').pop()}`)).json(),
    );
    const has = (seat) => history.some((h) => h.kind === 'move' && h.by === seat);
    if (to_act === 'jack' && has('jack') && has('detective')) return;
  }
  assert.fail('both should have moved');
}

const tools = async (page) => {
  const tab = page.getByRole('tab', { name: 'More' });
  if (await tab.count()) await tab.click();
};

test('a rated game is aborted before both have moved', async () => {
  const [ann, bob] = [await person('Ann'), await person('Bob')];
  await meet(ann, bob);
  for (const page of [ann, bob]) {
    assert.equal(await page.locator('.top .rated').innerText(), 'rated');
    assert.equal(await page.locator('button', { hasText: 'Give up' }).count(), 0);
  }
  await ann.locator('text=Play within a minute').waitFor();
  await inspect(ann, 0, 'a rated game begins');
  await tools(bob);
  await bob.locator('.tools button', { hasText: 'Abort the game' }).click();
  await bob.locator('dialog[open]', { hasText: 'Nobody wins' }).waitFor();
  await bob.locator('dialog[open] button.primary').click();
  for (const page of [ann, bob]) {
    await page.locator('.result h1', { hasText: 'Aborted' }).waitFor();
    await page.locator('.headline', { hasText: 'counts for nothing' }).waitFor();
    assert.deepEqual(await faults(page), []);
    assert.equal(await page.locator('p.rating').count(), 0);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});

test('the longest name, two clocks and Jack’s card have room beside each other', async () => {
  const [ann, bob] = [
    await person('Wanda-Mammutwald-Mom'),
    await person('Max', { prefs: { language: 'es' } }),
  ];
  await meet(ann, bob);
  for (const page of [ann, bob])
    for (const width of [320, 360, 390, 768, 1440]) {
      await page.setViewportSize({ width, height: 740 });
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      const parts = ['', '.seats', '.identity', '.seat:first-child', '.seat:last-child'];
      /* At one moment: something above may come or go. */
      const boxes = await page.evaluate(
        (wanted) =>
          wanted.map((part) => document.querySelector(part)?.getBoundingClientRect().toJSON()),
        [
          ...parts.map((part) => `.strip .head ${part}`),
          ...['jack', 'detective'].map((seat) => `.clock[data-seat=${seat}]`),
        ],
      );
      const clocks = boxes.splice(parts.length);
      const [head, seats, card, ...rows] = boxes;
      const at = `${width} pixels: ${JSON.stringify([head, seats, card, rows])}`;
      for (const box of [seats, card, ...rows].filter(Boolean)) {
        assert.ok(box.x >= 0 && box.x + box.width <= width, at);
        assert.ok(box.y >= head.y - 4 && box.y + box.height <= head.y + head.height + 4, at);
      }
      for (const box of card ? [seats, ...rows] : [])
        assert.ok(box.x + box.width <= card.x, `${at}: the card covers nothing`);
      for (const clock of clocks)
        assert.ok(clock.x + clock.width <= (card?.x ?? width), `${at}: a clock`);
    }
  for (const page of [ann, bob]) {
    await inspect(page, 2, 'a long name in a rated game');
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});

test('who leaves loses, if the other claims the win; ratings are told', async () => {
  const [ann, bob] = [await person('Carl'), await person('Dora')];
  const id = await meet(ann, bob);
  await play(ann, bob);
  await tools(ann);
  await ann.locator('.tools button', { hasText: 'Give up' }).waitFor();
  assert.equal(await ann.locator('.deserter').count(), 0);
  await bob.goto(`${address}/account`);
  await ann.locator('.deserter', { hasText: 'Jack has left' }).waitFor();
  assert.deepEqual(await faults(ann), []);
  await inspect(ann, 1, 'the other has left');
  await ann.locator('.deserter button').click();
  await ann.locator('.result h1', { hasText: 'You have won' }).waitFor();
  await ann.locator('.headline', { hasText: 'Jack has left the game' }).waitFor();
  const told = await ann.locator('p.rating').innerText();
  await ann.locator('.players', { hasText: /Carl 1[67]\d\d/ }).waitFor();
  await ann.locator('.players', { hasText: /Dora 1[23]\d\d/ }).waitFor();
  assert.match(told, /^Your rating as Detective: 1[67]\d\d \+\d+$/);
  assert.equal(await ann.locator('.result .same').count(), 0, 'the sides are swapped');
  await inspect(ann, 2, 'the rating afterwards');
  await bob.goto(`${address}/g/${id}`);
  await bob.locator('.result h1', { hasText: 'You have lost' }).waitFor();
  assert.match(
    await bob.locator('p.rating').innerText(),
    /^Your rating as Jack: 1[23]\d\d −\d+$/,
  );
  await ann.locator('.result button.primary').click();
  /* No clock runs before both are there. */
  await ann.locator('.waiting li:not(.here)', { hasText: 'has yet to come' }).waitFor();
  await ann.locator('.waiting', { hasText: 'No clock runs before that' }).waitFor();
  await ann.locator('.waiting li', { hasText: 'The game waits for Dora' }).waitFor();
  assert.equal(await ann.locator('.waiting', { hasText: 'anybody may join' }).count(), 0);
  await bob.locator('.wanted', { hasText: 'Carl would like a rematch.' }).waitFor();
  assert.deepEqual(await faults(ann), []);
  await inspect(ann, 1, 'a rematch that waits');
  await bob.locator('.result a.primary', { hasText: 'To the rematch' }).click();
  for (const page of [ann, bob]) await page.waitForSelector('.identity, .board');
  await ann.waitForSelector('.identity');
  assert.equal(await ann.locator('.top .rated').count(), 1, 'so is the rematch');
  for (const page of [ann, bob]) {
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});

test('a rated game against a level is begun on the front page', async () => {
  const ann = await person('Fay');
  await ann.goto(`${address}/`);
  await ann.locator('#n-rated').check();
  assert.equal(await ann.inputValue('#n-clock'), '600+10', 'it needs a clock');
  assert.equal(await ann.locator('#n-edition').count(), 0, 'and the usual options');
  await ann.locator('section[aria-labelledby=new-title] button.primary').click();
  await ann.waitForSelector('.identity, .strip');
  await ann.locator('.top .rated').waitFor();
  assert.deepEqual(ann.complaints, []);
  await ann.context().close();
});

test('a level for ratings: who has begun plays on, without a pause', async () => {
  const ann = await person('Eva');
  await meet(ann);
  await tools(ann);
  await ann.locator('.tools button', { hasText: 'Give up' }).waitFor();
  for (const text of ['Abort the game', 'Ask for a pause'])
    assert.equal(await ann.locator('.tools button', { hasText: text }).count(), 0, text);
  assert.equal(await ann.locator('text=Play within a minute').count(), 0);
  server.pass(600_000);
  await ann.locator('.result h1', { hasText: 'You have lost' }).waitFor();
  await ann.locator('p.rating', { hasText: /−\d/ }).waitFor();
  assert.deepEqual(ann.complaints, []);
  await ann.context().close();
});
