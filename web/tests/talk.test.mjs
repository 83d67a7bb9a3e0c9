/* What people say to each other at a table: phrases, free text, and what nobody else hears; muting,
 * blocking, reporting. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faults, inspect, stand, visit, widths } from './helpers.mjs';

const { server, browser } = await stand();

/* A game of Ann, the investigator, and Bob; the link of the spectators. */
async function pair(ann, bob) {
  await ann.goto(server.address);
  await ann.selectOption('#n-game', 'pocket');
  await ann.selectOption('#n-how', 'friend');
  await ann.locator('form button').click();
  const link = await ann.locator('#link-jack').inputValue();
  const bench = await ann.locator('#link-spectator').inputValue();
  await bob.goto(link);
  for (const page of [ann, bob]) await page.waitForSelector('.spot');
  return bench;
}

/* The panel is a tab, or beside the board. */
async function open(page) {
  const tab = page.locator('#tab-talk');
  await page.locator('#tab-talk, .panel-talk .talk').first().waitFor();
  if (await tab.isVisible()) await tab.click();
  await page.locator('.talk').waitFor();
}

const lines = (page) => page.locator('.talk .words').allInnerTexts();
const hears = (page, words) =>
  page.waitForFunction(
    (wanted) =>
      JSON.stringify([...document.querySelectorAll('.talk .words')].map((e) => e.innerText)) ===
      wanted,
    JSON.stringify(words),
  );
const say = (page, name) => page.locator('.phrase', { hasText: name }).click();

async function close(...pages) {
  for (const page of pages) {
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
}

test('phrases in each language, and a badge for who does not look', async () => {
  const [ann, eve] = await Promise.all([1, 2].map(() => visit(browser)));
  const bob = await visit(browser, {
    prefs: { language: 'de' },
    viewport: { width: 390, height: 800 },
  });
  const bench = await pair(ann, bob);
  await eve.goto(bench);
  await open(ann);
  await open(eve);
  await ann.setViewportSize({ width: 1440, height: 900 });
  await say(ann, 'Good luck!');
  await bob.locator('#tab-talk .news', { hasText: '1' }).waitFor();
  await bob.locator('.bar .line', { hasText: 'Viel Glück!' }).waitFor();
  for (const width of widths) {
    await bob.setViewportSize({ width, height: 800 });
    assert.deepEqual(await faults(bob), [], `${width} pixels, unread`);
  }
  await bob.setViewportSize({ width: 390, height: 800 });
  await open(bob);
  await bob.locator('#tab-talk .news').waitFor({ state: 'detached' });
  await bob.locator('.bar .line').waitFor({ state: 'detached' });
  await bob.locator('.emote').first().click();
  await hears(bob, ['Viel Glück!', 'lächelt']);
  await hears(ann, ['Good luck!', 'smiles']);
  await hears(eve, ['Good luck!', 'smiles']);
  assert.equal(
    await eve.locator('.talk :is(.phrase, .free, .about)').count(),
    0,
    'who looks on is silent',
  );
  /* By keys alone. */
  await ann.locator('.phrase', { hasText: 'Thanks!' }).focus();
  await ann.keyboard.press('Enter');
  await hears(bob, ['Viel Glück!', 'lächelt', 'Danke!']);
  await close(ann, bob, eve);
});

test('free text needs both, and nobody else reads it', async () => {
  const [ann, bob, eve] = await Promise.all([1, 2, 3].map(() => visit(browser)));
  await eve.goto(await pair(ann, bob));
  const heard = [];
  eve.on('response', async (reply) => heard.push(await reply.text().catch(() => '')));
  for (const page of [ann, bob, eve]) await open(page);
  await ann.locator('.free button').click();
  await ann.locator('.free', { hasText: 'begins when' }).waitFor();
  assert.equal(await ann.locator('.write').count(), 0);
  await bob.locator('.free', { hasText: 'would like to chat freely' }).waitFor();
  await bob.locator('.free button').click();
  for (const [page, words] of [
    [ann, '<b>good</b> evening &amp; more'],
    [bob, 'שלום abc \u202e!'],
  ]) {
    await page.locator('.write input').fill(words);
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('.write input').value === '');
  }
  const both = ['<b>good</b> evening &amp; more', 'שלום abc !'];
  await hears(ann, both);
  await hears(bob, both);
  await inspect(ann, 0, 'talking freely');
  await bob.locator('.write input').fill('see www.example.org');
  await bob.keyboard.press('Enter');
  await bob.locator('.talk .reason', { hasText: 'Links are not sent' }).waitFor();
  await bob.locator('.free button').click();
  await ann.locator('.write').waitFor({ state: 'detached' });
  await say(ann, 'Goodbye!');
  await hears(eve, ['Goodbye!']);
  assert.ok(
    !heard.some((text) => /good evening|שלום/.test(text)),
    'the text went to nobody else',
  );
  await close(ann, eve);
  await bob.context().close(); /* which was refused something, as it should be */
});

test('suspects come first: talk has what they leave, and scrolls', async () => {
  const size = { viewport: { width: 1440, height: 900 } };
  const [ann, bob] = await Promise.all([1, 2].map(() => visit(browser, size)));
  await ann.goto(server.address);
  await ann.selectOption('#n-game', 'london');
  await ann.selectOption('#n-how', 'friend');
  await ann.locator('form button').click();
  await bob.goto(await ann.locator('#link-jack').inputValue());
  for (const page of [ann, bob]) await page.waitForSelector('.spot');
  await ann.locator('.free button').click();
  await bob.locator('.free', { hasText: 'would like to chat freely' }).waitFor();
  await bob.locator('.free button').click();
  for (const page of [ann, bob]) await page.locator('.write').waitFor();
  for (const name of ['Hello!', 'Good luck!', 'Thanks!']) await say(ann, name);
  await hears(bob, ['Hello!', 'Good luck!', 'Thanks!']);
  for (const page of [ann, bob]) {
    const told = await page.evaluate(() => {
      const box = (node) => node.getBoundingClientRect();
      const rolls = document.querySelector('.column:has(.panel-talk) .rolls');
      const talk = document.querySelector('.panel-talk');
      const last = [...talk.querySelectorAll('.lines li')].at(-1);
      return {
        cut: rolls.scrollHeight - rolls.clientHeight,
        talk: box(talk).height,
        below: box(talk).bottom - innerHeight,
        newest: box(last).bottom - box(talk.querySelector('.lines')).bottom,
        scrolls: talk.scrollHeight > talk.clientHeight && talk.tabIndex === 0,
      };
    });
    assert.ok(told.cut <= 1, `suspects are cut by ${told.cut} pixels`);
    assert.ok(told.talk >= 180, `talk has ${told.talk} pixels`);
    assert.ok(told.below <= 0, 'talk is in the window');
    assert.ok(told.newest <= 0, 'the newest line is seen');
    assert.ok(told.scrolls, 'the rest of the talk is reached by scrolling');
  }
  /* Too much at once: it is said, and at once. */
  for (let i = 0; i < 12; i++) await say(ann, 'Oops!');
  await ann.locator('.talk > .reason', { hasText: 'Too much was said' }).waitFor();
  await close(bob);
  await ann.context().close(); /* which was refused something, as it should be */
});

test('mute, block and report', async () => {
  const [ann, bob] = await Promise.all([1, 2].map(() => visit(browser)));
  await pair(ann, bob);
  for (const page of [ann, bob]) await open(page);
  await say(bob, 'Hello!');
  await hears(ann, ['Hello!']);
  await ann.locator('.about summary').click();
  await ann.locator('.mute').click();
  await hears(ann, []);
  await ann.locator('.talk', { hasText: 'You have muted this player' }).waitFor();
  await ann.locator('.mute').click();
  await hears(ann, ['Hello!']);
  await ann.locator('.report').click();
  await ann.locator('#report-reason').selectOption('stalling');
  await ann.locator('#report-more').fill('nothing happens');
  for (const width of widths) {
    await ann.setViewportSize({ width, height: 800 });
    assert.deepEqual(await faults(ann), [], `${width} pixels, reporting`);
  }
  await ann.locator('.reporting .primary').click();
  await ann.locator('dialog .thanks', { hasText: 'The moderators will read it' }).waitFor();
  await ann.locator('dialog .primary').click();
  await ann.locator('dialog[open]').waitFor({ state: 'detached' });
  await open(ann);
  if (!(await ann.locator('.block').isVisible())) await ann.locator('.about summary').click();
  await ann.locator('.block').click();
  assert.match(await ann.locator('dialog[open]').innerText(), /This game goes on/);
  await ann.locator('dialog .primary').click();
  await hears(ann, []);
  await say(bob, 'Thanks!');
  await hears(bob, ['Hello!', 'Thanks!']);
  assert.deepEqual(await lines(ann), []);
  await ann.locator('.talk', { hasText: 'You have blocked this player' }).waitFor();
  if (!(await ann.locator('.unblock').isVisible())) await ann.locator('.about summary').click();
  await ann.locator('.unblock').click();
  await ann.locator('.block').click();
  await ann.locator('dialog .primary').click();
  await ann.locator('.unblock').waitFor();
  await ann.goto(`${server.address}/account`);
  await ann.locator('.blocks li').waitFor();
  assert.deepEqual(await faults(ann), []);
  await ann.locator('.blocks li button').click();
  await ann.locator('.blocks').waitFor({ state: 'detached' });
  await close(ann, bob);
});

test('after the end one can still say something', async () => {
  const [ann, bob] = await Promise.all([1, 2].map(() => visit(browser)));
  await pair(ann, bob);
  const id = new URL(ann.url()).pathname.split('/').pop();
  await open(ann);
  await ann.locator('.about summary').click();
  await ann.locator('.report').click();
  await ann.locator('.reporting .primary').click();
  await ann.locator('dialog .thanks').waitFor();
  await ann.evaluate(
    (game) =>
      fetch(`/api/games/${game}/resign`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{"as":"detective","key":"k"}',
      }),
    id,
  );
  for (const page of [ann, bob])
    await page.locator('.result .talk').waitFor({ state: 'attached' });
  assert.equal(await ann.locator('.reporting').count(), 0, 'nothing is asked again');
  await ann.locator('dialog[open] .thanks').waitFor();
  await ann.locator('dialog[open] .primary').click();
  await say(bob, 'Well played!');
  await hears(ann, ['Well played!']);
  for (const width of widths) {
    await ann.setViewportSize({ width, height: 800 });
    assert.deepEqual(await faults(ann), [], `${width} pixels, at the end`);
  }
  await ann.locator('.ways .primary', { hasText: 'Rematch' }).waitFor();
  await ann.locator('.about summary').click();
  await ann.locator('.block').click();
  assert.doesNotMatch(await ann.locator('dialog[open]').innerText(), /goes on/);
  await ann.locator('dialog .primary').click();
  await ann.locator('.ways .primary').waitFor({ state: 'detached' });
  await close(ann, bob);
});
