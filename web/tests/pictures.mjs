/* The pictures in docs/pictures: `npm run pictures` retakes them. */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { begin, dice, launch, mouse, ready, serve, step, visit } from './helpers.mjs';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../../docs/pictures');
mkdirSync(folder, { recursive: true });
const server = await serve(8);
const browser = await launch();

async function shoot(page, name, quality = 62) {
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForTimeout(700);
  await page.screenshot({ path: join(folder, `${name}.jpg`), type: 'jpeg', quality });
}

/* A game some steps on, with a turn that waits to be confirmed; without steps, its end. */
async function game(name, { game, role = 'detective', width, steps, ...options }) {
  const height = width > 1000 ? 900 : width > 500 ? 1024 : 640;
  const page = await visit(browser, { viewport: { width, height }, ...options });
  const confirm = page.locator('.confirm.primary');
  const done = async (i) => steps && i >= steps && (await confirm.count());
  for (let seed = 3, over = true; over; seed++) {
    const roll = dice(seed);
    await begin(page, server.address, game, role, 'level3');
    for (let i = 0; !(await done(i)) && (await ready(page)); i++) await step(page, mouse, roll);
    over = steps && (await page.locator('.result').count()) > 0;
  }
  await page.mouse.move(5, 5);
  await shoot(page, name);
  await page.context().close();
}

const dark = { prefs: { theme: 'dark' } };
const light = { prefs: { theme: 'light' } };
const phone = { deviceScaleFactor: 2, ...dark };

for (const [width, options] of [
  [1440, dark],
  [320, phone],
]) {
  const page = await visit(browser, {
    viewport: { width, height: width > 1000 ? 900 : 640 },
    ...options,
  });
  await page.goto(server.address);
  await page.waitForSelector('.games');
  await shoot(page, `front-${width}`);
  await page.context().close();
}
await game('london-1440', { game: 'london', width: 1440, steps: 9, ...dark });
await game('newyork-1440', { game: 'newyork', role: 'jack', width: 1440, steps: 9, ...dark });
await game('end-1440', { game: 'newyork', role: 'jack', width: 1440, ...dark });
await game('pocket-1440', { game: 'pocket', width: 1440, steps: 9, ...dark });
await game('london-768', { game: 'london', width: 768, steps: 9, ...light });
await game('newyork-768', { game: 'newyork', width: 768, steps: 9, ...dark });
await game('pocket-768', { game: 'pocket', width: 768, steps: 5, ...light });
await game('london-320', { game: 'london', width: 320, steps: 5, ...phone });
await game('newyork-320', { game: 'newyork', width: 320, steps: 5, ...phone });
await game('pocket-320', { game: 'pocket', width: 320, steps: 5, ...phone });
await game('contrast-1440', {
  game: 'london',
  width: 1440,
  steps: 9,
  prefs: { theme: 'contrast' },
});
await browser.close();
await server.stop();
