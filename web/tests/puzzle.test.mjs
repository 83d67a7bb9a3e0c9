/* Puzzles: solved and not solved, shown, by theme and by side; ratings and streaks; that of the day; by
 * mouse, by keys, in words. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { inflateRawSync } from 'node:zlib';
import { bundle } from './bundle.mjs';
import { games, inspect, stand, tab, visit } from './helpers.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const { indexOfDay, parsePuzzles, rate } = await bundle(join(here, 'lib.ts'));
const { server, browser } = await stand(93);

const all = Object.fromEntries(
  games.map((game) => [
    game,
    parsePuzzles(readFileSync(join(here, `../../puzzles/${game}.puzzles`), 'utf8')),
  ]),
);
const DAY = 86_400_000;
const NOON = Date.UTC(2026, 10, 16, 12);
const at = (path) => server.address + path;
const answered = (page) => page.locator('.outcome').textContent();

/* What the browser remembers. */
const memory = (page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('alibi-puzzles') ?? '{}'));

async function open(page, id) {
  await page.goto(at(`/puzzles/${id}`));
  await page.waitForSelector('button.show');
}

/* In words every turn can be typed. */
async function type(page, tokens) {
  for (const token of tokens) {
    await page.fill('#token', token);
    await page.press('#token', 'Enter');
    await page.locator('.staged', { hasText: /\S/ }).first().waitFor();
  }
  await page.locator('.confirm.primary').click();
}

/* Where it counts, the answer is asked for twice. */
async function show(page) {
  await page.locator('button.show', { hasText: /^Show me$/ }).click();
  await page.locator('button.show', { hasText: 'Show me: counts as not solved' }).click();
  await page.waitForSelector('.answer');
}

async function leave(page) {
  assert.deepEqual(page.complaints, []);
  await page.context().close();
}

test('Glicko-2: the worked example of its author', () => {
  const against = (rating, rd) => ({ rating, rd, volatility: 0.06 });
  const after = rate({ rating: 1500, rd: 200, volatility: 0.06 }, [
    { against: against(1400, 30), score: 1 },
    { against: against(1550, 100), score: 0 },
    { against: against(1700, 300), score: 0 },
  ]);
  /* He rounds in between. */
  assert.ok(Math.abs(after.rating - 1464.06) < 0.01, `${after.rating}`);
  assert.ok(Math.abs(after.rd - 151.52) < 0.005, `${after.rd}`);
  assert.ok(Math.abs(after.volatility - 0.05999) < 0.00001, `${after.volatility}`);
});

test('Glicko-2: the numbers that the rating of games has, too', () => {
  const rows = readFileSync(join(here, '../../tests/unit/glicko.txt'), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'));
  assert.equal(rows.length, 20);
  for (const row of rows) {
    const [own, games, wanted] = row.split(' : ').map((part) => part.split(' ').map(Number));
    const named = ([rating, rd, volatility]) => ({ rating, rd, volatility });
    const matches = [];
    for (let i = 0; i < games.length; i += 3)
      matches.push({
        against: named([games[i], games[i + 1], 0.06]),
        score: games[i + 2],
      });
    const after = rate(named(own), matches);
    assert.ok(Math.abs(after.rating - wanted[0]) < 0.001, row);
    assert.ok(Math.abs(after.rd - wanted[1]) < 0.001, row);
    assert.ok(Math.abs(after.volatility - wanted[2]) < 0.000001, row);
  }
});

test('Glicko-2: surprises count more, and much of them makes volatile', () => {
  const own = { rating: 1500, rd: 80, volatility: 0.06 };
  const won = (rating) => rate(own, [{ against: { ...own, rating }, score: 1 }]);
  assert.ok(won(1900).rating > won(1500).rating && won(1500).rating > won(1100).rating);
  assert.ok(won(1100).rating > own.rating && won(1500).rd < own.rd);
  const shocks = Array.from({ length: 9 }, () => ({
    against: { rating: 2600, rd: 30, volatility: 0.06 },
    score: 1,
  }));
  assert.ok(rate(own, shocks).volatility > own.volatility);
});

test('the files: what a solver is shown holds no answer', () => {
  for (const game of games) {
    const ids = new Set(all[game].map((p) => p.id));
    assert.ok(ids.size === all[game].length && ids.size > 100, game);
    for (const { record, answer, value, next, rating, seat } of all[game]) {
      assert.doesNotMatch(record, /Answer|Theme|Value|Next|Rating/);
      assert.match(record, /\[Position "/);
      assert.ok(answer[0] && value > next && rating > 0);
      if (seat === 'detective') assert.match(record, / jack=\? /);
    }
  }
  assert.deepEqual(
    [0, 1, 2, 20_773].map((day) => indexOfDay(day, 300)),
    [0, 119, 238, 287],
  );
});

test('one solved, tried again, the next one, one not solved, shown, analysed', async () => {
  const page = await visit(browser, { viewport: { width: 1440, height: 900 } });
  const asked = [];
  page.on('request', (r) => r.method() === 'POST' && asked.push(r.url()));
  const easy = all.london.find((p) => p.answer.length === 1 && p.answer[0].startsWith('>'));
  await open(page, easy.id);
  assert.match(await answered(page), /^You are .*Find the one idea/);
  assert.doesNotMatch(await page.locator('main').innerText(), /Theme/);
  await page.locator(`.spot.able[data-id="${easy.answer[0].slice(1)}"]`).click();
  await page.locator('.confirm.primary').click();
  await page.waitForSelector('.outcome.right');
  assert.doesNotMatch(await page.locator('.answer').textContent(), />/, 'words, no tokens');
  const percent = (share) => `${Math.round(share * 100)}%`;
  const worth = await page.locator('.worth').textContent();
  assert.match(worth, new RegExp(`${percent(easy.value)} instead of ${percent(easy.next)}`));
  assert.match(await page.locator('.theme').textContent(), /^Theme: \w/);
  assert.match(await page.locator('.change').textContent(), /^\+\d+$/);
  const first = await memory(page);
  assert.ok(first.players.london.rating > 1000 && first.players.london.rd < 200);
  assert.equal(first.tried[easy.id].how, 'solved');
  assert.ok(first.tried[easy.id].rating.rating < easy.rating);
  assert.deepEqual([first.row, first.best], [1, 1]);

  /* A second time counts nothing. */
  await open(page, easy.id);
  await page.locator('button.show').click();
  await page.waitForSelector('.answer');
  assert.deepEqual(await memory(page), first);
  assert.equal(await page.locator('.change').count(), 0);
  assert.match(await page.locator('.unrated').textContent(), /^Not rated again/);
  assert.ok((await page.locator('.turn').count()) > 0, 'the answer is drawn');

  /* The next one is another; of a turn without the idea it is said what it is worth. */
  await page.locator('button.next').click();
  await page.waitForSelector('button.show');
  assert.ok(!page.url().endsWith(easy.id));
  await page.context().close();
  assert.deepEqual(asked, [], 'the server is told nothing');
});

test('in words: not solved, again, solved, which is no longer counted; shown; analysed', async () => {
  const page = await visit(browser, { prefs: { text: true } });
  const hard = all.pocket.find((p) => /^(toby|holmes|watson):1$/.test(p.answer[0]));
  await open(page, hard.id);
  await page.getByRole('tab', { name: 'Puzzle' }).click();
  await page.getByText('Copy the link').waitFor();
  assert.equal(await page.locator('button.analyse').count(), 0, 'it would tell the answer');
  await type(page, [hard.answer[0].replace('1', '2')]);
  await page.waitForSelector('.outcome.wrong');
  const [, worth] = /your chances would be (\d+)%/.exec(await answered(page));
  assert.ok(Number(worth) <= Math.round(hard.next * 100));
  assert.match(await page.locator('.change').textContent(), /^−\d+$/);
  const lost = await memory(page);
  assert.ok(lost.players.pocket.rating < 1000 && lost.row === 0);
  assert.equal(lost.tried[hard.id].how, 'failed');
  await page.locator('button.again').click();
  /* A move that is chosen by its button is confirmed by C. */
  await page.locator('.words li button', { hasText: hard.answer[0] }).first().press('Enter');
  for (const token of hard.answer.slice(1))
    await page.locator('.words li button', { hasText: token }).first().press('Enter');
  await page.waitForSelector('.confirm.primary');
  await page.keyboard.press('c');
  await page.waitForSelector('.outcome.right');
  assert.deepEqual(await memory(page), lost, 'one rated try');
  assert.equal(await page.locator('.change').count(), 0, 'the right turn costs nothing');

  await open(page, hard.id);
  await tab(page, 'button.show');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.answer');
  assert.match(await page.locator('.answer').textContent(), /^\s*The answer: \w/);

  /* The position goes to the analysis board, and nothing that tells the answer. */
  await page.getByRole('tab', { name: 'Puzzle' }).click();
  await page.locator('button.analyse').click();
  await page.waitForURL(/\/analysis#/);
  await page.waitForSelector('.nav');
  const packed = new URL(page.url()).hash.slice(1);
  const record = inflateRawSync(Buffer.from(packed, 'base64url')).toString();
  assert.match(record, /\[Position "pocket /);
  assert.doesNotMatch(record, /Answer/);
  await leave(page);
});

test('themes and sides, with counts; results are forgotten', async () => {
  const page = await visit(browser);
  await page.goto(at('/puzzles'));
  const count = (game, theme, seat = '') =>
    all[game].filter((p) => p.theme === theme && (!seat || p.seat === seat)).length;
  for (const game of games) {
    await page.locator(`nav a[href$="/puzzles/${game}"]`).click();
    await page.waitForSelector(`nav a[href$="/puzzles/${game}"][aria-current]`);
    await page.waitForSelector('#p-theme');
    for (const theme of new Set(all[game].map((p) => p.theme))) {
      const option = page.locator(`#p-theme option[value=${theme}]`);
      assert.match(await option.textContent(), new RegExp(`\\w \\(${count(game, theme)}\\)`));
    }
  }
  await page.selectOption('#p-theme', 'alibi');
  await page.selectOption('#p-seat', 'jack');
  const text = `0 of ${count('pocket', 'alibi', 'jack')} solved`;
  await page.getByText(text).waitFor();
  await page.locator('button.next').click();
  await page.waitForURL(/\/puzzles\/pocket-\d+$/);
  const id = page.url().split('/').pop();
  const puzzle = all.pocket.find((p) => p.id === id);
  assert.deepEqual([puzzle.theme, puzzle.seat], ['alibi', 'jack']);
  /* Who has chosen it knows it. */
  assert.match(await page.locator('.theme').textContent(), /Alibi card/);
  await show(page);
  await page.locator('main a[href$="/puzzles/pocket"]').click();
  await page.locator('button.ask').click();
  await page.locator('button.forget').click();
  await page.locator('button.forget').waitFor({ state: 'detached' });
  assert.deepEqual((await memory(page)).tried, {});
  /* The choice is kept. When all of it was tried, that is said, and an old one comes by another button. */
  const tried = { how: 'shown', rating: { rating: 1000, rd: 150, volatility: 0.06 } };
  const chosen = all.pocket.filter((p) => p.theme === 'alibi' && p.seat === 'jack');
  await page.evaluate(
    (of) => localStorage.setItem('alibi-puzzles', JSON.stringify({ tried: of })),
    Object.fromEntries(chosen.map((p) => [p.id, tried])),
  );
  await page.goto(at('/puzzles/pocket'));
  await page.getByText('You have tried all of these.').waitFor();
  assert.equal(await page.inputValue('#p-theme'), 'alibi');
  assert.equal(await page.inputValue('#p-seat'), 'jack');
  await page.getByRole('button', { name: 'Try one of them again' }).click();
  await page.waitForURL(/\/puzzles\/pocket-\d+$/);
  await page.locator('button.next').click();
  await page.getByText('You have tried all of these.').waitFor();
  /* Here are none of that theme. */
  await page.goto(at('/puzzles/newyork'));
  await page.waitForSelector('#p-theme');
  assert.equal(await page.inputValue('#p-theme'), '');
  await page.goto(at('/puzzles/xyz'));
  await page.locator('main a[href$="/puzzles"]').click();
  await page.waitForSelector('.today');
  await page.goto(at('/puzzles/london-99999'));
  await page.getByText('There is no puzzle london-99999 here.').waitFor();
  await page.locator('main a[href$="/puzzles"]').click();
  await page.waitForSelector('.today');
  await leave(page);
});

test('the puzzle of the day, and of the day after', async () => {
  const page = await visit(browser, { prefs: { text: true } });
  for (const day of [0, 1]) {
    const now = NOON + day * DAY;
    await page.clock.setFixedTime(now);
    await page.goto(server.address);
    await page.locator('a[href$="/puzzles/london-today"]').click();
    const puzzle = all.london[indexOfDay(Math.floor(now / DAY), all.london.length)];
    await page.waitForURL(new RegExp(`/puzzles/${puzzle.id}$`));
    await page.waitForSelector('button.show');
    assert.match(await page.locator('main h2').first().textContent(), /Puzzle of the day/);
    await type(page, puzzle.answer);
    await page.waitForSelector('.outcome.right');
    const { days, row } = await memory(page);
    assert.deepEqual([days, row], [day + 1, day + 1]);
  }
  await page.goto(server.address);
  const card = page.locator('section[aria-labelledby=puzzle-title]');
  assert.match(
    await card.textContent(),
    /Solved today: \w+\.\s*2 days in a row, over all games/,
  );
  /* What was shown is not found afterwards. */
  const [, second, third] = games;
  const ofDay = (game) => all[game][indexOfDay(Math.floor(NOON / DAY) + 1, all[game].length)];
  await open(page, ofDay(second).id);
  await show(page);
  await open(page, ofDay(second).id);
  await type(page, ofDay(second).answer);
  await page.waitForSelector('.outcome.right');
  await open(page, ofDay(third).id);
  await type(page, ofDay(third).answer);
  await page.waitForSelector('.outcome.right');
  await page.goto(server.address);
  assert.match(await card.textContent(), /Solved today: \w+ and \w+\.\s*2 days in a row/);
  await page.evaluate((game) => {
    const kept = JSON.parse(localStorage.getItem('alibi-puzzles'));
    delete kept.tried[game];
    localStorage.setItem('alibi-puzzles', JSON.stringify(kept));
  }, ofDay(second).id);
  await open(page, ofDay(second).id);
  await type(page, ofDay(second).answer);
  await page.waitForSelector('.outcome.right');
  await page.goto(server.address);
  assert.match(await card.textContent(), /All of today’s are solved\.\s*2 days in a row/);
  /* A day was left out. */
  await page.clock.setFixedTime(NOON + 3 * DAY);
  await page.reload();
  await card.waitFor();
  assert.doesNotMatch(await card.textContent(), /in a row/);
  await leave(page);
});

test('no sign says who could leave or be caught, until it is solved', async () => {
  const page = await visit(browser, { viewport: { width: 1440, height: 900 } });
  const puzzle = all.london.find((p) => p.theme === 'escape');
  await open(page, puzzle.id);
  await page.waitForSelector('.spot.able');
  const signs = page.locator('[data-sign=leaves], [data-sign=caught]');
  assert.equal(await signs.count(), 0);
  await show(page);
  await page.locator('[data-sign=leaves]').first().waitFor({ state: 'attached' });
  await leave(page);
});

test('nothing sticks out, and axe finds nothing', async () => {
  const page = await visit(browser);
  await page.goto(at('/puzzles'));
  await page.waitForSelector('.today');
  await inspect(page, 1, 'the puzzles');
  await open(page, all.newyork[0].id);
  await inspect(page, 2, 'a puzzle');
  await show(page);
  await inspect(page, 3, 'a puzzle shown');
  await leave(page);
});
