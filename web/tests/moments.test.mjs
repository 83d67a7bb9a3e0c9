/* The moments of a game: what is staged, what the others' turns leave behind, the accusation, the
 * end, replays. First the functions that make them, on whole games seen by everybody; then what
 * a person sees, at three sizes. */
import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';
import {
  able,
  altered,
  begin,
  dice,
  games,
  mouse,
  play,
  ready,
  stand,
  step,
  visit,
} from './helpers.mjs';
import { asGuest, escaping, lead } from './lead.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const lib = await bundle(join(here, 'lib.ts'));
const { server, browser } = await stand(7);
const catalogue = await (await fetch(`${server.address}/api/catalogue`)).json();
await lib.speak();

/* --- Functions --- */

/* Asks the server as one guest. */
function guest() {
  const headers = { 'Content-Type': 'application/json', Origin: server.address };
  return async (path, body) => {
    const how = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    const answer = await fetch(server.address + path, { headers, ...how });
    const cookie = answer.headers.get('set-cookie');
    if (cookie) headers.Cookie = cookie.split(';')[0];
    return answer.json();
  };
}

/* A whole game at random between two people on one device; its id. */
async function wander(ask, game, seed) {
  const roll = dice(seed);
  const seats = { jack: 'me', detective: 'me' };
  const { id } = await ask('/api/games', { game, seats });
  for (let i = 0; ; i++) {
    const { to_act: as, status } = await ask(`/api/games/${id}?as=public`);
    if (status === 'over') return id;
    const { seq, legal } = await ask(`/api/games/${id}?as=${as}`);
    const calm = legal.filter((l) => !l.token.startsWith('!'));
    const from = calm.length ? calm : legal;
    const tokens = [from[roll(from.length)].token];
    await ask(`/api/games/${id}/moves`, { as, seq, tokens, key: `k${i}` });
  }
}

/* Every position of a game as VIEWER saw it. */
async function positions(ask, game, id, viewer) {
  const { seq, history } = await ask(`/api/games/${id}?as=${viewer}`);
  const states = [];
  for (let at = 0; at <= seq; at++)
    states.push(
      lib.whole(game, await ask(`/api/games/${id}?as=${viewer}&at=${at}&since=${at}`)),
    );
  return { states, history };
}

function gameOf(name, plainly) {
  const data = catalogue.games.find((g) => g.name === name);
  return lib.gameOf(plainly ? { ...data, name: 'unknown' } : data);
}

function checkMoments(game, states, history, viewer) {
  const rounds = [];
  for (const h of history) {
    const before = states[h.seq - 1],
      after = states[h.seq];
    const found = lib.moments(game, before, h, after);
    const calls = (h.told ?? []).filter((w) => w.token.startsWith('witness='));
    const answers = found.filter((m) => m.kind === 'witness');
    assert.deepEqual(
      answers.map((m) => m.title),
      calls.map((w) => `Jack is ${w.token === 'witness=visible' ? '' : 'not '}seen`),
    );
    for (const { count, cleared } of answers) {
      assert.deepEqual(
        count,
        [before, after].map((s) => s.insight.suspects.length),
      );
      for (const code of cleared) assert.ok(!after.view.suspects.includes(code));
      /* Before they are turned over they stand as they did. */
      const still = lib.held(after, cleared);
      for (const m of still.scene)
        if (cleared.includes(m.symbol)) assert.ok(!m.cleared, m.symbol);
      assert.ok(cleared.every((code) => still.view.suspects.includes(code)));
    }
    for (const m of found.filter((x) => x.kind === 'alibi')) {
      const shown = /^alibi=([A-Z]{2})$/.exec(h.token)?.[1];
      assert.deepEqual(m.faces, shown ? [shown] : [], `${viewer} is shown what it was told`);
    }
    if (found.some((m) => m.kind === 'round')) rounds.push(after.view.round);
    const over = (h.told ?? []).some((w) => w.token.startsWith('over='));
    assert.equal(found.filter((m) => m.kind === 'over').length, Number(over));
    for (const m of found) assert.ok(m.title && m.ms > 0 && m.cue, JSON.stringify(m));
  }
  const last = Math.max(...history.map((h) => h.round ?? 0));
  assert.deepEqual(
    rounds,
    [...Array(last).keys()].map((i) => i + 1),
  );
}

const pieces = (state) =>
  new Map(state.scene.filter((m) => m.layer === 'piece').map((m) => [m.symbol, m.place]));

function checkTraces(game, states, history, viewer) {
  let traced = 0;
  for (const { at } of states) {
    const past = history.filter((h) => h.seq <= at);
    const from = lib.since(past, viewer);
    const last = past.filter((h) => h.by === 'jack' || h.by === 'detective').at(-1)?.by;
    assert.equal(from !== undefined, last !== undefined && last !== viewer);
    /* After a turn of one's own only what that has brought is told, and nothing from before it. */
    const others = past.filter((h) => /^(jack|detective)$/.test(h.by ?? '') && h.by !== viewer);
    const own = past.find((h) => h.by === viewer && h.seq > (others.at(-1)?.seq ?? 0));
    if (last === viewer)
      for (const deed of lib.answers(game, past, viewer))
        assert.ok(deed.seq >= own.seq, `${viewer} is told what came of an own turn`);
    if (from === undefined) continue;
    const found = lib.trace(game, past, from, states[from], states[at]);
    const [was, now] = [pieces(states[from]), pieces(states[at])];
    const moved = [...was].filter(([code, place]) => now.has(code) && now.get(code) !== place);
    assert.deepEqual(
      found.trails.map((t) => [t.symbol, t.from, t.path.at(-1)]).sort(),
      moved.map(([code, place]) => [code, place, now.get(code)]).sort(),
    );
    assert.ok(found.deeds.length && found.deeds.every((d) => d.words));
    /* What is hidden from this viewer is in none of it. */
    assert.ok(!JSON.stringify(found.deeds).includes('?'));
    traced++;
  }
  assert.ok(traced > 0);
}

for (const [i, name] of games.entries())
  test(`${name}: moments and traces, for every viewer`, async () => {
    const ask = guest();
    const id = await wander(ask, name, 5 + i);
    for (const [n, viewer] of ['jack', 'detective', 'public'].entries()) {
      const game = gameOf(name, n === i);
      const { states, history } = await positions(ask, game, id, viewer);
      checkMoments(game, states, history, viewer);
      checkTraces(game, states, history, viewer);
    }
  });

test('a course: lines over the rounds, and a story', () => {
  const rounds = [8, 6, 3].map((suspects, i) => ({
    round: i + 1,
    at: 10 * i,
    suspects,
    witness: 'visible',
    chance: [0.5, 0.25, null][i],
  }));
  const course = { rounds, suspects: 2, going: true };
  assert.deepEqual(
    lib.suspectPoints(course, 8).map((p) => p.share),
    [1, 0.75, 0.375, 0.25],
  );
  assert.deepEqual(lib.chancePoints(course, 'jack'), [
    { round: 1, share: 0.5 },
    { round: 2, share: 0.25 },
  ]);
  assert.equal(lib.chancePoints({ ...course, going: false }, 'jack').at(-1).share, 0);
  const game = gameOf('london');
  const tell = (winner, why) => lib.storyOf(game, { result: { winner, why } }, course);
  assert.equal(tell('detective', 'arrest'), 'Caught in round 3, 2 suspects left.');
  assert.equal(tell('detective', 'resignation'), 'Jack gave up in round 3, 2 suspects left.');
  assert.match(tell('jack', 'something new'), /round 3/);
  const history = [
    { seq: 1, kind: 'move', by: 'jack', round: 3, token: 'JB' },
    { seq: 2, kind: 'move', by: 'jack', round: 3, token: '>se' },
  ];
  assert.equal(
    lib.storyOf(game, { result: { winner: 'jack', why: 'escape' } }, course, history),
    'Jeremy Bert escapes by the south-east exit in round 3, 2 suspects left.',
  );
  /* The turning point is where the chances changed most; not known before all are judged. */
  const judged = (...chances) => ({
    rounds: rounds.map((r, i) => ({ ...r, chance: chances[i] })),
    suspects: 2,
    going: false,
  });
  const turn = (course, winner, why = 'arrest') =>
    lib.turningOf(game, { result: { winner, why } }, course);
  assert.equal(
    turn(judged(0.5, 0.1, 0.2), 'jack'),
    'The turning point was round 1. Winning chances (Detective): 50% before, 10% after. Jack is seen: 8 suspects become 6.',
  );
  assert.match(turn(judged(0.5, 0.5, null), 'jack', 'escape'), /was round 3\. .* 0% after/);
  assert.equal(turn(judged(0.5, 0.5, 0.45), 'jack', 'resignation'), '');
  assert.equal(turn(course, 'jack'), '');
});

/* --- What a person sees --- */

/* Notes when each moment came and went, and whether its words were over the board. */
const watch = (page) =>
  page.addInitScript(() => {
    window.staged = [];
    const look = () => {
      const node = document.querySelector('.moment .title');
      const now = window.staged.at(-1);
      const text = node?.textContent;
      if (now && now.to === undefined && now.title !== text) now.to = performance.now();
      if (!text || (now && now.to === undefined)) return;
      const words = node.getBoundingClientRect();
      const board = document.querySelector('.frame')?.getBoundingClientRect();
      window.staged.push({
        title: text,
        kind: node.closest('.moment').classList[1],
        text: node.closest('.moment').innerText,
        from: performance.now(),
        over:
          !!board &&
          words.width > 0 &&
          words.top >= board.top - 40 &&
          words.bottom <= board.bottom &&
          words.left >= board.left - 1 &&
          words.right <= board.right + 1,
        seen: words.top >= 0 && words.bottom <= innerHeight,
        ringed: !!document.querySelector('.ring[data-mark]'),
      });
    };
    new MutationObserver(look).observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });

const staged = (page) => page.evaluate(() => window.staged);

/* Plays on, a step at a time, until something is there. Whether it is our turn is asked first, so
 * that nothing is played that THERE has not seen. */
async function playUntil(page, roll, there) {
  for (let i = 0; i < 1500; i++) {
    const acting = await able(page);
    if (await there()) return true;
    if (await page.locator('.result').count()) return false;
    if (acting) await step(page, mouse, roll).catch(() => {});
    else await page.waitForTimeout(30);
  }
  return false;
}

/* The same, in another game if one ends before. */
async function playGamesUntil(page, roll, there, another) {
  for (let i = 0; i < 6; i++) {
    await another();
    if (await playUntil(page, roll, there)) return true;
  }
  return false;
}

/* Our turn has come, nothing of it is staged, and what the others did is seen. */
const othersSeen = (page) =>
  page.evaluate(
    () =>
      !!document.querySelector('.deeds') &&
      !!document.querySelector('.trace > *') &&
      !!document.querySelector('.spot.able, .mode') &&
      !document.querySelector('.actions[aria-busy=true], .staged li'),
  );

const tours = [
  { game: 'london', role: 'detective', size: [1440, 900], pace: 'normal', motion: 'none' },
  { game: 'newyork', role: 'jack', size: [768, 1024], pace: 'quick', motion: 'auto' },
  { game: 'pocket', role: 'detective', size: [320, 640], pace: 'quick', motion: 'auto' },
];

for (const { game, role, size, pace, motion } of tours) {
  const [width, height] = size;
  test(`${game} at ${width}x${height}: witnesses are staged, the others leave a trace`, async () => {
    const page = await visit(browser, {
      prefs: { pace, motion },
      viewport: { width, height },
    });
    await watch(page);
    const another = () => begin(page, server.address, game, role, 'greedy');
    const roll = dice(width);
    const answered = async () =>
      (await staged(page)).some((m) => m.kind === 'witness' && m.to !== undefined);
    assert.ok(await playGamesUntil(page, roll, answered, another), 'witnesses have answered');
    const all = await staged(page);
    const time = pace === 'normal' ? 1 : 0.5;
    for (const m of all.filter((x) => x.to !== undefined)) {
      assert.ok(m.over && m.seen, `on the board, in view: ${JSON.stringify(m)}`);
      const least = { witness: 2000, round: 1300, alibi: 1300, over: 2200 }[m.kind] * time;
      assert.ok(m.to - m.from >= least * 0.97, `${m.title} stays: ${m.to - m.from}`);
    }
    const answer = all.find((m) => m.kind === 'witness');
    assert.match(answer.title, /^Jack is (not )?seen$/);
    assert.match(answer.text, /suspects? (become|left)|Still|suspects/);
    assert.ok(all.some((m) => m.kind === 'round' && /^Round \d+ of \d+$/.test(m.title)));

    /* The others' turn: words, faces, a trail; the same after a reload; once more. */
    const seen = () => othersSeen(page);
    assert.ok(
      (await playUntil(page, roll, seen)) || (await playGamesUntil(page, roll, seen, another)),
      'the others have acted',
    );
    await page.waitForSelector('.moment', { state: 'detached' });
    const said = await page.locator('.deeds p').innerText();
    const other = role === 'jack' ? /Detective|Investigator/ : /Jack/;
    assert.match(said, other);
    assert.ok(said.replace(other, '').trim().length > 8, said);
    assert.ok((await page.locator('.trace > *').count()) > 0, 'marks on the board');
    await page.reload();
    await page.waitForSelector('.deeds');
    assert.equal(await page.locator('.deeds p').innerText(), said);
    await page.locator('.again').click();
    await page.waitForSelector('.again[aria-pressed=true]');
    await page.waitForSelector('.again[aria-pressed=false]', { timeout: 120_000 });
    await page.waitForSelector('.spot.able, .mode');

    /* A click skips. */
    const n = (await staged(page)).length;
    const next = async () => (await page.locator('.moment').count()) > 0;
    if (await playUntil(page, roll, next)) {
      await page
        .locator('.moment')
        .click({ timeout: 1000 })
        .catch(() => {});
      assert.ok((await staged(page)).length > n);
    }
    /* Whoever acts wipes the trace away. */
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });
}

/* What the seat knows, asked of the server by the page. */
const asked = (page) =>
  page.evaluate(() => fetch(`/api/games/${location.pathname.slice(3)}`).then((r) => r.json()));

test('accusations: a red button with a name, the piece goes there, certain loss is said', async () => {
  const page = await visit(browser);
  const kinds = new Set();
  const roll = dice(12);
  for (let round = 0; round < 4 && kinds.size < 2; round++) {
    await begin(page, server.address, games[round % 2], 'detective');
    await playUntil(page, roll, async () => {
      if ((await page.locator('.confirm.primary').count()) || !(await able(page))) return false;
      const targets = page.locator('.spot.hot.able');
      for (let i = 0; i < (await targets.count()); i++) {
        const place = await targets.nth(i).getAttribute('data-id');
        const { view } = await asked(page);
        await targets.nth(i).click();
        await page.waitForSelector('.confirm.accuse');
        const label = await page.locator('.confirm').innerText();
        const name = /^Accuse (.+): the game ends$/.exec(label)?.[1];
        assert.ok(name, label);
        const code = catalogue.games
          .find((g) => g.name === view.game)
          .characters.find((c) => c.name === name).code;
        assert.equal(view.positions[code], place);
        const known = new Set(view.alibis.detective);
        const lost = !view.suspects.includes(code) || known.has(code);
        assert.equal(await page.locator('.lost').count(), Number(lost), name);
        if (lost) assert.match(await page.locator('.lost').innerText(), /^Certain loss/);
        kinds.add(lost);
        await page.locator('.do button', { hasText: 'Take back' }).click();
        await page.waitForSelector('.confirm.accuse', { state: 'detached' });
      }
      return kinds.size === 2;
    });
  }
  assert.ok(kinds.has(true) && kinds.has(false), 'both have been seen');
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});

for (const [i, game] of ['london', 'newyork'].entries())
  test(`${game}: an escape has its name, and everybody sees it`, async () => {
    const viewport = [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ][i];
    const prefs = { pace: 'quick' };
    const pages = await Promise.all([1, 2, 3].map(() => visit(browser, { viewport, prefs })));
    const [ann, bob] = pages;
    for (const page of pages) {
      await watch(page);
      await page.goto(server.address);
      await asGuest(page)('/api/guest', {});
    }
    const found = await lead(asGuest(ann), asGuest(bob), game, escaping, 3 + i);
    for (const page of pages) {
      await page.goto(`${server.address}/g/${found.id}`);
      await page.waitForSelector('.spot');
    }
    await ann
      .locator(`.spot[data-id="${found.state.view.positions[found.tokens[0]]}"]`)
      .click();
    const out = ann.locator('.spot.out').first();
    if (!(await ann.waitForSelector('.spot.out, .mode').then(() => out.count())))
      for (const mode of await ann.locator('.mode').all())
        if (!(await out.count())) await mode.click();
    assert.match(await ann.locator('.prompt').first().innerText(), /^A way out is open to you/);
    assert.equal(await out.locator('.act').textContent(), 'Escape');
    await out.click();
    await ann.waitForSelector('.confirm.escape');
    assert.equal(await ann.locator('.confirm').innerText(), 'Escape and win');
    await ann.locator('.confirm').click();
    for (const page of pages) {
      await page.waitForSelector('.result .story');
      const shown = (await staged(page)).filter((m) => m.kind === 'over');
      assert.deepEqual(
        shown.map((m) => m.title),
        ['Jack escapes'],
      );
      assert.ok(shown[0].over && shown[0].seen, JSON.stringify(shown[0]));
      assert.match(shown[0].text, / escapes by /);
      assert.ok(shown[0].to - shown[0].from >= 1500 * 0.97, 'there is time to look');
      assert.ok(shown[0].ringed, 'the way out is marked on the board');
      assert.match(await page.locator('.story').innerText(), / escapes by .+ in round \d/);
    }
    assert.equal(
      await bob.locator('.result .lesson').getAttribute('href'),
      `/learn/${game}/exits`,
    );
    /* In the replay, too. */
    const n = (await staged(bob)).length;
    await bob.locator('.result .board').click();
    await bob.locator('[aria-label="One step back"]').click();
    await bob.locator('.replay .play').click();
    await bob.waitForFunction(
      (k) => window.staged.slice(k).some((m) => m.title === 'Jack escapes'),
      n,
    );
    for (const page of pages) assert.deepEqual(page.complaints, []);
    for (const page of pages) await page.context().close();
  });

/* The end as a page: Jack by name, as the server says when asked for the truth. */
async function revealed(page) {
  await page.waitForSelector('.result .jack');
  const shown = await page.locator('.result .jack').innerText();
  const id = new URL(page.url()).pathname.slice(3);
  const truth = await page.evaluate(
    (at) => fetch(`/api/games/${at}?as=truth`).then((r) => r.json()),
    id,
  );
  const known = catalogue.games.find((g) => g.name === truth.game).characters;
  /* The skin has titles of its own: "Sir William Gull". */
  const family = known
    .find((c) => c.code === truth.view.identity)
    .name.split(' ')
    .at(-1);
  assert.ok(shown.toLowerCase().endsWith(family.toLowerCase()), `${shown}: ${family}`);
  const cards = [...truth.view.alibis.jack, ...truth.view.alibis.detective];
  assert.equal(await page.locator('.truth .card').count(), cards.length);
  await page.waitForSelector('.story');
  return truth;
}

for (const [i, game] of games.entries())
  test(`${game}: the end reveals Jack, and leads on`, async () => {
    const [width, height] = [
      [320, 640],
      [768, 1024],
      [1440, 900],
    ][i];
    const page = await visit(browser, { viewport: { width, height } });
    await begin(page, server.address, game, i % 2 ? 'jack' : 'detective', 'level1');
    if (game === 'pocket') {
      await play(page, mouse, dice(31));
    } else {
      await ready(page);
      await page
        .locator('#tab-more')
        .click({ timeout: 1000 })
        .catch(() => {});
      await page.getByRole('button', { name: 'Give up' }).first().click();
      await page.locator('dialog[open] button.primary').click();
    }
    const truth = await revealed(page);
    const me = i % 2 ? 'Jack' : 'Detective';
    if (game !== 'pocket') {
      assert.match(await page.locator('.headline').innerText(), new RegExp(`${me} gave up`));
      assert.match(await page.locator('h1').last().innerText(), /lost/i);
    }
    /* Suspects at once, the chances when they come. */
    await page.waitForSelector('.result table');
    await page.waitForFunction(
      () => !document.querySelector('.result table').textContent.includes('…'),
      null,
      { timeout: 120_000 },
    );
    /* Both graphs have numbers at their axes, and the same in words. */
    const graphs = page.locator('.result figure svg[role=img]');
    assert.equal(await graphs.count(), 2);
    const { length: played } = truth.view.round ? Array(truth.view.round) : [];
    for (const [k, ticks] of [
      [0, /^0 \d+ \d+$/],
      [1, /^0% 50% 100%$/],
    ]) {
      const graph = graphs.nth(k);
      assert.match((await graph.locator('.value').allTextContents()).join(' '), ticks);
      const rounds = await graph.locator('text:not(.value)').allTextContents();
      assert.deepEqual(rounds, [...Array(played).keys()].map((r) => `${r + 1}`).concat('end'));
      assert.match(await graph.getAttribute('aria-label'), /by round.*: \d/);
    }
    const lesson = page.locator('.result .lesson');
    if (game !== 'pocket')
      assert.equal(await lesson.getAttribute('href'), `/learn/${game}`, 'all the lessons');
    assert.ok(
      await page.evaluate(
        () => document.documentElement.scrollWidth <= document.documentElement.clientWidth,
      ),
      'nothing sticks out',
    );

    /* A stranger opens the link. */
    const stranger = await visit(browser, { viewport: { width, height } });
    await stranger.goto(await page.locator('#share-link').inputValue());
    await revealed(stranger);
    assert.equal(await stranger.locator('.same, .next').count(), 0, 'not theirs to go on with');
    await stranger.context().close();

    if (game === 'pocket') await checkReplay(page);
    else if (game === 'london') {
      assert.equal(await page.locator('.result .next').count(), 0, 'a loss leads no higher');
      const won = (state) => ({ ...state, result: { winner: 'detective', why: 'arrest' } });
      await altered('**/api/games/*', won)(page);
      await page.reload();
      await page.locator('.result .next').click();
      await page.unrouteAll({ behavior: 'wait' });
      await page.waitForSelector('.spot');
      assert.equal((await asked(page)).seats.jack, 'level2');
    } else {
      await page.locator('.result .same').click();
      await page.waitForSelector('.spot');
      assert.deepEqual((await asked(page)).you, truth.you);
    }
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });

/* A replay plays by itself, and the log goes along. */
async function checkReplay(page) {
  await page.locator('.result button', { hasText: 'Replay' }).click();
  await page.waitForSelector('.replay .play');
  await page
    .locator('#tab-log')
    .click({ timeout: 500 })
    .catch(() => {});
  await page.locator('.replay select').selectOption('4');
  const at = async () => Number((await page.locator('.count').innerText()).split('/')[0]);
  const first = await at();
  await page.waitForFunction(
    (n) => Number(document.querySelector('.count').textContent.split('/')[0]) > n + 14,
    first,
    { timeout: 120_000 },
  );
  await page.locator('.replay .play').click();
  const paused = await at();
  const inView = await page.evaluate(() => {
    const list = document.querySelector('.list').getBoundingClientRect();
    const line = document.querySelector('.list [aria-current]').getBoundingClientRect();
    return line.top >= list.top - 1 && line.bottom <= list.bottom + 1;
  });
  assert.ok(inView, 'the line that is shown is in view');
  const plain = (text) => text.replace(/[\s.:]+/g, ' ').trim();
  /* A turn that calls the witnesses is two lines. */
  const line = await page.locator('.list [aria-current]').first().innerText();
  const said = plain(await page.locator('.deeds').innerText());
  assert.ok(said.includes(plain(line.split('\n')[0])), `${said}: ${line}`);
  await page.waitForTimeout(600);
  assert.equal(await at(), paused, 'it stands still');
  assert.equal(await page.locator('.list code').first().isVisible(), false, 'words for people');
  await page.locator('.panel-log input[type=checkbox]').check();
  assert.equal(await page.locator('.list code').first().isVisible(), true, 'tokens on request');
}

test('hints between people: only where it was agreed', async () => {
  for (const agreed of [false, true]) {
    const page = await visit(browser);
    await page.goto(server.address);
    await page.selectOption('#n-game', 'pocket');
    await page.selectOption('#n-how', 'here');
    if (agreed) await page.locator('#n-hints').check();
    await page.locator('form button').click();
    await page.locator('dialog.curtain[open] button').click();
    await page.waitForSelector('.spot.able, .mode');
    assert.equal(await page.locator('.ask .hint').count(), Number(agreed));
    await page.context().close();
  }
});

test('a decision that had little time is told', async () => {
  const page = await visit(browser);
  const hurried = 'retry: 100\n\nevent: hurried\ndata: {"seat":"jack","ms":240}\n\n';
  let asked = 0;
  await page.route('**/events*', (route) =>
    asked++
      ? route.continue()
      : route.fulfill({ contentType: 'text/event-stream', body: hurried }),
  );
  await begin(page, server.address, 'london', 'detective');
  const told = page.locator('.soft', { hasText: 'Jack had 0.24 s for a decision' });
  await told.waitFor();
  assert.deepEqual(page.complaints, []);
  await page.context().close();
});
