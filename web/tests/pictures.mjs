/* The pictures in docs/pictures: `npm run pictures` retakes them, `npm run pictures -- escape` some.
 * Every moment of a game is led up to by two guests who play at random; then pages of one of them,
 * on a desktop and on a telephone, look at it. Look at the pictures before you keep them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch, serve, visit } from './helpers.mjs';
import { asGuest, escaping, lead } from './lead.mjs';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../../docs/pictures');
mkdirSync(folder, { recursive: true });
const wanted = process.argv.slice(2);
const server = await serve(8);
const browser = await launch();
const sizes = {
  1440: { viewport: { width: 1440, height: 900 } },
  390: { viewport: { width: 390, height: 844 }, hasTouch: true, deviceScaleFactor: 2 },
};

/* The browser itself packs the pictures. */
const packer = await (await browser.newContext()).newPage();
async function shoot(page, name) {
  const png = (await page.screenshot()).toString('base64');
  const packed = await packer.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width, image.height];
    canvas.getContext('2d').drawImage(image, 0, 0);
    for (let quality = 0.86; ; quality -= 0.06) {
      const url = canvas.toDataURL('image/webp', quality).split(',')[1];
      if (url.length * 0.75 < 120_000 || quality < 0.4) return url;
    }
  }, png);
  writeFileSync(join(folder, `${name}.webp`), Buffer.from(packed, 'base64'));
  console.log(`${name}.webp`);
}

/* Timers take longer, so that a moment stays until it is taken. */
const stretch = (page) =>
  page.addInitScript(() => {
    const real = window.setTimeout;
    window.setTimeout = (what, ms = 0, ...rest) => real(what, ms > 900 ? 8 * ms : ms, ...rest);
  });

/* A guest with a page of each size, and a voice of its own. */
async function guest(prefs) {
  const first = await visit(browser, { prefs, ...sizes[1440] });
  await first.goto(server.address);
  const ask = asGuest(first);
  await ask('/api/guest', {});
  const storageState = await first.context().storageState();
  const pages = {};
  for (const size of [1440, 390]) {
    pages[size] = await visit(browser, { storageState, ...sizes[size] });
    await stretch(pages[size]);
  }
  const close = async () => {
    for (const page of [first, ...Object.values(pages)]) await page.context().close();
  };
  return { ask, pages, close };
}

const witnesses = { turn: ({ turn, view }) => view.slot === 4 && view.round > 1 && turn };
const accusing = (fits) => ({
  ends: true,
  turn: ({ as, ends, view, jack }) =>
    as === 'detective' &&
    view.round > 1 &&
    ends.find(([, token]) => fits(token.slice(1), view, jack)),
});
/* What is staged: the turn is played, and the pages of SEAT see it. */
const staged = (game, want, kind, seat, seed = 1) => ({
  game,
  want,
  seed,
  seat,
  async see(page, found) {
    if (!found.played) found.played = setTimeout(() => void found.play(), 600);
    await page.waitForSelector(`.moment.${kind}`, { timeout: 90_000 });
  },
});

/* A turn that is tried out on the board, up to its last button. */
const tried = (game, want, button, seed = 1) => ({
  game,
  want,
  seed,
  seat: 'act',
  async see(page, { tokens, state }) {
    const at = (code) => page.locator(`.spot[data-id="${state.view.positions[code] ?? code}"]`);
    for (const token of tokens) {
      await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
      await at(token.replace(/^[!>]/, '')).click({ force: true });
    }
    await page.waitForSelector(button);
  },
});

const suspect = (code, view) =>
  view.suspects.includes(code) && !view.alibis.detective.includes(code);

const moments = {
  witnesses: staged('london', witnesses, 'witness', 'other', 2),
  round: staged('pocket', witnesses, 'round', 'other', 3),
  opponent: {
    game: 'newyork',
    want: { turn: ({ as, turn, view }) => as === 'jack' && view.slot === 3 && turn },
    seed: 4,
    seat: 'other',
    async see(page, found) {
      if (!found.played) await (found.played = found.play());
      await page.waitForSelector('.deeds');
      await page.waitForSelector('.spot.able');
    },
  },
  accusation: tried('newyork', accusing(suspect), '.confirm.accuse', 5),
  'certain-loss': tried(
    'london',
    accusing((code, view) => !suspect(code, view)),
    '.lost',
    6,
  ),
  arrest: staged(
    'london',
    accusing((code, _, jack) => code === jack),
    'over',
    'other',
    7,
  ),
  'way-out': tried('london', escaping, '.confirm.escape', 8),
  escape: staged('newyork', escaping, 'over', 'other', 9),
  alibi: staged(
    'pocket',
    { turn: ({ turn }) => turn[0] === 'alibi' && turn },
    'alibi',
    'other',
  ),
};

/* Pages that need no game of two: what to do from the front page on. */
const against = (game, seat, level) => async (page) => {
  const id = await page.evaluate(
    async ([name, mine, other]) => {
      const post = async (path, body) => {
        const headers = { 'Content-Type': 'application/json' };
        return (
          await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
        ).json();
      };
      await post('/api/guest', {});
      const seats = { jack: other, detective: other, [mine]: 'me' };
      return (await post('/api/games', { game: name, options: {}, seats, public: false })).id;
    },
    [game, seat, level],
  );
  await page.goto(`${server.address}/g/${id}`);
  await page.waitForSelector('.spot.able, .mode');
};
const after =
  (...steps) =>
  async (page) => {
    for (const step of steps) await step(page);
  };
const click = (selector) => (page) => page.locator(selector).first().click();
const there = (selector) => (page) => page.waitForSelector(selector, { timeout: 60_000 });
const to = (path) => (page) => page.goto(server.address + path);
const tab = (name) => (page) =>
  page
    .locator(`#tab-${name}`)
    .click({ timeout: 1000 })
    .catch(() => {});

const pages = {
  front: there('.games'),
  lesson: after(to('/learn/london/detective'), async (page) => {
    for (let i = 0; i < 4; i++) {
      await page.waitForFunction(
        (k) => document.querySelector('.nav progress')?.value === k,
        i,
      );
      await page.locator('.nav button.primary').click();
    }
    await page.waitForSelector('.spot.marked, .ring');
  }),
  lessons: after(to('/learn/newyork'), there('ol li')),
  coach: after(against('london', 'detective', 'level1'), there('.coach p')),
  hint: after(
    against('newyork', 'detective', 'level3'),
    click('button.hint'),
    there('.advice'),
  ),
  legend: after(
    against('london', 'jack', 'level2'),
    click('.help button:nth-child(2)'),
    there('dialog[open] h2, dialog[open] h1'),
  ),
  power: after(
    against('pocket', 'jack', 'level2'),
    tab('suspects'),
    click('.suspects button, [data-part=suspects] button'),
    there('dialog[open]'),
  ),
  rules: after(to('/rules/newyork#N-7.2'), there('[id="N-7.2"]')),
  waiting: async (page) => {
    await page.selectOption('#n-how', 'friend');
    await page.locator('form button').click();
    await page.waitForSelector('.waiting');
  },
  pocket: against('pocket', 'detective', 'level3'),
};

/* The end's page of a game that somebody won. */
moments.end = {
  ...staged(
    'london',
    accusing((code, _, jack) => code === jack),
    'over',
    'act',
    12,
  ),
  async see(page, found) {
    if (!found.played) await (found.played = found.play());
    await page.reload();
    await page.waitForSelector('.result .story');
    await page.waitForFunction(() => !document.querySelector('table')?.innerText.includes('…'));
    await page.waitForTimeout(800);
  },
};

const themes = { 1440: 'dark', 390: 'light' };
const chosen = ([name]) => !wanted.length || wanted.includes(name);

for (const [name, { game, want, seed, seat, see }] of Object.entries(moments).filter(chosen)) {
  const seats = {
    jack: await guest({ pace: 'normal' }),
    detective: await guest({ pace: 'normal' }),
  };
  const found = await lead(seats.jack.ask, seats.detective.ask, game, want, seed);
  const other = found.as === 'jack' ? 'detective' : 'jack';
  const looking = seats[seat === 'act' ? found.as : other].pages;
  for (const page of Object.values(looking)) {
    await page.goto(`${server.address}/g/${found.id}`);
    await page.waitForSelector('.spot, .result');
  }
  await Promise.all(
    Object.entries(looking).map(async ([size, page]) => {
      await page.evaluate((t) => (document.documentElement.dataset.theme = t), themes[size]);
      await see(page, found);
      await page.evaluate((t) => (document.documentElement.dataset.theme = t), themes[size]);
      await page.waitForTimeout(500);
      await shoot(page, `${name}-${size}`);
    }),
  );
  for (const { close } of Object.values(seats)) await close();
}

for (const [name, reach] of Object.entries(pages).filter(chosen))
  for (const size of [1440, 390]) {
    const page = await visit(browser, { prefs: { theme: themes[size] }, ...sizes[size] });
    await page.goto(server.address);
    await page.waitForSelector('.games');
    await reach(page);
    await page.waitForTimeout(900);
    await shoot(page, `${name}-${size}`);
    await page.context().close();
  }

await browser.close();
await server.stop();
