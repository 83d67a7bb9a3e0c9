/* Finding a game: two browsers that look for anybody, challenges by name, the open tables as they come
 * and go. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  able,
  dice,
  giveUp,
  inspect,
  listening,
  mouse,
  seem,
  signedUp,
  stand,
  step,
  visit,
} from './helpers.mjs';

const { server, browser } = await stand();
/* Passkeys are not for addresses in numbers. */
const address = server.address.replace('127.0.0.1', 'localhost');

/* The tables are told live to who looks at them. */
const home = async (page) => {
  await page.goto(address);
  await page.locator('.meet').scrollIntoViewIfNeeded();
};

async function choose(page, { game, role, clock }, where = '.meet') {
  if (game) await page.selectOption(`${where} select.game`, game);
  if (role) await page.selectOption(`${where} select.role`, role);
  if (clock) await page.selectOption(`${where} select.clock`, clock);
}

const find = (page) => page.locator('.meet .find').click();
const looking = (page) => page.waitForSelector('.meet .looking');
const person = (name) => signedUp(browser, address, name);
const inGame = (page) => page.waitForURL(/\/g\/[a-z0-9]{12}$/);
/* Two for several tests: a network makes only so many accounts in an hour. They want notifications. */
const friends = await Promise.all(
  ['Agatha', 'Bruno'].map((name) =>
    signedUp(browser, address, name, { prefs: { notify: true } }),
  ),
);

const gone = (page, selector) => page.locator(selector).waitFor({ state: 'detached' });

async function close(...pages) {
  for (const page of pages) {
    assert.deepEqual(page.complaints, []);
    await page.context().close();
  }
}

test('two who look for the same are led to a game', async () => {
  const [ann, bob, eve] = await Promise.all([1, 2, 3].map(() => visit(browser)));
  for (const page of [ann, bob, eve]) await home(page);
  await choose(ann, { game: 'pocket', role: 'detective', clock: '900+10' });
  await find(ann);
  await looking(ann);
  /* Who looks on sees that somebody waits; and that nobody does any more. */
  await eve.waitForSelector('.list .waits');
  assert.match(await eve.locator('.list .waits').innerText(), /Pocket[^]*1 person[^]*15 min/);
  await choose(bob, { game: 'pocket', role: 'jack', clock: '900+10' });
  await find(bob);
  for (const page of [ann, bob]) await inGame(page);
  assert.equal(ann.url(), bob.url());
  await gone(eve, '.list .waits');
  for (const page of [ann, bob]) await page.waitForSelector('.spot');
  await close(ann, bob, eve);
});

test('two who were paired play, to the result, their ratings and the rematch', async () => {
  const [ann, bob] = friends;
  for (const [page, role] of [
    [ann, 'detective'],
    [bob, 'jack'],
  ]) {
    await home(page);
    await choose(page, { game: 'pocket', role, clock: '900+10' });
    await page.locator('.meet .rated').check();
    await find(page);
  }
  for (const page of [ann, bob]) {
    await inGame(page);
    await page.waitForSelector('.spot');
  }
  const turns = () =>
    ann.evaluate(async () => {
      const { history } = await (
        await fetch(`/api${location.pathname.replace('g', 'games')}`)
      ).json();
      return ['jack', 'detective'].map(
        (seat) => history.filter((e) => e.kind === 'move' && e.by === seat).length,
      );
    });
  const roll = dice(3);
  while (!(await turns()).every((n) => n >= 4))
    for (const page of [ann, bob])
      if (await able(page))
        await step(page, mouse, roll).catch((error) => {
          if (!/Timeout/.test(error.message)) throw error;
        });
  await giveUp(bob);
  await ann.locator('.result h1', { hasText: 'You have won' }).waitFor();
  await bob.locator('.result h1', { hasText: 'You have lost' }).waitFor();
  await ann.locator('p.rating', { hasText: /^Your rating as \w+: 1[67]\d\d \+\d+$/ }).waitFor();
  await bob.locator('p.rating', { hasText: /^Your rating as \w+: 1[23]\d\d −\d+$/ }).waitFor();
  const first = ann.url();
  await ann.locator('.result button.primary', { hasText: 'Rematch' }).click();
  await bob.locator('.result a.primary', { hasText: 'To the rematch' }).click();
  for (const page of [ann, bob]) await page.waitForSelector('.spot');
  assert.notEqual(ann.url(), first);
  assert.equal(ann.url(), bob.url());
  /* The sides are swapped. */
  await ann.locator('.identity').first().waitFor();
  assert.equal(await bob.locator('.identity').count(), 0);
  await giveUp(ann);
  await bob.locator('.result h1', { hasText: 'Aborted' }).waitFor();
  for (const page of friends) assert.deepEqual(page.complaints, []);
});

const told = (page, words) =>
  page.waitForFunction(
    (wanted) => globalThis.told.some((one) => one.body === wanted && one.title === 'Alibi'),
    words,
  );

test('whoever does not look is told of a challenge and of the game that was found', async () => {
  const [ada, bob] = friends;
  for (const page of [ada, bob]) {
    await listening(page, 'granted');
    await home(page);
  }
  await seem(bob, true);
  await ada.fill('.by-name input', 'Bruno');
  await ada.locator('.by-name button.challenge').click();
  await ada.locator('dialog[open] .send').click();
  await told(bob, 'Agatha challenges you');
  await bob.waitForFunction(() => document.title === '(1) Alibi' && globalThis.badge === 1);
  /* On every page. */
  await bob.evaluate(() => {
    history.pushState(null, '', '/ladder');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await bob.waitForFunction(() => /^\(1\) \w+ · Alibi$/.test(document.title));
  await bob.locator('.people-bar .decline').click();
  await bob.waitForFunction(() => !/^\(/.test(document.title) && globalThis.badge === 0);
  /* Who looks sees it. */
  await ada.locator('.people-bar button', { hasText: 'Close' }).click();
  assert.deepEqual(await ada.evaluate('told'), []);
  /* A game, which the page goes to while nobody looks. */
  await home(bob);
  await choose(bob, { game: 'pocket', role: 'detective', clock: '900+10' });
  await find(bob);
  await looking(bob);
  await seem(bob, true);
  await choose(ada, { game: 'pocket', role: 'jack', clock: '900+10' });
  await find(ada);
  for (const page of [ada, bob]) await inGame(page);
  await told(bob, 'An opponent was found');
  const found = (await bob.evaluate('told')).find((one) => one.title === 'Alibi');
  assert.equal(found.data, new URL(bob.url()).pathname);
  await bob.waitForFunction(() => document.title.startsWith('(1) '));
  await seem(bob, false);
  await bob.waitForFunction(() => !document.title.startsWith('('));
  assert.deepEqual(await ada.evaluate('told'), []);
  await close(ada, bob);
});

test('a clock of one’s own stays as it was entered; it is said what is allowed', async () => {
  const ann = await visit(browser);
  await home(ann);
  await choose(ann, { clock: 'own' });
  await ann.locator('.meet .own input').first().fill('0');
  await ann.locator('.meet .own', { hasText: '1 to 180 minutes' }).waitFor();
  await inspect(ann, 0, 'a clock that is not allowed');
  for (const button of ['.find', '.invite', '.table'])
    assert.ok(await ann.locator(`.meet ${button}`).isDisabled(), button);
  assert.equal(await ann.locator('.meet .own input').first().inputValue(), '0');
  await ann.locator('.meet .own input').first().fill('2');
  await ann.locator('.meet .own .reason').waitFor({ state: 'detached' });
  assert.ok(await ann.locator('.meet .find').isEnabled());
  await close(ann);
});

test('a challenge by name begins with the clock that was chosen beside it', async () => {
  const ada = await person('Adele');
  await home(ada);
  await choose(ada, { game: 'pocket', role: 'jack', clock: '300+5' });
  await ada.fill('.by-name input', 'Somebody');
  await ada.locator('.by-name button.challenge').click();
  for (const [field, value] of Object.entries({ game: 'pocket', role: 'jack', clock: '300+5' }))
    assert.equal(await ada.inputValue(`dialog[open] .choose .${field}`), value);
  await close(ada);
});

test('looking is stopped; it goes on on other pages; a place in the list is enough', async () => {
  const [ann, bob] = [await visit(browser), await visit(browser)];
  await home(ann);
  await choose(ann, { game: 'london', clock: '3d' });
  await find(ann);
  await looking(ann);
  await ann.locator('p.none', { hasText: 'Nobody else is waiting' }).waitFor();
  await ann.locator('.meet .stop').click();
  await gone(ann, '.looking');
  await ann.locator('p.none', { hasText: 'Nobody is waiting' }).waitFor();
  await find(ann);
  await looking(ann);
  await ann.locator('a[href$="/rules/london"]').first().click();
  await ann.locator('.people-bar .looking .stop', { hasText: 'Stop looking' }).waitFor();
  await home(bob);
  await bob.locator('.waits button').click();
  for (const page of [ann, bob]) await inGame(page);
  assert.equal(ann.url(), bob.url());
  await gone(ann, '.people-bar');
  await close(ann, bob);
});

test('who has to wait is told so at once, until the time is over', async () => {
  const ann = await visit(browser);
  await home(ann);
  let asked = 0;
  const refuse = (refusal) => async (route) => {
    asked++;
    const error = { code: 'too-many', reason: 'words of a newer server', refusal };
    const body = JSON.stringify({ error });
    await route.fulfill({ status: 429, contentType: 'application/json', body });
  };
  const aborts = { code: 'server.aborts', rule: null, args: { seconds: '3' } };
  await ann.route('**/api/pairing', refuse(aborts));
  await find(ann);
  await ann.locator('.meet .reason', { hasText: 'begin in 3 seconds' }).waitFor();
  await gone(ann, '.meet .reason');
  assert.equal(asked, 1);
  await ann.unroute('**/api/pairing');
  /* A reason for which there is no text yet looks like the others. */
  await ann.route('**/api/pairing', refuse({ ...aborts, code: 'server.unheard-of' }));
  await find(ann);
  await ann.locator('.meet .reason', { hasText: /^Words of a newer/ }).waitFor();
  ann.complaints = ann.complaints.filter((text) => !/429/.test(text));
  await close(ann);
});

test('who closes the page waits no more', async () => {
  const [ann, bob] = [await visit(browser), await visit(browser)];
  await home(bob);
  await home(ann);
  await find(ann);
  await bob.waitForSelector('.list .waits');
  await ann.goto(`${address}/livez`);
  await gone(bob, '.list .waits');
  await close(ann, bob);
});

test('a table that opens is seen without reloading, and is gone when somebody sits down', async () => {
  const [ann, eve] = await Promise.all([1, 2].map(() => visit(browser)));
  const bob = await person('Bert');
  for (const page of [ann, bob, eve]) await home(page);
  await choose(ann, { game: 'newyork', role: 'jack', clock: '300+5' });
  await ann.locator('.meet .table').click();
  await ann.waitForSelector('.waiting');
  for (const page of [bob, eve]) await page.waitForSelector('.list button');
  assert.match(
    await bob.locator('.list li').first().innerText(),
    /New York[^]*a guest[^]*5 min/,
  );
  await bob.locator('.list button').click();
  await inGame(bob);
  await gone(eve, '.list button');
  await ann.locator('.seat[data-seat=detective]', { hasText: 'Bert' }).waitFor();
  await close(ann, bob, eve);
});

test('one’s own table is in the list, and can be taken back', async () => {
  const [ann, bob] = [await visit(browser), await visit(browser)];
  await home(bob);
  for (const there of ['front page', 'table']) {
    await home(ann);
    await choose(ann, { game: 'newyork', role: 'jack', clock: '300+5' });
    await ann.locator('.meet .table').click();
    await ann.waitForSelector('.waiting');
    await bob.waitForSelector('.list button');
    if (there === 'front page') {
      await home(ann);
      assert.match(await ann.locator('.list .own').innerText(), /New York[^]*your table/);
      await ann.locator('.list .withdraw').click();
      await gone(ann, '.list .own');
    } else {
      await ann.locator('.waiting .withdraw').click();
      await ann.waitForSelector('.meet');
      assert.equal(await ann.locator('.list .own').count(), 0);
    }
    await gone(bob, '.list button');
  }
  await ann.locator('[aria-labelledby=mine-title] .list a').first().click();
  await ann.locator('.result', { hasText: 'Nothing was dealt.' }).waitFor();
  await close(ann, bob);
});

test('a challenge by name, accepted and withdrawn', async () => {
  const [ada, bob] = [await person('Ada'), await person('Bob')];
  const challenge = async () => {
    await ada.evaluate((id) => {
      history.pushState(null, '', `/people/${id}`);
      dispatchEvent(new PopStateEvent('popstate'));
    }, bob.person);
    await ada.locator('button.challenge').click();
    await choose(ada, { game: 'pocket', role: 'jack', clock: '300+5' }, 'dialog[open]');
    await ada.locator('dialog[open] .rated').check();
    await ada.locator('dialog[open] .send').click();
    await ada.waitForSelector('.people-bar .withdraw');
  };
  await challenge();
  await bob.waitForSelector('.people-bar .accept');
  assert.match(await bob.locator('.people-bar').innerText(), /Ada challenges you/);
  assert.match(await bob.locator('.people-bar').innerText(), /Pocket[^]*5 min[^]*rated/);
  await ada.locator('.people-bar .withdraw').click();
  await gone(bob, '.people-bar');
  await gone(ada, '.people-bar');
  await challenge();
  await inspect(bob, 0, 'a challenge');
  await bob.locator('.people-bar .accept').click();
  /* Both are led to the game: clocks run. */
  for (const page of [ada, bob]) await inGame(page);
  assert.equal(ada.url(), bob.url());
  for (const page of [ada, bob]) await page.waitForSelector('.clock');
  /* By the name alone, from the front page. */
  await home(ada);
  await ada.locator('.by-name input').fill('bob');
  await ada.keyboard.press('Enter');
  await inspect(ada, 0, 'a challenge by name');
  await ada.locator('dialog[open] .send').click();
  /* What came of it is in view where the button was pressed. */
  await ada.waitForSelector('.people-bar .withdraw');
  const top = (page, selector) =>
    page.locator(selector).evaluate((e) => e.getBoundingClientRect().top);
  assert.ok((await ada.evaluate(() => scrollY)) > 0, 'the page is scrolled');
  assert.ok((await top(ada, '.people-bar')) >= 0, 'the notice is in view');
  /* Put away it is a button in the header. */
  await ada.locator('.people-bar .away').click();
  await gone(ada, '.people-bar');
  await ada.locator('button.notices').click();
  await ada.waitForSelector('.people-bar .withdraw');
  await close(ada, bob);
});

test('who was declined waits, and who pesters is blocked', async () => {
  const [eve, tom] = [await person('Eve'), await person('Tom')];
  const challenge = async (from, to) => {
    await from.goto(`${address}/people/${to.person}`);
    await from.locator('button.challenge').click();
    await choose(from, { game: 'pocket', role: 'jack', clock: '300+5' }, 'dialog[open]');
    await from.locator('dialog[open] .send').click();
  };
  await challenge(eve, tom);
  await tom.locator('.people-bar .decline').click();
  await eve.locator('.people-bar', { hasText: 'Tom does not want to play now' }).waitFor();
  await gone(tom, '.people-bar');
  await challenge(eve, tom);
  await eve
    .locator('dialog[open] .reason', { hasText: /^Your challenge .* wait ten minutes/ })
    .waitFor();
  /* Whoever has declined may still ask, and is blocked from the notice. */
  await challenge(tom, eve);
  await eve.locator('dialog[open] button', { hasText: 'Close' }).click();
  await inspect(eve, 0, 'a challenge that can be blocked');
  await eve.locator('.people-bar .block').click();
  await eve.locator('.people-bar dialog[open] .primary').click();
  await eve.locator('.people-bar .accept').waitFor({ state: 'detached' });
  await challenge(tom, eve);
  await tom.locator('dialog[open] .reason', { hasText: 'cannot challenge' }).waitFor();
  /* The profile tells, and takes it back; there one blocks, too. */
  await eve.goto(`${address}/people/${tom.person}`);
  await eve.locator('.unblock').click();
  await eve.locator('.page .block').click();
  await eve.locator('dialog[open] .primary').click();
  await eve.locator('.unblock').waitFor();
  await inspect(eve, 0, 'a profile of somebody who is blocked');
  for (const page of [eve, tom])
    page.complaints.splice(
      0,
      page.complaints.length,
      ...page.complaints.filter((c) => !c.includes('403')),
    );
  await close(eve, tom);
});

test('beside a board a challenge is a button in the header, and covers nothing', async () => {
  const [ada, bob, cyd] = [await person('Alma'), await person('Boris'), await person('Cyril')];
  const challenge = async (from, to) => {
    await from.goto(`${address}/people/${to.person}`);
    await from.locator('button.challenge').click();
    await choose(from, { game: 'london', role: 'jack', clock: '300+5' }, 'dialog[open]');
    await from.locator('dialog[open] .send').click();
    await from.waitForSelector('.people-bar .withdraw');
  };
  await challenge(ada, bob);
  await bob.locator('.people-bar .accept').click();
  for (const page of [ada, bob]) {
    await inGame(page);
    await page.waitForSelector('.clock');
  }
  /* One that is sent from elsewhere and accepted leads nobody away from running clocks. */
  await challenge(cyd, ada);
  const covered = () =>
    ada.evaluate(() =>
      ['.seats', '.clock', '.strip .identity', '.frame', 'header h1', '.notices']
        .flatMap((selector) => [...document.querySelectorAll(selector)])
        .filter((node) => node.checkVisibility())
        .filter((node) => {
          const { left, top, width, height } = node.getBoundingClientRect();
          const seen = document.elementFromPoint(left + width / 2, top + height / 2);
          return !seen || !(node.contains(seen) || seen.contains(node));
        })
        .map((node) => node.className),
    );
  for (const [width, height] of [
    [320, 640],
    [390, 844],
    [844, 390],
    [1024, 768],
    [1440, 900],
  ]) {
    await ada.setViewportSize({ width, height });
    await ada.locator('button.notices').waitFor();
    /* The page hears of its new size with the next picture. */
    await ada.waitForTimeout(300);
    assert.deepEqual(await covered(), [], `${width} pixels`);
    assert.equal(await ada.locator('.people-bar').count(), 0);
    await ada.locator('button.notices').click();
    await ada.locator('.people-bar .accept').waitFor();
    await ada.locator('.people-bar .away').click();
    await gone(ada, '.people-bar');
  }
  await inspect(ada, 0, 'a challenge beside a board');
  await close(ada, bob, cyd);
});
