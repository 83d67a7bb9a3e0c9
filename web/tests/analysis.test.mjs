/* The analysis board: records and positions, both seats and chance, the computer, the tree, the link; with
 * the mouse, the keyboard and in words. No request of it reaches the server. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { faults, inspect, stand, until, visit } from './helpers.mjs';

const { server, browser } = await stand(92);

const RECORD = `[Game "london"]
[Date "2025-11-15"]

deal=MS cards=SH,JW,JS,IL
1.1 SH >g10 alibi=JB {a careful start}
1.2 JW >j13 ^nw
1.3 JS lamp:c4>f3 >f7
1.4 IL cordon:ne>nw >c10
2.1 MS >k6 (>m12 {closer to the exit}) (>l7 2.2 SG !MS (>k6))
2.2 SG call:JW>l13 call:MS>l7 ^nw !MS
`;

/* A guest whose server would be told nothing of what is studied. */
async function guest(options = { viewport: { width: 1440, height: 900 } }) {
  const page = await visit(browser, options);
  page.asked = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') page.asked.push(request.url());
  });
  return page;
}

/* Anew: the same address once more would be a reload. */
async function fresh(page) {
  await page.goto(`${server.address}/replay`);
  await page.goto(`${server.address}/analysis`);
}

async function open(page, text) {
  await fresh(page);
  await page.fill('#study-text', text);
  await page.locator('.read').click();
}

async function bring(page, text) {
  await open(page, text);
  await page.waitForSelector('.nav');
}

const rows = (page) => page.locator('section[aria-labelledby=tree-title] .list button');
const current = (page) => page.locator('[aria-current=step]').textContent();
const key = (page, name) => page.locator('main').press(name);
/* The text that would be saved. */
async function saved(page) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('.save').click(),
  ]);
  return readFileSync(await download.path(), 'utf8');
}

async function leave(page) {
  assert.deepEqual(page.complaints, []);
  assert.deepEqual(page.asked, [], 'the server is told nothing');
  await page.context().close();
}

test('a record with variations: read, walked, commented, changed, saved, sent as a link', async () => {
  const page = await guest();
  await bring(page, RECORD);
  assert.equal(await rows(page).count(), 26);
  assert.equal(await page.locator('.variation').count(), 3);

  /* Keys go along the line, as everywhere else. */
  await key(page, 'ArrowDown');
  await until(page, () =>
    /accuses Miss Stealthy/.test(document.querySelector('[aria-current]')?.textContent),
  );
  await until(page, () =>
    /Detective wins/.test(document.querySelector('.prompt')?.textContent),
  );
  await key(page, 'ArrowLeft');
  await until(page, () =>
    /lantern/.test(document.querySelector('[aria-current]')?.textContent),
  );
  await key(page, 'ArrowUp');
  await page.waitForSelector('.outcome');
  await key(page, 'ArrowRight');
  await until(page, () =>
    /Jack is/.test(document.querySelector('[aria-current]')?.textContent),
  );

  /* A variation becomes the main line; the rest of another is taken away; a comment is written. */
  await rows(page).filter({ hasText: 'Stealthy goes to m12' }).click();
  await page.fill('#comment', 'why not {this}?');
  assert.equal(await page.locator('#comment').inputValue(), 'why not (this)?');
  await page.locator('.main').click();
  await rows(page).filter({ hasText: 'goes to l7' }).click();
  await page.locator('.delete').click();
  const text = await saved(page);
  assert.match(text, /\[Date "2025-11-15"\]/);
  assert.match(
    text,
    /2\.1 MS >m12 \{why not \(this\)\?\} \(>k6 2\.2 SG call:JW>l13 call:MS>l7 \^nw !MS\)\n/,
  );

  /* A reload finds it all again. */
  await page.reload();
  await page.waitForSelector('.nav');
  assert.equal(await saved(page), text);

  /* What is played on the board becomes a variation, at once. */
  await rows(page).filter({ hasText: 'Holmes goes to g10' }).click();
  await key(page, 'ArrowLeft');
  await page.waitForSelector('.spot.able');
  await page.locator('[data-id="h11"]').click();
  await until(page, () => /h11/.test(document.querySelector('[aria-current]')?.textContent));
  await page.selectOption('.chance select', 'alibi=WG');
  await page.locator('.outcome').click();
  await until(page, () =>
    /William|Gull/.test(document.querySelector('[aria-current]')?.textContent),
  );
  assert.match(await saved(page), />g10 \(>h11 alibi=WG\) alibi=JB \{a careful start\}/);

  /* Too much for a link is said to be. */
  const long = Array.from({ length: 4000 }, (_, i) => (i * 2654435761).toString(36)).join(' ');
  await page.fill('#comment', long);
  await page.locator('.link').click();
  await page.locator('[role=status]', { hasText: 'too much' }).waitFor();
  await page.fill('#comment', '');

  /* The link holds it all. */
  await page.locator('.link').click();
  const link = await page.locator('.take input').inputValue();
  assert.match(link, /\/analysis#[\w-]+$/);
  const other = await guest();
  await other.goto(link);
  await other.waitForSelector('.nav');
  assert.equal(await saved(other), await saved(page));
  await leave(other);
  await page.goto(`${link.slice(0, -9)}`);
  await page.reload();
  await page.waitForSelector('p.failure');
  assert.match(await page.locator('p.failure').textContent(), /damaged/);
  await leave(page);
});

test('every side’s view, belief, and what the computer would do', async () => {
  const page = await guest();
  await bring(page, RECORD);
  await rows(page).filter({ hasText: 'Goodley is played' }).last().click();
  /* Each viewer sees its own; both seats can be played all the same. */
  const jack = () => page.locator('.identity, [data-part=hand]').first().textContent();
  await page.selectOption('#viewer', 'detective');
  await until(page, () => document.querySelector('#viewer').value === 'detective');
  assert.doesNotMatch(await jack(), /Stealthy/);
  await page.selectOption('#viewer', 'jack');
  await until(page, () =>
    /Stealthy/.test(document.querySelector('[data-part=hand]').textContent),
  );
  await page.waitForSelector('.beliefs li');
  assert.equal(await page.locator('.beliefs li').count(), 4, 'four suspects after round 1');
  await page.locator('.think').click();
  await page.waitForSelector('.choices button');
  assert.match(await page.locator('.choices .value').first().textContent(), /^\d+%$/);
  assert.deepEqual(await page.locator('.heads span').allTextContents(), ['wins', 'plays it']);
  await page.waitForSelector('[data-mark^=better]', { state: 'attached' });
  /* It thinks on until it is stopped, and what it found stays in order. */
  await until(
    page,
    () => Number(document.querySelector('.nodes')?.textContent.replace(/\D/g, '')) > 50_000,
  );
  await inspect(page, 0, 'the analysis board', [320, 1440]);
  await page.locator('.choices button').first().click();
  await until(
    page,
    () =>
      document.querySelectorAll('.variation').length > 3 ||
      !document.querySelector('.choices button'),
  );
  await page.locator('.think').click();
  assert.equal(await page.locator('.choices').count(), 0);
  await leave(page);
});

test('what may not be studied, and where text is wrong', async () => {
  const page = await guest();
  const refused = async (text, why) => {
    await open(page, text);
    await page.waitForSelector('p.failure');
    assert.match(await page.locator('p.failure').first().textContent(), why);
  };
  await refused('[Game "london"]\n[Running "people"]\n\ndeal=MS', /still goes on/);
  await refused('[Game "london"]\n\ndeal=MS (deal=', /line 3, column/);
  await refused('london round=9', /Round: Expected edition=/);
  await fresh(page);
  await page.locator('.begin').click();
  await page.waitForSelector('.outcome');
  const line = await page.locator('#position').inputValue();
  await refused(line.replace('slot=1', 'slot=9'), /Turn of the round: Expected a slot/);
  await refused(line.replace('at=e10', 'at=f11'), /Characters: Expected a street/);
  await bring(page, line);
  await refused('', /expected a record/i);

  /* A seat's record is studied as the seat, and chance and witnesses answer as anybody wishes. */
  await bring(
    page,
    '[Game "london"]\n[View "detective"]\n\ndeal=? cards=SH,JW,JS,IL SH >g10 alibi=JB JW >j13 ^nw JS lamp:c4>f3 >f7 IL cordon:ne>nw',
  );
  assert.equal(await page.locator('#viewer').count(), 0);
  await key(page, 'ArrowDown');
  await page.waitForSelector('.spot.able');
  await page.locator('[data-id="c10"]').click();
  await page.locator('.answer').nth(1).click();
  await until(page, () =>
    /not seen|invisible/i.test(document.querySelector('[aria-current]')?.textContent),
  );
  await key(page, 'ArrowLeft');
  await page.waitForSelector('.spot.able');
  await page.locator('[data-id="c10"]').click();
  await page.locator('.answer').nth(0).click();
  await until(page, () => document.querySelectorAll('.variation').length === 1);
  assert.match(await saved(page), />c10 \(>c10 witness=visible\) witness=invisible/);
  await leave(page);
});

test('a position set up by hand: on the board, in lists, refused with the reason, hidden from a seat', async () => {
  const page = await guest();
  await fresh(page);
  await page.locator('.setup .edit').click();
  await page.waitForSelector('.fine');
  const field = (name) => page.locator(`[data-field="${name}"]`);
  const trouble = async (why) => {
    await until(page, () => !!document.querySelector('.trouble, .fine'));
    await page.locator('.trouble', { hasText: why }).waitFor();
  };

  /* A piece is taken and put down; another one there changes places with it. */
  await page.locator('[data-id=g12]').click();
  await page.locator('.prompt', { hasText: 'Sherlock Holmes' }).waitFor();
  await page.locator('[data-id=h11]').click();
  await until(page, () => /Holmes/.test(document.querySelector('[data-id=h11]').ariaLabel));
  await page.locator('[data-id=h11]').click();
  await page.locator('[data-id=e10]').click();
  await until(page, () => /Lestrade/.test(document.querySelector('[data-id=h11]').ariaLabel));
  await page.locator('[data-id=b15]').click();
  await page.locator('[data-id=c10]').click();
  await until(page, () => /cover/.test(document.querySelector('[data-id=c10]').ariaLabel));
  /* Where that cannot be, it is said why, where, and nothing can be begun. */
  await field('at').locator('select').first().selectOption('f11');
  await trouble(/Characters: Expected a street/i);
  assert.equal(await page.locator('.done').getAttribute('aria-disabled'), 'true');
  assert.match(await field('at').locator('.why').textContent(), /street/);
  await field('at').locator('select').first().selectOption('h11');
  await page.waitForSelector('.fine');
  await field('suspects').locator('.chip').first().click();
  await trouble(/suspects/i);
  await field('suspects').locator('.chip').first().click();
  await field('lamps').locator('.plain').first().click();
  await trouble(/Gaslights/);
  await field('lamps').locator('.add').click();
  await field('lamps').locator('select').nth(1).selectOption('1');
  await page.waitForSelector('.fine');
  await field('jack').locator('select').selectOption('?');
  await trouble(/hidden/);
  await field('jack-drew').locator('input').check();
  await page.waitForSelector('.fine');
  assert.deepEqual(await faults(page), []);
  await inspect(page, 2, 'setting up a position', [320, 1440]);
  await page.locator('.done').click();
  await page.waitForSelector('.nav');
  assert.match(
    await saved(page),
    /\[View "detective"\]\n[^]*\[Position "london [^"]* jack=\? [^"]* at=h11,[^"]*,e10,e2 .* covers=c10,l3 /,
  );

  /* The position of a step is changed; a tile of another game changes places. */
  await fresh(page);
  await page.selectOption('#study-game', 'pocket');
  await page.locator('.setup .edit').click();
  await page.waitForSelector('.fine');
  const tiles = field('tiles').locator('select');
  const first = await tiles.nth(2).inputValue();
  await tiles.nth(2).selectOption(await tiles.nth(8).inputValue());
  await page.waitForSelector('.fine');
  assert.equal(await tiles.nth(8).inputValue(), first);
  await leave(page);
});

test('on a phone, in words, by the keyboard; a game without a skin', async () => {
  const page = await guest({ viewport: { width: 320, height: 640 }, prefs: { text: true } });
  await open(page, '[Game "null"]\n\ndeal=AA');
  await page.waitForSelector('.nav');
  assert.deepEqual(await faults(page), []);
  await key(page, 'ArrowRight');
  await page.waitForSelector('.text li button');
  await page.locator('.text li button').nth(3).press('Enter');
  await page.locator('#tab-tree').click();
  await until(page, () => document.querySelectorAll('.list button').length === 2);
  await inspect(page, 1, 'the analysis board in words');
  await leave(page);
});
