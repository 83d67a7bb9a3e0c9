/* The pictures that cannot be SVG, made from ours: `npm run icons` leaves them in public/.
 *
 * Icons for home screens, which round the corners themselves (those that take SVG get icon-mask.svg,
 * with room to be cut), and the picture that a shared link to the front page shows. They are kept in the repository: building needs no browser. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from '../tests/bundle.mjs';
import { launch } from '../tests/helpers.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const require = createRequire(import.meta.url);
const lib = await bundle(join(here, '../tests/lib.ts'));
const icon = readFileSync(join(here, '../public/icon.svg'), 'utf8');
const font = readFileSync(
  require.resolve('@fontsource/alegreya-sc/files/alegreya-sc-latin-500-normal.woff2'),
).toString('base64');

const text = ({ tag, attrs, children }) =>
  `<${tag} ${Object.entries(attrs)
    .map(([k, v]) => `${k}="${v}"`)
    .join(' ')}>${children.map(text).join('')}</${tag}>`;

const badges = (name) =>
  lib.gameOf({ name, shape: 'hexes', places: [], characters: [] }).skin.badges;
const cast = [
  ...['SH', 'MS', 'SG', 'WG'].map((code) => badges('london')[code]),
  ...['CR', 'LL', 'EG', 'FT'].map((code) => badges('newyork')[code]),
  ...['JP', 'MD', 'To'].map((code) => badges('pocket')[code]),
  badges('newyork').ES,
];
const card = ({ colour, portrait }) =>
  `<svg viewBox="-50 -50 100 100"><rect x="-50" y="-50" width="100" height="100" fill="${colour}"/>
  <path d="${lib.rays()}" fill="#fff" opacity=".16"/>${lib.paint(portrait).map(text).join('')}</svg>`;

const browser = await launch();
const page = await browser.newPage();

async function shoot(name, width, height, html) {
  await page.setViewportSize({ width, height });
  await page.setContent(html);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: join(here, '../public', name) });
}

for (const size of [180, 192])
  await shoot(
    `icon-${size}.png`,
    size,
    size,
    `<style>body{margin:0;background:#0e131d;display:grid;place-items:center;height:100vh}
    svg{width:86%;height:86%}</style>${icon}`,
  );
await shoot(
  'picture.png',
  1200,
  630,
  `<style>
  @font-face{font-family:A;src:url(data:font/woff2;base64,${font})}
  body{margin:0;background:#141c2c;color:#ece6d8;font:40px A;
    height:100vh;display:flex;flex-direction:column;align-items:center;justify-content:center;gap:30px}
  header{display:flex;align-items:center;gap:28px;font-size:110px;color:#f2b854;letter-spacing:.03em}
  header svg{width:130px;height:130px}
  main{display:grid;grid-template-columns:repeat(6,160px);gap:14px}
  main svg{border-radius:14px;border:3px solid #d8b56a}
  p{margin:0}
  </style><header>${icon}Alibi</header><main>${cast.map(card).join('')}</main>
  <p>Deduction games in the lamplight</p>`,
);
await browser.close();
