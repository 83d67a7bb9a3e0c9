/* Aids: what the seat knows, why somebody is seen, warnings, Jack's own card, pencil marks, hints on
 * the board, Pocket's hourglasses; and nothing that looks like a token on a person's screen. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dice, faults, mouse, ready, stand, step, undress, visit } from './helpers.mjs';

const { server, browser } = await stand(31);
const sizes = [
  { width: 320, height: 640 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

/* Asks the server from the page, as the guest that it is. */
const ask = (page, path, body) =>
  page.evaluate(
    async ([to, what]) => {
      const post = {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(what),
      };
      const answer = await fetch(to, what ? post : {});
      return answer.json();
    },
    [path, body],
  );

async function make(page, game, seats) {
  await page.goto(server.address);
  await ask(page, '/api/guest', {});
  return (await ask(page, '/api/games', { game, seats })).id;
}

/* Makes games and plays them for SEAT, token by token, until DONE of a state at the start of a turn. */
async function until(page, game, seats, seat, roll, done) {
  for (let n = 0; n < 12; n++) {
    const id = await make(page, game, seats);
    const state = await follow(page, id, seat, roll, done);
    if (state) return state;
  }
  throw new Error('it does not come');
}

async function follow(page, id, seat, roll, done) {
  for (let i = 0; i < 400; i++) {
    const state = await ask(page, `/api/games/${id}?as=${seat}`);
    if (state.status !== 'playing') return undefined;
    if (state.to_act !== seat) {
      await page.waitForTimeout(15);
      continue;
    }
    if (!state.view.active && done(state)) return state;
    const calm = state.legal.map((l) => l.token).filter((t) => !/^[!]|^>[a-z]+$/.test(t));
    const best = calm.includes('SH') ? 'SH' : calm[roll(calm.length)];
    const body = { as: seat, seq: state.seq, tokens: [best], key: `k${i}` };
    await ask(page, `/api/games/${id}/moves`, body);
  }
  return undefined;
}

/* Brings the panel into sight where panels have tabs. */
async function show(page, panel) {
  const tab = page.locator(`#tab-${panel}`);
  if (await tab.count()) await tab.click();
}

/* The line of a suspect in the list: others may be named in it too. */
const rowOf = (page, name) =>
  page.locator('.open li', { has: page.locator('.name', { hasText: name }) });

const names = (game, catalogue) =>
  Object.fromEntries(
    catalogue.games.find((g) => g.name === game).characters.map((c) => [c.code, c.name]),
  );

for (const viewport of sizes)
  test(`the Detective's aids at ${viewport.width}`, async () => {
    const page = await visit(browser, { viewport });
    const seats = { jack: 'random', detective: 'me' };
    const state = await until(
      page,
      'london',
      seats,
      'detective',
      dice(3),
      (s) =>
        s.view.suspects.some((c) => s.view.alibis.detective.includes(c)) &&
        s.insight.caught.length > 0 &&
        s.insight.suspects.some((c) => s.insight.seen[c]),
    );
    const { id, insight, view } = state;
    const known = names('london', await ask(page, '/api/catalogue'));
    await page.goto(`${server.address}/g/${id}`);
    await ready(page);
    await show(page, 'suspects');

    /* A suspect whose alibi the Detective holds is none of his: in the list, on the board. */
    const held = view.suspects.find((c) => view.alibis.detective.includes(c));
    assert.equal(insight.suspects.includes(held), false);
    assert.equal(await page.locator('.open li').count(), insight.suspects.length);
    assert.match(
      await page.locator('.others li').filter({ hasText: known[held] }).innerText(),
      /alibi card: not Jack/,
    );
    assert.equal(
      await page.locator('.piece .alibi').count(),
      view.suspects.length - insight.suspects.length,
    );
    assert.equal(await page.locator('.piece .eye').count(), insight.suspects.length);
    const [eye] = await page
      .locator('.piece .eye > circle:first-child')
      .evaluateAll((all) => all.map((e) => e.getBoundingClientRect().width));
    assert.ok(eye >= 11, `an eye of ${eye} pixels`);

    /* Both answers, counted by what he knows. */
    const said = await page.locator('section[aria-labelledby=witness-title]').innerText();
    for (const [words, left, gone] of [
      ['Jack seen', insight.left.visible, insight.left.invisible],
      ['Jack not seen', insight.left.invisible, insight.left.visible],
    ])
      if (left.length)
        assert.ok(
          said.includes(`${words}: ${gone.length} cleared, ${left.length} left.`),
          said,
        );
      else assert.ok(said.includes(`${words}: impossible`), said);

    /* Why somebody is seen: by the list, and by pointing at the piece with keys. */
    const seen = insight.suspects.find((c) => insight.seen[c]);
    const row = rowOf(page, known[seen]);
    await row.locator('.eye').click();
    assert.match(await row.locator('.why').innerText(), /would be seen: /);
    assert.equal(await page.locator('.sights .sight').count(), insight.seen[seen].length);
    await row.locator('.eye').click();
    const place = view.positions[seen];
    await page.locator(`.spot[data-id="${place}"]`).focus();
    const tip = await page.locator('[role=tooltip]').innerText();
    for (const { by, symbol } of insight.seen[seen])
      assert.ok(
        by === 'neighbour'
          ? tip.includes(`next to ${known[symbol]}`)
          : /lamp|lantern/.test(tip),
        tip,
      );
    assert.match(
      await page.locator(`.spot[data-id="${place}"]`).getAttribute('aria-label'),
      /would be seen: /,
    );

    assert.equal(await page.locator('.piece .leaves').count(), insight.leave.length);
    const cuffs = insight.narrow ? insight.caught.length : 0;
    assert.equal(await page.locator('.piece .caught').count(), cuffs, 'not while it is noise');

    assert.deepEqual(await faults(page), []);
    await pencilMarks(page, known[seen]);
    await hints(page);
    await explained(page);
    await accusing(page, seats);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });

/* Where few suspects are left, who could be accused: a sign on the board, words in the list. */
async function accusing(page, seats) {
  const { id, insight } = await until(
    page,
    'london',
    seats,
    'detective',
    dice(5),
    (s) => s.insight.narrow && s.insight.caught.length > 0,
  );
  const known = names('london', await ask(page, '/api/catalogue'));
  await page.goto(`${server.address}/g/${id}`);
  await ready(page);
  await show(page, 'suspects');
  const [{ who, by }] = insight.caught;
  assert.equal(await page.locator('.piece .caught').count(), insight.caught.length);
  const warned = await rowOf(page, known[who]).innerText();
  assert.ok(warned.includes('You could accuse') && warned.includes(known[by[0]]), warned);
}

/* Every sign on the board has a name, and the legend explains all that can be there. */
async function explained(page) {
  const { drawn, nameless } = await page.evaluate(() => {
    const all = [...document.querySelectorAll('.frame [data-sign]')];
    const shapes = document.querySelectorAll(
      '.signs > *, .reach > *, .trace > *, .marks > *, .sights > :not(defs)',
    );
    return {
      drawn: [...new Set(all.map((e) => e.dataset.sign))],
      nameless: [...shapes].filter((e) => !e.closest('[data-sign]')).map((e) => e.outerHTML),
    };
  });
  assert.deepEqual(nameless, []);
  assert.ok(drawn.length >= 3, drawn.join());
  await page.locator('.frame .spot[tabindex="0"]').focus();
  await page.keyboard.press('l');
  const told = page.locator('dialog[open] .legend li[data-sign]');
  await told.first().waitFor();
  const listed = await told.evaluateAll((list) => list.map((li) => li.dataset.sign));
  for (const sign of [...drawn, 'self', 'leaves', 'caught', 'note', 'ghost', 'trail', 'ring'])
    assert.ok(listed.includes(sign), `${sign} is not in the legend`);
  await page.keyboard.press('Escape');
}

/* Pencil marks go round, are on the board, stay after a reload, and are never sent. */
async function pencilMarks(page, name) {
  const sent = [];
  page.on('request', (r) => sent.push(`${r.url()} ${r.postData() ?? ''}`));
  const row = rowOf(page, name);
  const pencil = row.locator('button[aria-label^="Pencil mark"]');
  await pencil.click();
  assert.equal(await page.locator('.piece .pencil.suspected').count(), 1);
  await pencil.click();
  assert.equal(await page.locator('.piece .pencil.unlikely').count(), 1);
  await pencil.click();
  await row.locator('input').fill('went east, twice');
  await page.reload();
  await ready(page);
  await show(page, 'suspects');
  assert.equal(await row.locator('input').inputValue(), 'went east, twice');
  assert.equal(await page.locator('.piece .pencil.note').count(), 1);
  await pencil.click();
  assert.equal(await page.locator('.piece .pencil').count(), 0);
  assert.ok(!sent.some((s) => /went|suspected|unlikely/.test(decodeURIComponent(s))));
}

/* A hint says the whole turn, why, and its chance; it is marked on the board and can be tried. */
async function hints(page) {
  const told = page.waitForResponse((r) => r.url().endsWith('/hint'));
  await page.getByRole('button', { name: 'Hint' }).click();
  const advice = await (await told).json();
  await page.waitForSelector('.advice');
  const text = await page.locator('.advice').innerText();
  assert.match(text, /Suggestion: [A-Z].*\./);
  assert.doesNotMatch(text, /is played/, 'whom one plays is said by what this one does');
  if (!advice.ends)
    assert.match(text, /suspects left: \d+ if Jack is seen, \d+ if not|would be seen, so/i);
  assert.match(text, /About \d+% to win with it\./);
  assert.ok((await page.locator('.sights .goal').count()) > 0);
  for (const place of text.match(/\b[a-z]\d+\b/g) ?? [])
    assert.equal(await page.locator(`[data-called="${place}"]`).count(), 1, place);
  assert.equal(await page.locator('.zone button.try').count(), 0, 'it never scrolls away');
  await page.getByRole('button', { name: 'Try it' }).click();
  await page.waitForSelector('.confirm.primary, .staged');
  await page.waitForFunction(
    (n) => document.querySelectorAll('.staged li').length === n,
    advice.tokens.length,
  );
  assert.match(
    await page.locator('.remarks').innerText(),
    /suspects left: \d+|would be seen, so/i,
  );
}

for (const viewport of sizes)
  test(`Jack's aids at ${viewport.width}`, async () => {
    const page = await visit(browser, { viewport });
    const { id, insight, view } = await until(
      page,
      'london',
      { jack: 'me', detective: 'random' },
      'jack',
      dice(4),
      (s) => s.view.round > 1 && s.insight.narrow && s.insight.caught.length > 0,
    );
    const known = names('london', await ask(page, '/api/catalogue'));
    await page.goto(`${server.address}/g/${id}`);
    await ready(page);

    /* His card in the corner, a mark on his piece. */
    assert.match(await page.locator('.identity').first().innerText(), /You are Jack:/);
    assert.ok(
      (await page.locator('.identity').first().innerText()).includes(known[view.identity]),
    );
    assert.equal(await page.locator('.piece .self').count(), 1);
    const at = page.locator(`.spot[data-id="${view.positions[view.identity]}"]`);
    assert.match(await at.getAttribute('aria-label'), /this is you/);

    await show(page, 'suspects');
    const left = insight.left[insight.answer].length;
    const gone = insight.suspects.length - left;
    const not = insight.answer === 'visible' ? '' : 'not ';
    const said = await page.locator('section[aria-labelledby=witness-title]').innerText();
    assert.ok(said.includes(`You would ${not}be seen: ${gone} cleared, ${left} left.`), said);
    const by = known[insight.caught[0].by[0]];
    assert.ok(/You could be caught/.test(said) && said.includes(by), said);
    assert.deepEqual(await faults(page), []);
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  });

test('where two share the screen, Jack sees who he is only while he holds his card', async () => {
  const page = await visit(browser, { viewport: sizes[1] });
  const id = await make(page, 'london', { jack: 'me', detective: 'me' });
  /* The Detective plays until Jack is to act. */
  for (let i = 0; i < 40; i++) {
    const state = await ask(page, `/api/games/${id}?as=detective`);
    if (state.to_act !== 'detective') break;
    const token = state.legal.map((l) => l.token).find((t) => !/^!/.test(t));
    const body = { as: 'detective', seq: state.seq, tokens: [token], key: `d${i}` };
    await ask(page, `/api/games/${id}/moves`, body);
  }
  const { view } = await ask(page, `/api/games/${id}?as=jack`);
  const name = names('london', await ask(page, '/api/catalogue'))[view.identity];
  await page.goto(`${server.address}/g/${id}`);
  await page.locator('dialog[open] button.primary').click();
  const card = page.locator('button.identity');
  await card.waitFor();
  assert.ok(!(await card.innerText()).includes(name));
  assert.equal(await page.locator('.piece .self').count(), 0);
  await card.hover();
  await page.mouse.down();
  assert.ok((await card.innerText()).includes(name));
  assert.equal(await page.locator('.piece .self').count(), 1);
  await page.mouse.up();
  assert.ok(!(await card.innerText()).includes(name));
  await card.focus();
  await page.keyboard.down(' ');
  assert.ok((await card.innerText()).includes(name));
  await page.keyboard.up(' ');
  assert.equal(await page.locator('.piece .self').count(), 0);
  await page.context().close();
});

test('Pocket: hourglasses, and tokens with both sides', async () => {
  const page = await visit(browser, { viewport: sizes[2] });
  const { id, view, insight } = await until(
    page,
    'pocket',
    { jack: 'random', detective: 'me' },
    'detective',
    dice(6),
    (s) => s.view.round % 2 === 1 && s.view.alibis_drawn.jack > 0,
  );
  await page.goto(`${server.address}/g/${id}`);
  await ready(page);
  const track = page.locator('.glasses');
  const have = view.tokens.jack;
  assert.equal(await track.locator('li.have').count(), have);
  assert.equal(await track.locator('li.missing').count(), insight.missing);
  assert.equal(await track.locator('li.hidden').count(), view.alibis_drawn.jack);
  assert.match(await track.innerText(), new RegExp(`hourglasses: ${have} of `));
  const cards = await page.locator('section[aria-labelledby=cards-title] li').allInnerTexts();
  assert.equal(cards.length, 4);
  for (const [i, back] of view.next.entries())
    assert.match(cards[i], new RegExp(`next: ${back}`, 'i'));
  assert.equal(cards.filter((c) => /used/.test(c)).length, 4 - view.faces.length);
  await page.context().close();
});

/* --- Nothing that looks like a token --- */

/* All that a person reads or is read to: texts outside pictures and notation, and labels. */
const texts = (page) =>
  page.evaluate(() => {
    const found = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const { parentElement: at, data } = walk.currentNode;
      if (!at.closest('svg, code, style, script, textarea') && data.trim()) found.push(data);
    }
    for (const attribute of ['aria-label', 'title', 'placeholder'])
      for (const at of document.querySelectorAll(`[${attribute}]`))
        found.push(at.getAttribute(attribute));
    for (const title of document.querySelectorAll('svg title')) found.push(title.textContent);
    return found;
  });

const tokenlike = [
  /\b[a-z]+=[\w?]/, // cards=SH,IL
  /\b[a-z]+:[\w,]+>/, // lamp:c4>f3
  /\b(rotate|exchange|joker|holmes|watson|toby|swap|flip|lamp|call|push):\w/,
  /(^|\s)[>!^]\w/, // >h9, !SH, ^ne
  /^\s*[A-Z]-\d+\.\d+\s*$/, // a rule's id without its sentence
  /\{\*?\w+\}/, // a text that was not filled in
  /\b(undefined|null|NaN|\[object)\b/,
];

async function readable(page, codes) {
  for (const text of await texts(page)) {
    for (const form of tokenlike) assert.doesNotMatch(text, form);
    for (const code of text.match(/\b[A-Z]{2}\b/g) ?? [])
      assert.ok(!codes.has(code), `a code on the screen: ${text}`);
  }
}

for (const [game, role, plain] of [
  ['london', 'detective', false],
  ['london', 'jack', true],
  ['newyork', 'jack', false],
  ['pocket', 'detective', false],
  ['null', 'detective', true],
])
  test(`no tokens on the screens of ${game}${plain ? ', without its skin' : ''}`, async () => {
    const page = await visit(browser, { viewport: sizes[2] });
    if (plain) await undress(page);
    const seats = { jack: 'random', detective: 'random', [role]: 'me' };
    const id = await make(page, plain ? `${game}_unknown` : game, seats);
    const catalogue = await ask(page, '/api/catalogue');
    const codes = new Set(catalogue.games.flatMap((g) => g.characters.map((c) => c.code)));
    const roll = dice(8);
    await page.goto(`${server.address}/g/${id}`);
    for (let i = 0; i < 24 && (await ready(page)); i++) {
      /* Now and then something that cannot be done, to read why; and the text mode. */
      const others = page.locator('.spot:not(.able)');
      const n = await others.count();
      if (i % 3 === 0 && n) await others.nth(roll(n)).click({ force: true });
      if (i % 8 === 5) {
        await page.getByRole('button', { name: 'Text mode' }).click();
        await readable(page, codes);
        await page.getByRole('button', { name: 'Text mode' }).click();
      }
      await readable(page, codes);
      await step(page, mouse, roll).catch((error) => {
        if (!/Timeout/.test(error.message)) throw error;
      });
    }
    await readable(page, codes);
    await page.context().close();
  });
