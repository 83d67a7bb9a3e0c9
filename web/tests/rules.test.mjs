/* Who can do what: rules, powers and the legend, wherever somebody asks for them. The data first: every
 * language has the same rules, and the engine refuses nothing by a rule that is not there. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadBooks } from '../tools/rules.mjs';
import { load } from '../tools/texts.mjs';
import { bundle } from './bundle.mjs';
import { begin, faults, games, program, ready, stand, undress, visit } from './helpers.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const books = loadBooks(root);
const languages = Object.keys(load(join(here, '..')));
const { server, browser } = await stand(66);
let catalogue;

before(async () => {
  catalogue = await (await fetch(`${server.address}/api/catalogue`)).json();
});

const bookOf = (game, language) =>
  books.find((b) => b.game === game && b.language === language);
const idsOf = (book) => book.rules.sections.flatMap((s) => s.items.flatMap((i) => i.id ?? []));

/* --- The data --- */

test('books: every language has every rule, in the same sections', () => {
  for (const game of games)
    for (const language of languages) {
      const book = bookOf(game, language);
      assert.ok(book, `${game} in ${language}`);
      const en = bookOf(game, 'en');
      assert.deepEqual(idsOf(book), idsOf(en), `${game} in ${language}`);
      assert.equal(book.rules.sections.length, en.rules.sections.length);
      assert.ok(book.rules.intro.length, `${game} in ${language} is introduced`);
      for (const [i, section] of book.rules.sections.entries()) {
        assert.ok(section.title, `${game} in ${language}: section ${i + 1}`);
        for (const [j, item] of section.items.entries()) {
          /* the same rules are cited, the same tokens named, and it is translated */
          const same = en.rules.sections[i].items[j].text;
          const cited = (text) => (text.match(/\b[A-Z]-\d+\.\d+\b|`[^`]+`/g) ?? []).sort();
          assert.deepEqual(cited(item.text), cited(same), `${language}: ${item.id}`);
          if (language !== 'en') assert.notEqual(item.text, same, `${language}: ${item.id}`);
        }
      }
      assert.deepEqual(Object.keys(book.about), Object.keys(en.about), `${game}, ${language}`);
      for (const [key, text] of Object.entries(book.about))
        assert.ok(text.length > 10, `${language}: ${game} ${key}`);
    }
});

test('books: what the engine refuses by a rule stands in one', () => {
  const messages = execFileSync(program, ['messages'], { encoding: 'utf8' });
  const cited = new Set(messages.match(/^#\. [A-Z]-\d+\.\d+$/gm).map((line) => line.slice(3)));
  const known = new Set(books.filter((b) => b.language === 'en').flatMap(idsOf));
  assert.ok(cited.size > 50);
  assert.deepEqual(
    [...cited].filter((id) => !known.has(id)),
    [],
  );
});

test('books: every picture and everybody has a text, a picture and rules', async () => {
  const lib = await bundle(join(here, 'lib.ts'));
  for (const data of catalogue.games.filter((g) => games.includes(g.name))) {
    const game = lib.gameOf(data);
    const topics = lib.topicsOf(game);
    const signs = lib.signs(game);
    const people = [...data.characters.map((c) => c.code), ...Object.keys(game.skin.badges)];
    const wanted = new Set([...signs.map((s) => s.symbol), ...people, ...data.sides.flat()]);
    const ids = new Set(idsOf(bookOf(data.name, 'en')));
    for (const sign of signs)
      assert.ok(lib.pictureOf(game, sign).shapes.length, `${data.name}: ${sign.symbol}`);
    for (const of of wanted) {
      assert.ok(topics[of], `${data.name}: ${of}`);
      assert.ok(topics[of].rules.length && topics[of].rules.every((id) => ids.has(id)), of);
      if (people.includes(of)) assert.ok(topics[of].diagram, `${of} has a diagram`);
      for (const language of languages) {
        const { about } = bookOf(data.name, language);
        const { as } = topics[of];
        const said = about[of] ?? about[`${of}.power`] ?? about[as];
        assert.ok(said?.length > 10, `${language}, ${data.name}: ${of}`);
      }
    }
  }
});

test('prose: references, names, and words that are looked for', async () => {
  const { parts, marked, matches, wordsOf } = await bundle(join(here, 'lib.ts'));
  const people = [{ code: 'IL', name: 'Inspector Lestrade' }];
  const kinds = (text) => parts(text, people).map((p) => [p.kind, p.to ?? p.text]);
  assert.deepEqual(kinds('IL: see L-6.4 (section 7), `stay`.'), [
    ['who', 'IL'],
    ['text', ': see '],
    ['rule', 'L-6.4'],
    ['text', ' ('],
    ['section', '7'],
    ['text', '), '],
    ['code', 'stay'],
    ['text', '.'],
  ]);
  assert.equal(kinds('IL Inspector Lestrade')[0][0], 'code', 'a name is not said twice');
  assert.deepEqual(marked('Straße und Café', wordsOf('CAFE')), ['Straße und ', 'Café', '']);
  assert.ok(matches('L-5.10 the whistle', wordsOf('5.10 WHIST')));
  assert.ok(!matches('L-5.10 the whistle', wordsOf('lantern')));
});

/* --- The page --- */

const sizes = [
  { width: 320, height: 640 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

const fits = (page) =>
  page.evaluate(
    () =>
      document.documentElement.scrollWidth <= document.documentElement.clientWidth &&
      [...document.querySelectorAll('dialog[open]')].every(
        (d) => d.scrollWidth <= d.clientWidth,
      ),
  );

for (const [n, viewport] of sizes.entries())
  test(`the rules at ${viewport.width} pixels: deep link, search, links`, async () => {
    const game = games[n];
    const page = await visit(browser, { viewport });
    const ids = idsOf(bookOf(game, 'en'));
    const last = ids.at(-1);
    await page.goto(`${server.address}/rules/${game}#${last}`);
    await page.waitForSelector('.rule.here');
    assert.equal(await page.locator('.rule').count(), ids.length);
    assert.equal(await page.locator('.brief p').count(), 4, 'the game in one minute');
    assert.ok(
      await page.locator(`[id="${last}"]`).evaluate((e) => {
        const { top, bottom } = e.getBoundingClientRect();
        return bottom > 0 && top < innerHeight;
      }),
    );
    assert.deepEqual(await faults(page), []);
    assert.ok(await fits(page));
    /* a number, a word, nothing */
    const found = () => page.locator('.rule').evaluateAll((l) => l.map((e) => e.id));
    await page.fill('#rules-search', ids[3]);
    assert.ok((await found()).includes(ids[3]));
    assert.ok((await found()).length < ids.length);
    await page.fill('#rules-search', 'wItNeSs');
    assert.ok((await found()).length > 0);
    assert.match(await page.locator('mark').first().textContent(), /witness/i);
    await page.fill('#rules-search', 'xyzzy');
    assert.equal((await found()).length, 0);
    await page.fill('#rules-search', '');
    /* from rule to rule, and back */
    const cited = page.locator('.rule p a[data-rule]').first();
    const to = await cited.getAttribute('data-rule');
    await cited.click();
    await page.waitForFunction((id) => location.hash === `#${id}`, to);
    await page.locator(`[id="${to}"]`).waitFor();
    await page.goBack();
    await page.waitForFunction((id) => location.hash === `#${id}`, last);
    /* another game */
    await page
      .locator('article nav')
      .first()
      .getByRole('link')
      .nth((n + 1) % 3)
      .click();
    const other = games[(n + 1) % 3];
    await page.waitForFunction((name) => location.pathname === `/rules/${name}`, other);
    await page.locator('.rule').first().waitFor();
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });

test('the rules are printed without what is only for the screen', async () => {
  const page = await visit(browser);
  await page.goto(`${server.address}/rules/pocket`);
  await page.waitForSelector('.rule');
  await page.emulateMedia({ media: 'print' });
  for (const gone of ['#rules-search', 'header', 'footer', 'article nav'])
    assert.equal(await page.locator(gone).first().isVisible(), false, gone);
  assert.ok(await page.locator('.rule').last().isVisible());
  await page.context().close();
});

test('nothing of it is loaded before somebody asks', async () => {
  const page = await visit(browser);
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await begin(page, server.address, 'london', 'detective');
  assert.deepEqual(
    asked.filter((url) => /HelpSheet|Rules|london\.en/.test(url)),
    [],
  );
  await page.keyboard.press('r');
  await page.waitForSelector('dialog[open] .rule');
  assert.equal(asked.filter((url) => /london\.en/.test(url)).length, 1);
  await page.context().close();
});

/* --- Over a game --- */

const close = (page) => page.locator('dialog[open] .foot .primary').click();

/* The text of the sheet that is open, once its book is there. */
async function sheet(page) {
  const words = page.locator('dialog[open] .about .words p').first();
  await words.waitFor();
  return words.textContent();
}

test('a refusal shows the sentence of its rule, and leads to it', async () => {
  const viewport = sizes[0];
  const page = await visit(browser, { viewport });
  await begin(page, server.address, 'london', 'detective');
  await ready(page);
  await page.locator('.card.able').first().click();
  await page.waitForSelector('.staged li');
  await page.locator('[data-id=nw]').click({ force: true });
  const reason = page.locator('.actions .reason');
  await reason.getByText('Only the Jack player can leave the district').waitFor();
  const address = page.url();
  await reason.getByRole('link', { name: 'L-6.3' }).click();
  await page.waitForSelector('dialog[open] .rule.here');
  assert.equal(await page.locator('dialog[open] .here').getAttribute('id'), 'L-6.3');
  assert.equal(page.url(), address, 'the game is not left');
  assert.deepEqual(await faults(page), []);
  assert.ok(await fits(page));
  await close(page);
  assert.ok(await page.locator('.staged li').count(), 'what was staged is still there');
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

for (const [n, game] of games.entries())
  test(`${game}: a sheet for everybody and everything, by every hand`, async () => {
    const page = await visit(browser, { viewport: sizes[n], hasTouch: true });
    await begin(page, server.address, game, 'detective');
    await ready(page);
    const before = await page.locator('.spot.able').count();
    await page.keyboard.press('l');
    await page.waitForSelector('dialog[open] .legend .text');
    assert.deepEqual(await faults(page), []);
    assert.ok(await fits(page));
    const codes = await page
      .locator('.legend [data-about]')
      .evaluateAll((l) => l.map((e) => e.dataset.about));
    const { characters } = catalogue.games.find((g) => g.name === game);
    for (const { code } of characters) assert.ok(codes.includes(code), code);
    for (const code of codes) {
      await page.locator(`dialog[open] .legend [data-about="${code}"]`).click();
      /* the words are the book's: they depend on nothing that a player does not know */
      const { about } = bookOf(game, 'en');
      const said = await sheet(page);
      assert.ok(Object.values(about).includes(said), `${code}: ${said}`);
      assert.ok(await page.locator('dialog[open] .diagram svg').isVisible(), code);
      if (code === codes[0]) {
        assert.deepEqual(await faults(page), []);
        assert.ok(await fits(page));
      }
      await page.locator('dialog[open] .foot button').first().click();
    }
    /* from a power to its rule */
    await page.locator(`dialog[open] .legend [data-about="${codes[0]}"]`).click();
    await sheet(page);
    const rule = page.locator('dialog[open] .about a[data-rule]').first();
    const id = await rule.getAttribute('data-rule');
    const line = await page.locator('dialog[open] .about summary').first().innerText();
    assert.ok(line.startsWith(id) && line.length > id.length + 12, 'an id has a title');
    await rule.click();
    await page.waitForSelector(`dialog[open] .rule.here[id="${id}"]`);
    await close(page);
    /* a place of the board, by key, by long press, and by the button */
    const spot = page.locator('.spot[tabindex="0"]');
    await spot.focus();
    await page.keyboard.press('i');
    await page.waitForSelector('dialog[open] .place li');
    await close(page);
    await spot.click({ button: 'right', force: true });
    await page.waitForSelector('dialog[open] .place li');
    await close(page);
    await page.locator('.help button').nth(2).click();
    assert.match(await page.locator('.asking').innerText(), /^Point at a card/);
    await page.locator('.spot').first().click({ force: true });
    await page.waitForSelector('dialog[open] .place li');
    await close(page);
    assert.equal(await page.locator('.asking').count(), 0);
    /* so is an action that could be chosen */
    if (await page.locator('.mode').count()) {
      await page.locator('.help button').nth(2).click();
      await page.locator('.mode').first().click();
      await sheet(page);
      await close(page);
      assert.equal(await page.locator('.mode[aria-pressed=true]').count(), 0);
    }
    /* a card that could be played is asked about, and not played */
    await page.locator('.card.able').first().click({ button: 'right' });
    await sheet(page);
    await close(page);
    assert.equal(await page.locator('.staged li').count(), 0, 'nothing was played');
    assert.equal(await page.locator('.spot.able').count(), before);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });

test('a long press asks, and plays nothing', async () => {
  const page = await visit(browser, { viewport: sizes[0], hasTouch: true, isMobile: true });
  await begin(page, server.address, 'london', 'detective');
  await ready(page);
  const box = await page.locator('.spot.able').first().boundingBox();
  const touch = await page.context().newCDPSession(page);
  const at = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at });
  await page.waitForSelector('dialog[open] .place li');
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await close(page);
  assert.equal(await page.locator('.staged li').count(), 0);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('a game without a skin: what the catalogue says', async () => {
  const page = await visit(browser);
  await undress(page);
  await begin(page, server.address, 'newyork_unknown', 'detective');
  await ready(page);
  await page.keyboard.press('l');
  await page.waitForSelector('dialog[open] .legend');
  for (const word of ['street', 'quay', 'lamp', 'ferry'])
    assert.ok(
      await page.locator('dialog[open] .legend').getByText(word, { exact: false }).count(),
    );
  await page.locator('dialog[open] .legend [data-about=CR]').click();
  assert.match(await sheet(page), /Cloud Rider.*CR.*8/);
  await close(page);
  await page.keyboard.press('r');
  await page.locator('dialog[open] .faces').waitFor();
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
