/* Reviews: a whole game of each kind from a record, by mouse, by keys, in text mode; learning from
 * mistakes; playing on; who may review what. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { inflateRawSync } from 'node:zlib';
import {
  begin,
  dice,
  games,
  inspect,
  mouse,
  play,
  ready,
  stand,
  visit,
  withoutEngine,
} from './helpers.mjs';

const { server, browser } = await stand(81);

const recordOf = (game) =>
  readFileSync(new URL(`records/${game}.alibi`, import.meta.url), 'utf8');

async function bring(page, record) {
  await page.goto(`${server.address}/analysis`); /* twice the same would be a reload */
  await page.goto(`${server.address}/replay`);
  await page.fill('#record', record);
  await page.locator('form button').click();
  await page.waitForSelector('.replay, .failure');
}

/* A record, reviewed to the end. */
async function review(page, record) {
  await bring(page, record);
  await page.locator('button.review').click();
  await page.waitForSelector('.graph');
  await finished(page);
}

/* Everything has been found. */
async function finished(page) {
  await page.waitForSelector('.accuracy', { state: 'attached' });
  await page.waitForSelector('.progress', { state: 'detached', timeout: 600_000 });
}

const graph = (page) => page.getByRole('slider', { name: 'Chances and suspects' });
const told = (page) => graph(page).getAttribute('aria-valuetext');
/* One line says the decision that the graph says. */
const settled = (page, before) =>
  page.waitForFunction(
    (was) => document.querySelector('.graph').getAttribute('aria-valuetext') !== was,
    before,
  );

/* Every decision in turn, by the graph's keys; what is said of each. */
async function walk(page) {
  const said = [];
  await graph(page).focus();
  await page.keyboard.press('Home');
  const all = Number(await graph(page).getAttribute('aria-valuemax'));
  for (let i = 1; ; i++) {
    await page.waitForFunction(
      (n) => Number(document.querySelector('.graph').getAttribute('aria-valuenow')) === n,
      i,
    );
    said.push(await page.locator('.decision').first().innerText());
    if (i === all) return said;
    await page.keyboard.press('ArrowRight');
  }
}

for (const [turn, game] of games.entries())
  test(`${game}: a whole game is reviewed`, async () => {
    const page = await visit(browser, { viewport: { width: 1440, height: 900 } });
    let workers = 0;
    page.on('worker', (w) => (workers += /analyse/.test(w.url()) ? 1 : 0));
    await review(page, recordOf(game));
    assert.equal(workers, 1);
    /* Both sides are judged, and mistakes are dots. */
    const accuracy = await page.locator('.accuracy dd').allTextContents();
    assert.ok(accuracy.length === 2 && accuracy.every((a) => /^\d+%$/.test(a)), `${accuracy}`);
    const dots = await page.locator('.graph circle').count();
    assert.ok(dots > 0);
    /* Each decision says what was played, how it is judged, what was better, and reasons. */
    const said = await walk(page);
    assert.ok(said.every((text) => /Best|Good|Inaccuracy|Mistake|Blunder/.test(text)));
    const wrong = said.filter((text) => /Mistake|Blunder/.test(text));
    assert.equal(wrong.length, dots);
    assert.ok(wrong.every((text) => /Better:/.test(text)));
    /* The numbers agree with the words: what is shown as 10 % or more is a mistake. */
    for (const text of said) {
      const [, from, to] = text.match(/: (\d+)% → (\d+)%/).map(Number);
      assert.equal(from - to >= 10, wrong.includes(text), text);
    }
    assert.ok(
      said.some((text) => /gave away/.test(text)),
      'what Jack gave away',
    );
    if (game !== 'pocket')
      assert.ok(
        said.some((text) =>
          /call for witnesses|could accuse|able to accuse|arrested/.test(text),
        ),
        'reasons in words',
      );
    /* Arrows: what was played and what was better, not by colour alone. */
    await graph(page).focus();
    await page.keyboard.press('Home');
    await page.getByLabel('Next mistake').click();
    await page.waitForSelector('.turn [data-sign=played]', { state: 'attached' });
    await page.waitForSelector('.decision .why');
    const better = page.locator('.turn [data-sign=better]').first();
    assert.ok(await better.getAttribute('stroke-dasharray'));
    /* The arrow keys go on and back wherever the keyboard is. */
    const mistake = await told(page);
    await page.locator('main').press('ArrowRight');
    await settled(page, mistake);
    const before = await told(page);
    await page.locator('main').press('ArrowLeft');
    await settled(page, before);
    assert.equal(await told(page), mistake);
    await page.locator('main').press('ArrowRight');
    await settled(page, mistake);
    /* A click on the graph goes there, too. */
    const box = await graph(page).boundingBox();
    await page.mouse.click(box.x + box.width * 0.9, box.y + box.height / 2);
    await settled(page, before);
    /* The belief moves with the moment. */
    await page.locator('#tab-belief').click();
    const left = () => page.locator('.panel-belief li:not(.gone)').count();
    const late = await left();
    await page.locator('#tab-review').click();
    await graph(page).focus();
    await page.keyboard.press('Home');
    await page.locator('#tab-belief').click();
    await page.waitForFunction(
      (n) => document.querySelectorAll('.panel-belief li:not(.gone)').length > n,
      late,
    );
    /* The list is the graph in words. */
    await page.locator('#tab-list').click();
    assert.equal(await page.locator('.panel-list li').count(), said.length);
    await inspect(page, turn, `${game}, list of a review`);
    await page.locator('#tab-review').click();
    await inspect(page, turn + 1, `${game}, review`, [320, 1440]);
    /* Coming back costs nothing. */
    await page.getByText('Leave the review').click();
    await page.locator('button.review').click();
    await finished(page);
    assert.equal(workers, 1);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });

/* Tries these tokens out and confirms them, in text mode. */
async function playTokens(page, tokens) {
  for (const [i, token] of tokens.entries()) {
    await page.fill('#token', token);
    await page.keyboard.press('Enter');
    await page.waitForFunction(
      (n) => document.querySelectorAll('.staged li').length === n,
      i + 1,
    );
  }
  await page.locator('.confirm.primary').click();
}

test('learning from mistakes, in text mode: find the better turn, or be shown it', async () => {
  const page = await visit(browser, { prefs: { text: true } });
  await review(page, recordOf('london'));
  await page.locator('button.learn').first().click();
  await page.getByText('Mistake 1 of').waitFor();
  await page.getByText('Find something better').waitFor();
  /* What was played is no answer. It is seen by the seat, which does not know the future. */
  await playTokens(page, ['SG', 'call:IL>g12', '>i16']);
  await page.waitForSelector('.outcome.wrong, .outcome.closer');
  assert.match(await page.locator('.outcome').textContent(), /loses \d+%/);
  await page.locator('button.again').click();
  /* What the review calls better is one. */
  await playTokens(page, ['SG', '>g16', 'call:SH>g12', 'call:JW>e4', '^se']);
  await page.waitForSelector('.outcome.right');
  await inspect(page, 0, 'a mistake made good');
  /* The next one is shown. */
  await page.locator('button.next').click();
  await page.getByText('Mistake 2 of').waitFor();
  await page.locator('button.show').click();
  await page.getByText('Better:').first().waitFor();
  while (await page.locator('button.next').count()) {
    await page.locator('button.next').click();
    await page.locator('button.show').click();
  }
  await page.getByText('You found 1 of').waitFor();
  await page.locator('.nav button.primary').click();
  await page.waitForSelector('.decision');
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('learning on the board: arrows show the answer', async () => {
  const page = await visit(browser, { viewport: { width: 390, height: 844 } });
  await review(page, recordOf('newyork'));
  await page.locator('button.learn').first().click();
  await page.waitForSelector('.spot:not([aria-disabled=true])');
  assert.equal(await page.locator('.turn').count(), 0, 'nothing is given away');
  await page.locator('button.show').click();
  await page.waitForSelector('.turn [data-sign=better]', { state: 'attached' });
  await inspect(page, 1, 'an answer that is shown', [320, 768]);
  await page.context().close();
});

/* What a link holds behind the "#". */
const unpacked = (link) =>
  inflateRawSync(
    Buffer.from(new URL(link).hash.slice(1).split('~')[0], 'base64url'),
  ).toString();

test('a review is sent as a link, and goes to the analysis board with what was better', async () => {
  const page = await visit(browser, { permissions: ['clipboard-read', 'clipboard-write'] });
  await review(page, recordOf('london'));
  await page.locator('button.share').click();
  await page.getByText('Copied').waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /\/replay#[\w-]+$/);
  const other = await visit(browser);
  await other.goto(link);
  await finished(other);
  assert.equal(await told(other), await told(page));
  /* A link that was cut off is said to be. */
  const cut = await visit(browser);
  await cut.goto(link.slice(0, -20));
  await cut.locator('.failure', { hasText: 'damaged' }).waitFor();

  /* Every mistake has its better turn as a variation, and the board stands where the review stood. */
  const mistakes = await page.locator('.graph circle').count();
  await page.getByLabel('Next mistake').click();
  await page.waitForSelector('.decision .why');
  await page.locator('button.analyse').click();
  await page.locator('.variation').last().waitFor();
  assert.equal(await page.locator('.variation').count(), mistakes);
  const study = unpacked(page.url());
  assert.equal(study.match(/\{(Mistake|Blunder) /g).length, mistakes);
  const at = Number(page.url().split('~')[1]);
  assert.ok(at > 0);
  /* Both lists are of the moves: there is one that it stands at, and what follows is the mistake. */
  const current = page.locator('section[aria-labelledby=tree-title] [aria-current=step]');
  const here = await current.textContent();
  await page.locator('main').press('ArrowRight');
  await page.waitForFunction(
    (was) =>
      document.querySelector('section[aria-labelledby=tree-title] [aria-current=step]')
        ?.textContent !== was,
    here,
  );
  assert.deepEqual([...page.complaints, ...other.complaints, ...cut.complaints], []);
  for (const one of [page, other, cut]) await one.context().close();
});

test('playing on from a decision: a new game, in which what was hidden is drawn again', async () => {
  const page = await visit(browser);
  const record = recordOf('london');
  await review(page, record);
  await graph(page).focus();
  await page.keyboard.press('Home');
  for (let i = 0; i < 5; i++) {
    const before = await told(page);
    await page.keyboard.press('ArrowRight');
    await settled(page, before);
  }
  await page.locator('button.playon').click();
  await page.selectOption('#playon-seat', 'detective');
  await page.selectOption('#playon-level', 'level1');
  await inspect(page, 2, 'playing on', [320, 1440]);
  await page.locator('dialog button.primary').click();
  await page.waitForURL(/\/g\/\w+$/);
  await ready(page);
  /* The way back leads to the record. */
  await page.goBack();
  await page.waitForSelector('button.review');
  await page.goForward();
  await ready(page);
  const id = page.url().split('/').pop();
  const state = await (
    await page.request.get(`${server.address}/api/games/${id}?as=detective&at=0`)
  ).json();
  assert.ok(state.onward);
  /* As the Detective saw it at that moment of the record. */
  const seen = await (
    await page.request.post(`${server.address}/api/replay`, {
      headers: { Origin: server.address },
      data: { record, at: 16, as: 'detective' },
    })
  ).json();
  assert.deepEqual(state.view, seen.view);
  assert.deepEqual(state.seats, { jack: 'level1', detective: 'guest' });
  /* It can be reviewed in its turn, from where it began. */
  await play(page, mouse, dice(4));
  await page.locator('nav.ways a.review').click();
  await finished(page);
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

test('a running game is not reviewed; the end of it is, by anybody who has the link', async () => {
  const page = await visit(browser);
  const asked = [];
  page.on('request', (r) => asked.push(new URL(r.url()).pathname));
  await begin(page, server.address, 'pocket', 'detective', 'random');
  const game = page.url();
  asked.length = 0;
  await page.goto(`${game}/review`);
  await page.getByText('This game is not over').waitFor();
  assert.ok(!asked.some((path) => /record|course|replay/.test(path)), `${asked}`);
  assert.equal(await page.locator('.graph, .spot').count(), 0);
  const id = game.split('/').pop();
  const refused = await page.request.get(`${server.address}/api/games/${id}/record?as=truth`);
  assert.equal(refused.status(), 403);
  /* Given up, and reviewed from the end and from the list of games. */
  await page.request.post(`${server.address}/api/games/${id}/resign`, {
    headers: { Origin: server.address },
    data: { key: 'k' },
  });
  await page.goto(game);
  await page.locator('nav.ways a.review').click();
  await page.waitForURL(/\/review$/);
  await finished(page);
  await page.goto(server.address);
  await page.locator(`a.review[href="/g/${id}/review"]`).waitFor();
  const other = await visit(browser);
  await other.goto(`${game}/review`);
  await finished(other);
  assert.deepEqual([...page.complaints, ...other.complaints], []);
  await other.context().close();
  await page.context().close();
});

test('what cannot be reviewed is said in a sentence', async () => {
  const page = await visit(browser);
  const running = recordOf('pocket').replace('[Result', '[Running "people"]\n[Result');
  await bring(page, running);
  await page.locator('button.review').click();
  await page.getByText('A game between people is not analysed while it goes on').waitFor();
  /* A seat's record of a game that goes on: only that seat's decisions. */
  const own = '[Game "null"]\n[View "detective"]\n[Result "*"]\n\ndeal=? alibi alibi=BB\n';
  await bring(page, own);
  await page.locator('button.review').click();
  await page.waitForSelector('.graph');
  await finished(page);
  assert.equal(await page.locator('button.learn, button.playon').count(), 0);
  /* A game without texts of its own is told in the engine's words. */
  await review(page, '[Game "null"]\n\ndeal=CC flip:CC flip:BB flip:BB flip:AA\n');
  const said = await walk(page);
  await page.waitForFunction(() =>
    /lamp of/.test(document.querySelector('.decision').innerText),
  );
  assert.ok(said.length > 1);
  assert.doesNotMatch(await page.locator('.decision').first().innerText(), /flip:/);
  /* A game that is not there leads to the front page and nowhere else. */
  await page.goto(`${server.address}/g/none/review`);
  await page.locator('.failure + p a[href="/"]').waitFor();
  assert.equal(await page.locator('.failure + p > *').count(), 1);
  const bare = await visit(browser);
  await withoutEngine(bare);
  await bring(bare, recordOf('pocket'));
  await bare.locator('button.review').click();
  await bare.getByText('The review is made in your browser').waitFor();
  await inspect(bare, 0, 'a browser without WebAssembly', [320]);
  await bare.context().close();
  await page.context().close();
});
