/* Lessons: each of them is played to its end through the real engine, wrong moves included; then
 * in the browser, where following the marks alone leads through every first game, and every
 * button that a text names is there. */
import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { load } from '../tools/texts.mjs';
import { bundle } from './bundle.mjs';
import {
  begin,
  dice,
  finger,
  games,
  inspect,
  mouse,
  ready,
  stand,
  step as move,
  tab,
  visit,
  widths,
} from './helpers.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const { server, browser } = await stand(64);
const lib = await bundle(join(here, 'lib.ts'));
const catalogue = await (await fetch(`${server.address}/api/catalogue`)).json();
const gameOf = (name) => lib.gameOf(catalogue.games.find((g) => g.name === name));
const texts = Object.fromEntries(
  Object.entries(load(join(here, '..'))).map(([language, entries]) => [
    language,
    new Map(entries.map((e) => [e.id, e.text])),
  ]),
);

/* A text of a lesson: the game's own, or the one that games share. */
const textOf = (game, key, language = 'en') =>
  texts[language].get(`${game}.learn.${key}`) ?? texts[language].get(`learn.${key}`);

async function trial(game, lesson, story, tokens = []) {
  const position = lesson.position ? `[Position "${lesson.position}"]\n` : '';
  const record = `[Game "${game.name}"]\n${position}\n${story.join(' ')}\n`;
  const response = await fetch(`${server.address}/api/replay`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: server.address },
    body: JSON.stringify({ record, as: lesson.seat, tokens }),
  });
  const answer = await response.json();
  assert.ok(
    response.ok,
    `${game.name}/${lesson.id} ${story.join(' ')}: ${JSON.stringify(answer)}`,
  );
  return lib.whole(game, answer);
}

/* What is pointed out is there: each mark means a place or a part of the panel. */
function checkMarks(game, look, step, at) {
  const layout = new lib.Layout(game, look, false);
  for (const mark of step.marks ?? []) {
    const { rings, arrows, parts } = lib.marks(layout, [mark]);
    assert.ok(rings.length + arrows.length + parts.length > 0, `${at}: nothing at ${mark}`);
    assert.ok(rings.every((place) => layout.points.has(place)));
  }
  const { rings } = lib.marks(layout, step.marks ?? []);
  if (!step.want) assert.ok(rings.length > 0, `${at}: nothing is marked on the board`);
}

/* A turn of one's own that the lesson does not want: random, the same each time. */
async function wander(game, lesson, story, roll) {
  const tokens = [];
  for (let look = await trial(game, lesson, story); ;) {
    tokens.push(look.legal[roll(look.legal.length)].token);
    look = await trial(game, lesson, story, tokens);
    if (look.complete) return tokens;
  }
}

async function judge(game, lesson, story, tokens) {
  const facts = lib.factsOf(
    lesson.seat,
    tokens,
    await trial(game, lesson, story),
    await trial(game, lesson, story, tokens),
    await trial(game, lesson, [...story, ...tokens]),
  );
  return facts;
}

async function checkQuestion(game, lesson, step, story, at) {
  const { turn, right, wrong = {} } = step.ask;
  const holds = (facts, list) => list.every((c) => lib.holds(facts, c));
  assert.ok(holds(await judge(game, lesson, story, turn), right), `${at}: its own answer`);
  const roll = dice(7);
  const found = new Set();
  for (let i = 0; i < 40; i++) {
    const tokens = await wander(game, lesson, story, roll);
    const facts = await judge(game, lesson, story, tokens);
    if (holds(facts, right)) found.add('right');
    else {
      const [name = 'wrong'] = Object.entries(wrong).find(([, c]) => lib.holds(facts, c)) ?? [];
      assert.ok(textOf(game.name, `${lesson.id}.${step.say}.${name}`), `${at}: ${name}`);
      found.add(name);
    }
  }
  assert.ok(
    [...found].some((name) => name !== 'right'),
    `${at}: nothing is wrong`,
  );
}

/* The wanted turn, and at each point of it every other legal move, which the lesson answers. */
async function checkTurn(game, lesson, step, story, at) {
  for (let n = 0; n < step.want.length; n++) {
    const before = step.want.slice(0, n);
    const look = await trial(game, lesson, story, before);
    const legal = look.legal.map((l) => l.token);
    assert.ok(legal.includes(step.want[n]), `${at}: ${step.want[n]} is legal`);
    const other = legal.find((token) => !step.want.includes(token));
    if (other) {
      await trial(game, lesson, story, [...before, other]);
      assert.ok(
        textOf(game.name, `${lesson.id}.${step.say}.why`),
        `${at}: says why not ${other}`,
      );
    }
  }
  assert.ok((await trial(game, lesson, story, step.want)).complete, `${at}: a whole turn`);
}

function checkTexts(game, lesson, step, at) {
  const keys = [step.say];
  if (step.ask)
    keys.push(
      ...['right', 'wrong', ...Object.keys(step.ask.wrong ?? {})].map(
        (k) => `${step.say}.${k}`,
      ),
    );
  for (const language of Object.keys(texts))
    for (const key of keys) {
      const [text] = textOf(game.name, `${lesson.id}.${key}`, language) ?? [];
      assert.ok(text, `${at}: ${key} in ${language}`);
      for (const [, button] of text.matchAll(/\[\[([\w.]+)\]\]/g)) {
        const own =
          texts[language].get(`${game.name}.${button}`) ?? texts[language].get(button);
        assert.ok(own, `${at}: ${button} is the text of something`);
      }
    }
}

for (const name of games) {
  test(`every lesson of ${name} can be played, and answers other moves`, async () => {
    const game = gameOf(name);
    const { lessons } = game.skin;
    assert.equal(new Set(lessons.map((l) => l.id)).size, lessons.length);
    assert.deepEqual(
      lessons.slice(0, 2).map((l) => l.seat),
      ['detective', 'jack'],
    );
    assert.ok(lessons.filter((l) => l.steps.some((s) => s.ask)).length >= 5);
    for (const lesson of lessons) {
      const story = [...(lesson.setup ?? [])];
      for (const language of Object.keys(texts)) {
        const [title = ''] = textOf(name, lesson.id, language) ?? [];
        assert.match(title, /^[^.:]{4,40}$/, `${lesson.id} in ${language} has a title`);
      }
      for (const why of lesson.mends ?? [])
        assert.ok(texts.en.get(`moment.over.${why}`), `${lesson.id} mends ${why}`);
      for (const step of lesson.steps) {
        const at = `${name}/${lesson.id}/${step.say}`;
        story.push(...(step.others ?? []));
        checkMarks(game, await trial(game, lesson, story), step, at);
        checkTexts(game, lesson, step, at);
        if (step.want) await checkTurn(game, lesson, step, story, at);
        if (step.ask) await checkQuestion(game, lesson, step, story, at);
        story.push(...(step.want ?? step.ask?.turn ?? []));
      }
      const end = await trial(game, lesson, story);
      if (['detective', 'jack'].includes(lesson.id))
        assert.equal(end.result?.winner, lesson.seat, `${lesson.id} is won`);
    }
  });
}

/* --- In the browser --- */

/* How the keyboard does one thing: on the board the full stop goes from target to target. */
const keyboard = {
  async press(locator) {
    const page = locator.page();
    const id = await locator.evaluate((e) =>
      e.matches('.spot') ? e.dataset.id : ((e.dataset.goal = 'yes'), undefined),
    );
    if (id === undefined) {
      await tab(page, '[data-goal]');
      await page.keyboard.press('Enter');
      await page.evaluate(() =>
        document.querySelector('[data-goal]')?.removeAttribute('data-goal'),
      );
      return;
    }
    await tab(page, '.spot[tabindex="0"]');
    for (let i = 0; i < 200; i++) {
      if (await page.evaluate((to) => document.activeElement?.dataset.id === to, id)) break;
      await page.keyboard.press('.');
    }
    await page.keyboard.press('Enter');
  },
};

const calm = (page) =>
  page.waitForFunction(
    () => !document.querySelector('.actions[aria-busy=true], .lesson[aria-busy=true]'),
  );
const stepOf = (page) => page.locator('.nav progress').evaluate((p) => p.value);

/* What a text names, by the moment at which it is needed: a way to act when the next token has
 * it, the last button when the turn is complete, taking back once there is something staged. */
const needed = {
  verb: (word, next) => next && lib.verb(next) === word && `.mode[data-mode="${word}"]`,
  face: (word, next) => needed.verb(word, next),
  stage: (word, next, staged) =>
    word === 'confirm' ? !next && '.do .confirm.primary' : staged && '.do button',
  escape: (_, next) => next?.startsWith('>') && '.spot.out .act',
};

/* Whether everything that the text names and that is needed now can be seen now, by its very
 * name. What has been seen is taken from the list. */
async function checkNamed(page, named, next, staged, at) {
  for (const [i, { key, label }] of [...named.entries()].reverse()) {
    const [kind, word] = key.split('.');
    const where = needed[kind](word, next, staged);
    if (!where) continue;
    const there = await page
      .locator(where)
      .evaluateAll((all) => all.filter((e) => e.checkVisibility()).map((e) => e.textContent));
    assert.ok(
      there.some((text) => text.trim() === label),
      `${at}: ${label} is not there when ${next ?? 'the turn'} needs it, but ${there}`,
    );
    named.splice(i, 1);
  }
}

/* Follows the marks: the button that is wanted, else the ring on the board. */
async function follow(page, hand) {
  const button = page.locator('.actions .wanted');
  if (await button.count()) return hand.press(button.first());
  const id = await page.evaluate(
    () =>
      document.querySelector('.spot.marked')?.dataset.id ??
      document.querySelector('.ring[data-mark]')?.dataset.mark,
  );
  assert.ok(id, 'something is marked');
  return hand.press(page.locator(`.spot[data-id="${id}"]`));
}

/* Answers a question with this turn, step by step. */
async function answer(page, hand, game, lesson, story, turn) {
  for (let n = 0; n < turn.length; n++) {
    await calm(page);
    const look = await trial(game, lesson, story, turn.slice(0, n));
    const layout = new lib.Layout(game, look, false);
    const mode = page.locator(`.mode[data-mode="${lib.verb(turn[n])}"][aria-pressed=false]`);
    if (await mode.count()) await hand.press(mode);
    await calm(page);
    /* What needs no more words than that is staged at once. */
    if ((await page.locator('.staged li').count()) > n) continue;
    const way = lib.ways(turn[n], layout).at(-1);
    for (const step of way) {
      const choice = page.locator(`.choice[data-choice="${step}"]`);
      await hand.press(
        (await choice.count()) ? choice : page.locator(`.spot[data-id="${step}"]`),
      );
    }
    await page.waitForFunction(
      (k) => document.querySelectorAll('.staged li').length === k,
      n + 1,
    );
  }
  await calm(page);
  await hand.press(page.locator('.confirm.primary'));
  await page.waitForSelector('.verdict');
}

/* Walks through a lesson as a person does. */
async function walk(page, hand, game, lesson, look = async () => {}) {
  await page.goto(`${server.address}/learn/${game.name}/${lesson.id}`);
  await page.waitForSelector('.lesson .text');
  const story = [...(lesson.setup ?? [])];
  for (const [n, step] of lesson.steps.entries()) {
    const at = `${game.name}/${lesson.id}/${step.say}`;
    await page.waitForFunction((k) => document.querySelector('.nav progress')?.value === k, n);
    await calm(page);
    story.push(...(step.others ?? []));
    if (step.others)
      assert.ok(await page.locator('.told').count(), `${at}: what the others did`);
    const named = await page
      .locator('.text .named')
      .evaluateAll((all) =>
        all.map((e) => ({ key: e.dataset.key, label: e.textContent.trim() })),
      );
    assert.ok(step.want || !named.length, `${at}: names a button that is not to be pressed`);
    assert.ok(await page.locator('[data-mark], .wanted').count(), `${at}: nothing is marked`);
    await look(page, n, at);
    if (step.want) {
      for (let i = 0; i < 40 && (await stepOf(page)) === n; i++) {
        const staged = await page.locator('.staged li').count();
        await checkNamed(page, named, step.want[staged], staged, at);
        await follow(page, hand);
        await calm(page);
      }
      assert.deepEqual(named, [], `${at}: never needed`);
      story.push(...step.want);
    } else if (step.ask) {
      await answer(page, hand, game, lesson, story, step.ask.turn);
      assert.ok(await page.locator('.verdict.good').count(), `${at}: well done`);
      await hand.press(page.locator('.nav button.primary'));
    } else if (n + 1 < lesson.steps.length) {
      await hand.press(page.locator('.nav button.primary'));
    }
  }
  assert.equal(await page.locator('.bar .primary').count(), 1, 'the lesson leads on');
  assert.equal(await page.locator('.onward .play').count(), 1, 'to a real game, too');
  const [bar, ...wide] = await page
    .locator('.bar, .onward > *')
    .evaluateAll((all) => all.map((e) => e.getBoundingClientRect().width));
  if (bar < 500) for (const one of wide) assert.ok(one > 0.8 * bar, `${one} of ${bar} pixels`);
  assert.deepEqual(page.complaints, []);
}

const sizes = [
  { width: 320, height: 640 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

for (const [i, name] of games.entries()) {
  for (const [k, hand] of [mouse, finger].entries()) {
    test(`following the marks leads through ${name}, ${k ? 'by touch' : 'by mouse'}`, async () => {
      const viewport = sizes[(i + k) % 3];
      const language = ['en', 'de', 'fr'][(i + 2 * k) % 3];
      const page = await visit(browser, { prefs: { language }, viewport, hasTouch: !!k });
      const game = gameOf(name);
      const lesson = game.skin.lessons[k];
      await walk(page, hand, game, lesson, (p, n, at) =>
        n % 4 === 1 && !k
          ? inspect(p, n, at, [widths[n % 3]]).then(() => p.setViewportSize(viewport))
          : undefined,
      );
      /* It leads to a game in the seat that was learnt, against the weakest. */
      await hand.press(page.locator('.onward .play'));
      await page.waitForURL(/\/g\//);
      const made = await page.evaluate(() =>
        fetch(location.pathname.replace('/g/', '/api/games/')).then((r) => r.json()),
      );
      assert.deepEqual([made.game, ...made.you], [name, lesson.seat]);
      assert.equal(made.seats[k ? 'detective' : 'jack'], 'level1');
      /* It is remembered, here and on the list. */
      await page.goto(`${server.address}/learn/${name}`);
      await page.waitForSelector('li.done');
      assert.equal(await page.locator('li.done').count(), 1);
      if (k) await inspect(page, i, `the lessons of ${name}`, [widths[i]]);
      await page.context().close();
    });
  }
}

test('a lesson by the keyboard alone, in Spanish', async () => {
  const page = await visit(browser, { prefs: { language: 'es' } });
  const game = gameOf('pocket');
  await walk(page, keyboard, game, game.skin.lessons[0]);
  await page.context().close();
});

test('every question is asked, answered wrongly and rightly', async () => {
  const page = await visit(browser);
  for (const name of games) {
    const game = gameOf(name);
    for (const lesson of game.skin.lessons.filter((l) => l.steps[0].ask)) {
      await walk(page, mouse, game, lesson);
    }
  }
  /* A wrong answer is told why, and can be taken back. */
  const game = gameOf('pocket');
  const lesson = game.skin.lessons.find((l) => l.id === 'finish');
  await page.goto(`${server.address}/learn/pocket/finish`);
  await page.waitForSelector('.lesson .text');
  await answer(page, mouse, game, lesson, [], ['rotate:1:cw']);
  assert.ok(await page.locator('.verdict:not(.good)').count());
  assert.match(await page.locator('.verdict').textContent(), /Both are seen, or neither/);
  await page.locator('.nav button.primary').click();
  await page.waitForSelector('.lesson .text');
  await page.context().close();
});

test('a lesson answers another move, goes back, and goes on another day', async () => {
  const page = await visit(browser);
  const go = () => page.locator('.nav button.primary').click();
  await page.goto(`${server.address}/learn/london/detective`);
  for (let i = 0; i < 4; i++) {
    await page.waitForFunction((k) => document.querySelector('.nav progress')?.value === k, i);
    await go();
  }
  await page.locator('.spot.able[data-id=g12]').click();
  await page.waitForSelector('.staged li');
  await page.locator('.spot.able[data-id=g8]').click();
  await page.waitForSelector('.reason');
  assert.match(await page.locator('.reason').textContent(), /Legal, but/);
  assert.equal(await page.locator('.staged li').count(), 1);
  /* What the rules forbid is told with the rule. */
  await page.locator('.spot[data-id=a14]').click({ force: true });
  await page.waitForFunction(
    () => !/Legal, but/.test(document.querySelector('.reason')?.textContent ?? 'Legal, but'),
  );
  await page.reload();
  await page.waitForFunction(() => document.querySelector('.nav progress')?.value === 4);
  await page.locator('.nav .back').click();
  await page.waitForFunction(() => document.querySelector('.nav progress')?.value === 3);
  await page.goto(`${server.address}/#learn/london`);
  await page.waitForSelector('li a[href="/learn/london/detective"]');
  assert.match(await page.locator('li').first().textContent(), /step 4 of 13/);
  await page.goto(`${server.address}/learn/london/nothing`);
  await page.waitForSelector('.failure:not(.soft)');
  await page.context().close();
});

for (const engine of [true, false])
  test(`a lesson goes on when the line is lost${engine ? '' : ' and back, without the engine'}`, async () => {
    const page = await visit(browser);
    if (!engine) await page.route('**/assets/engine-*', (route) => route.abort());
    await page.goto(`${server.address}/learn/london/detective`);
    await page.waitForSelector('.nav progress');
    /* What is said may be gone again in a moment. */
    await page.evaluate(() => {
      const look = () => (window.told ||= !!document.querySelector('.failure, .reason'));
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    });
    let asked = 0;
    await page.route('**/api/replay', (route) =>
      ++asked % 4 ? route.continue() : route.abort('internetdisconnected'),
    );
    for (let i = 0; i < 80 && (await stepOf(page)) < 7; i++) {
      const next = page.locator('.nav button.primary[aria-disabled=false]');
      if (await next.count()) await next.click();
      else await follow(page, mouse).catch(() => {});
      await page.waitForTimeout(60);
      if (asked > 30) await page.unroute('**/api/replay');
    }
    assert.equal(await stepOf(page), 7);
    assert.ok(asked > 3, 'the line was lost');
    /* Where the device can answer, there is nothing to tell. */
    const told = await page.evaluate(() => !!window.told);
    assert.equal(told, !engine, 'somebody who cannot go on without the line is told');
    await page.context().close();
  });

/* --- The coach --- */

test('the coach speaks after a turn against level 1, and can be switched off', async () => {
  for (const [i, role] of ['detective', 'jack'].entries()) {
    const page = await visit(browser, { prefs: { language: ['en', 'de'][i] } });
    await begin(page, server.address, 'london', role, 'level1');
    const lines = page.locator('.coach p');
    await page.waitForSelector('.coach p');
    const first = await lines.allTextContents();
    const roll = dice(3);
    for (let k = 0; k < 60; k++) {
      await ready(page);
      const now = await lines.allTextContents();
      if (now.length && now.join() !== first.join()) break;
      await move(page, mouse, roll).catch(() => {});
    }
    const said = await lines.allTextContents();
    assert.ok(said.length > 0 && said.join() !== first.join(), `${role}: ${said}`);
    for (const line of said) assert.doesNotMatch(line, /\{|coach\.|\b[A-Z]{2}\b/);
    /* It speaks of how things stand now: of nobody who has been cleared since. */
    const stale = await page.evaluate(async (seat) => {
      const at = `/api${location.pathname.replace('/g/', '/games/')}`;
      const get = (path) => fetch(at + path).then((r) => r.json());
      const { remarks } = await get(`/coach?as=${seat}`);
      const { suspects } = (await get(`?as=${seat}`)).insight;
      return remarks
        .filter((r) => r.code.startsWith('may-'))
        .flatMap((r) => r.who.filter((code) => !suspects.includes(code)));
    }, role);
    assert.deepEqual(stale, []);
    await inspect(page, i, `the coach of ${role}`, [widths[2 * i]]);
    await page.locator('.coach button').click();
    assert.equal(await lines.count(), 0);
    await page.locator('.coach button').click();
    await page.waitForSelector('.coach p');
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
});

test('there is no coach against higher levels, nor between people', async () => {
  const page = await visit(browser);
  await begin(page, server.address, 'london', 'detective', 'level6');
  assert.equal(await page.locator('.coach').count(), 0);
  const refused = await page.evaluate(async () => {
    const post = (path, body) =>
      fetch(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }).then((r) => r.json());
    const ask = async (seats) => {
      const made = await post('/api/games', {
        game: 'london',
        options: {},
        seats,
        public: false,
      });
      const answer = await fetch(`/api/games/${made.id}/coach?as=detective`);
      return [answer.status, (await answer.json()).error?.refusal.code];
    };
    return [
      await ask({ jack: 'level4', detective: 'me' }),
      await ask({ jack: 'me', detective: 'me' }),
      await ask({ jack: 'open', detective: 'me' }),
      await ask({ jack: 'level3', detective: 'me' }),
    ];
  });
  const no = [403, 'server.coach'];
  assert.deepEqual(refused.slice(0, 3), [no, no, no]);
  assert.equal(refused[3][0], 200);
  await page.context().close();
});
