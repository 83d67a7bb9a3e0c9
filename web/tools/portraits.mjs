/* Contact sheets of all portraits, to look at: npm run portraits -- FOLDER
 *
 * Leaves portraits-40.png, -80 and -240 there, each on the grounds of the three themes. */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from '../tests/bundle.mjs';
import { launch } from '../tests/helpers.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const folder = process.argv[2] ?? '.';
mkdirSync(folder, { recursive: true });
const lib = await bundle(join(here, '../tests/lib.ts'));
const badges = ['london', 'pocket', 'newyork'].flatMap((name) =>
  Object.values(lib.gameOf({ name, shape: 'hexes', places: [], characters: [] }).skin.badges),
);
const people = [...new Map(badges.map((badge) => [badge.portrait, badge])).values()];

const text = ({ tag, attrs, children }) =>
  `<${tag} ${Object.entries(attrs)
    .map(([k, v]) => `${k}="${v}"`)
    .join(' ')}>${children.map(text).join('')}</${tag}>`;

const disc = (person, size, cleared) =>
  `<svg width="${size}" height="${size}" viewBox="-56 -56 112 112"><clipPath id="c"><circle r="50"/></clipPath>
  <circle r="55" fill="#d8b56a"/><circle r="50" fill="${cleared ? '#6d737d' : person.colour}"/>
  <g clip-path="url(#c)">${person
    .paint(size > 60, cleared)
    .map(text)
    .join('')}</g></svg>`;

const card = (person, size) =>
  `<svg width="${size}" height="${size}" viewBox="-50 -50 100 100"><rect x="-50" y="-50" width="100" height="100" fill="${person.colour}"/>${lib
    .paint(person.portrait)
    .map(text)
    .join('')}</svg>`;

const browser = await launch();
const page = await browser.newPage();
for (const size of [40, 80, 240]) {
  const row = (ground, cleared) =>
    `<div style="background:${ground};padding:8px;display:flex;flex-wrap:wrap;gap:8px">${people
      .map((p) => (size === 240 && !cleared ? card(p, size) : disc(p, size, cleared)))
      .join('')}</div>`;
  const rows =
    size === 240
      ? row('#161d2b', false)
      : row('#161d2b', false) + row('#fbf7ec', false) + row('#000', true);
  await page.setViewportSize({
    width: size === 240 ? 1260 : Math.max(800, size * 11),
    height: 200,
  });
  await page.setContent(`<body style="margin:0">${rows}</body>`);
  await page.screenshot({ path: join(folder, `portraits-${size}.png`), fullPage: true });
}
await browser.close();
