/* Axe finds nothing on any page and in any state, and nothing sticks out. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  altered,
  begin,
  dice,
  games,
  inspect,
  ready,
  stage,
  stand,
  undress,
  visit,
} from './helpers.mjs';

const { server, browser } = await stand();

const click = (selector) => (page) => page.locator(selector).first().click();
const escape = (page) => page.keyboard.press('Escape');
const seen = (selector) => (page) => page.waitForSelector(selector);
/* One after the other. */
const both =
  (...steps) =>
  async (page) => {
    for (const step of steps) await step(page);
  };

/* A turn of its own for who plays Jack, if a blind Detective lets him live. */
const start = (game, role) => async (page) => {
  do await begin(page, server.address, game, role);
  while (!(await ready(page)));
};

async function staged(page) {
  await stage(page, dice(5));
  await page.waitForSelector('.confirm.primary');
}

/* Somewhere that cannot be gone to. */
async function beRefused(page) {
  const spots = page.locator('.spot[aria-disabled=true]');
  for (let i = 0; i < 20 && !(await page.locator('.reason').count()); i++) {
    await spots.nth(i).click({ force: true });
    await page.waitForTimeout(100);
  }
  await page.waitForSelector('.reason');
}

const refused = (address) => (page) =>
  page.route(address, (route) =>
    route.fulfill({
      status: 503,
      json: {
        error: {
          code: 'busy',
          reason: 'it could not be written; nothing was changed',
          refusal: { code: 'server.not-written', rule: null, args: {} },
        },
      },
    }),
  );

async function another(page, how) {
  await page.goto(server.address);
  await page.selectOption('#n-how', how);
  await page.locator('form button').click();
}

/* A game to look at in the lobby, and one of one's own. */
async function lobby(page) {
  const ann = await visit(browser);
  await another(ann, 'lobby');
  await ann.waitForSelector('.waiting');
  await ann.context().close();
  await another(page, 'lobby');
  await page.waitForSelector('.waiting');
  await page.goto(server.address);
  await page.waitForSelector('.list button');
}

const record = '[Game "london"]\n\ndeal=MS cards=SH,JW,JS,IL SH >g10 alibi=JB JW >j13 ^nw\n';

async function bring(page) {
  await page.goto(`${server.address}/#replay`);
  await page.fill('#record', record);
  await page.locator('form button').click();
  await page.waitForSelector('.spot');
}

/* Every page and state, in an order in which one leads to the next. */
const tours = {
  'the front page': {
    first: both((page) => page.goto(server.address), seen('.games')),
    settings: click('header button'),
    'a game that cannot be made': both(
      escape,
      refused('**/api/games'),
      click('.games button'),
      seen('p.failure'),
    ),
    'looking for an opponent': both(click('.meet .find'), seen('.meet .looking .stop')),
    'a clock of one’s own': both(click('.meet .stop'), seen('.meet .find'), (page) =>
      page.selectOption('.meet select.clock', 'own'),
    ),
    'a lobby with games': both((page) => page.unroute('**/api/games'), lobby),
  },
  ...Object.fromEntries(
    games.map((game) => [
      game,
      {
        'a turn': start(game, 'detective'),
        reach: (page) =>
          page
            .locator('.spot')
            .nth(30 % (game === 'pocket' ? 9 : 60))
            .hover(),
        'a card': click('.card.able'),
        'why not': beRefused,
        'staged and complete': staged,
        'a hint, refused': both(refused('**/hint'), click('.ask .hint'), seen('.bar .soft')),
        'without witnesses': click('.head input'),
        'the past': both(click('.replay button'), seen('.prompt')),
        'in words': click('.tools button[aria-pressed]'),
        'in words, now': click('.replay button >> nth=3'),
        'as Jack': both(click('.tools button[aria-pressed]'), start(game, 'jack')),
        'giving up': click('.tools button >> nth=-1'),
        'the end': both(click('dialog[open] button.primary'), seen('.headline')),
        'the end in full': click('.result summary'),
        'after the end': both(click('.result .board'), seen('#viewer')),
        'the truth': (page) => page.selectOption('#viewer', 'truth'),
      },
    ]),
  ),
  'a game that nobody has drawn': {
    'the front page': both(undress, (page) => page.goto(server.address), seen('.games')),
    'a turn': start('null_unknown', 'detective'),
    'staged and complete': staged,
    'in words': click('.tools button[aria-pressed]'),
    'the past': both(click('.replay button'), seen('.prompt')),
    'a larger one': both(
      click('.tools button[aria-pressed]'),
      start('newyork_unknown', 'jack'),
    ),
    'a larger one, staged': staged,
    'the end': both(
      click('.tools button >> nth=-1'),
      click('dialog[open] button.primary'),
      seen('.headline'),
    ),
  },
  'with others': {
    waiting: both((page) => another(page, 'friend'), seen('#link-jack')),
    'the line is broken': both(
      (page) => page.route('**/events*', (route) => route.abort()),
      (page) => page.reload(),
      seen('.reason'),
    ),
    thinking: both(
      start('london', 'detective'),
      altered('**/api/games/*', (state) => ({
        ...state,
        to_act: 'jack',
        thinking: { seat: 'jack', ms: 60_000 },
        legal: [],
      })),
      (page) => page.reload(),
      seen('.thinking'),
    ),
    'the curtain': both(
      (page) => page.unroute('**/api/games/*'),
      (page) => another(page, 'here'),
      seen('dialog.curtain[open]'),
    ),
    'behind the curtain': both(click('dialog.curtain button'), seen('.spot.able')),
    'links of a game': click('details summary'),
  },
  'other pages': {
    'no such game': both((page) => page.goto(`${server.address}/g/nosuchgame00`), seen('h1')),
    'no server': both(
      (page) => page.route('**/api/catalogue', (route) => route.abort()),
      (page) => page.goto(server.address),
      seen('h1'),
    ),
    'no record yet': both(
      (page) => page.unroute('**/api/catalogue'),
      (page) => page.goto(`${server.address}/#replay`),
      (page) => page.reload(),
      seen('#record'),
    ),
    'no record': both(
      (page) => page.fill('#record', 'nonsense'),
      click('form button'),
      seen('p.failure'),
    ),
    'a record': bring,
    openings: both((page) => page.goto(`${server.address}/explore`), seen('button.who')),
    'turns of an opening': both(click('button.who'), seen('.turns'), seen('figure svg')),
  },
};

/* Two languages a tour, so that every one has long texts at 320 pixels on some tours and a game. */
const pairs = [
  ['en', 'de'],
  ['es', 'fr'],
  ['fr', 'de'],
  ['de', 'es'],
];

for (const [i, [name, tour]] of Object.entries(tours).entries())
  test(`axe: ${name}`, async () => {
    for (const [shift, language] of pairs[i % 4].entries()) {
      const page = await visit(browser, { prefs: { language } });
      for (const [turn, [state, go]] of Object.entries(tour).entries()) {
        await go(page);
        await page.waitForTimeout(60);
        await inspect(page, turn + shift, `${name}: ${state}, ${language}`);
      }
      /* What a tour has broken on purpose may be complained about. */
      const complaints = page.complaints.filter((c) => !/Failed to load resource/.test(c));
      assert.deepEqual(complaints, [], `${name}, ${language}`);
      await page.context().close();
    }
  });
