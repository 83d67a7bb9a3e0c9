/* What is drawn: everybody of a game that has a skin has a face, and nobody has another's. */
import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';
import { games, launch, serve, visit } from './helpers.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const lib = await bundle(join(here, 'lib.ts'));
let server, catalogue;

before(async () => {
  server = await serve(65);
  catalogue = await (await fetch(`${server.address}/api/catalogue`)).json();
});
after(() => server?.stop());

const gameOf = (name) => lib.gameOf(catalogue.games.find((g) => g.name === name));
const flat = (shapes) => shapes.flatMap((s) => [s, ...flat(s.children)]);

test('everybody has a portrait of his own', () => {
  const faces = new Map();
  for (const name of games) {
    const game = gameOf(name);
    for (const { code } of game.characters)
      assert.ok(game.skin.badges[code]?.portrait, `${name}: ${code} has no portrait`);
    for (const [code, badge] of Object.entries(game.skin.badges)) {
      const picture = JSON.stringify(lib.paint(badge.portrait));
      const other = faces.get(picture);
      if (other) assert.equal(other.portrait, badge.portrait, `${code} is drawn twice`);
      faces.set(picture, badge);
    }
    const own = Object.values(game.skin.badges).map((b) => b.portrait);
    assert.equal(new Set(own).size, own.length, `${name}: two share a face`);
  }
  assert.equal(faces.size, 20);
});

test('the same person looks the same in London and in Pocket', () => {
  const [london, pocket] = ['london', 'pocket'].map((name) => gameOf(name).skin.badges);
  const both = Object.keys(london).filter((code) => code in pocket);
  assert.deepEqual(both.sort(), ['IL', 'JB', 'JS', 'MS', 'SG', 'WG']);
  for (const code of both) assert.equal(london[code].portrait, pocket[code].portrait, code);
  assert.equal(london.SH.portrait, pocket.Ho.portrait);
  assert.equal(london.JW.portrait, pocket.Wa.portrait);
});

test('a portrait has well-formed paths, known tones, a small form and a grey one', () => {
  for (const name of games)
    for (const [code, { portrait }] of Object.entries(gameOf(name).skin.badges)) {
      const full = flat(lib.paint(portrait));
      const small = flat(lib.paint(portrait, false));
      const grey = flat(lib.paint(portrait, true, true));
      assert.ok(small.length > 12 && small.length < full.length, `${code}: small`);
      for (const { tag, attrs } of [...full, ...grey]) {
        if (tag !== 'path') continue;
        assert.match(attrs.d, /^M[-\d. MLHVCSQTAZmlhvcsqtaz]+$/, `${code}: ${attrs.d}`);
        const colour = attrs.stroke ?? attrs.fill;
        assert.notEqual(colour, '#000000', `${code}: a tone without a colour`);
      }
      for (const { attrs } of grey)
        if (attrs.fill !== 'none' && attrs.fill) assert.match(attrs.fill, /^rgb/, code);
    }
});

/* A position of a game in its skin, as the catalogue alone gives it: the ground. */
function empty(name, turned) {
  const game = gameOf(name);
  const scene = game.places.map((p) => ({ place: p.name, layer: 'ground', symbol: p.ground }));
  return new lib.Layout(game, { view: { tiles: [] }, scene, lines: [], legal: [] }, turned);
}

test('the shore of New York runs between land and water, and lies within the picture', () => {
  const near = (p, q) => Math.hypot(p.x - q.x, p.y - q.y) < 0.1;
  for (const turned of [false, true]) {
    const layout = empty('newyork', turned);
    const land = layout.of(...lib.LAND);
    assert.ok(land.length > 60);
    for (const wet of ['n11', 'l1', 'e2', 'li']) assert.ok(!land.includes(wet), wet);
    const loops = lib.coast(layout, lib.LAND);
    let sides = 0;
    for (const loop of loops)
      loop.forEach((a, i) => {
        const b = loop[(i + 1) % loop.length];
        assert.ok(Math.abs(Math.hypot(b.x - a.x, b.y - a.y) - 40) < 0.1, 'a closed loop');
        const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
        /* Of the two places at a side of the shore, exactly one is land. */
        const beside = land.filter((p) => {
          const at = layout.at(p);
          return Math.abs(Math.hypot(at.x - middle.x, at.y - middle.y) - 34.64) < 0.1;
        });
        assert.equal(beside.length, 1, `a side at ${middle.x} ${middle.y}`);
        sides++;
      });
    /* And no side is missing: each of a land hex's six has land or the shore behind it. */
    const centres = land.map((p) => layout.at(p));
    let open = 0;
    for (const at of centres)
      for (let i = 0; i < 6; i++) {
        const angle = ((2 * i + 1) * Math.PI) / 6;
        const beyond = {
          x: at.x + 69.28 * Math.cos(angle),
          y: at.y + 69.28 * Math.sin(angle),
        };
        if (!centres.some((c) => near(c, beyond))) open++;
      }
    assert.equal(sides, open);
    /* The surf, 22 points wide, is not cut off. */
    const frame = lib.frame(layout.points.values(), layout.game.skin.margin);
    for (const { x, y } of loops.flat()) {
      assert.ok(x - 22 >= frame.x && x + 22 <= frame.x + frame.width, `x of ${x} ${y}`);
      assert.ok(y - 22 >= frame.y && y + 22 <= frame.y + frame.height, `y of ${x} ${y}`);
    }
  }
});

test('every ground is drawn, tall ones last', () => {
  for (const name of ['london', 'newyork']) {
    const layout = empty(name, false);
    const order = Object.keys(layout.game.skin.tiles);
    assert.ok(['house', 'building'].includes(order.at(-1)));
    assert.deepEqual(
      [...new Set(layout.game.places.map((p) => p.ground))].filter((g) => !order.includes(g)),
      [],
    );
    assert.ok(
      flat(lib.scenery.ground(layout)).every((s) => !/NaN/.test(JSON.stringify(s.attrs))),
    );
  }
});

test('shapes become text that a browser can read, whatever is in them', () => {
  const shapes = [
    {
      tag: 'g',
      attrs: { class: 'a"<b>&' },
      children: [{ tag: 'path', attrs: { d: 'M0 0' }, children: [] }],
    },
    { tag: 'text', attrs: { x: 1 }, children: [], text: '<script>"&' },
  ];
  assert.equal(
    lib.markup(shapes),
    '<g class="a&#34;&#60;b&#62;&#38;"><path d="M0 0"></path></g><text x="1">&#60;script&#62;&#34;&#38;</text>',
  );
});

test('the front page lives, asks the server nothing, and rests for those who want no motion', async () => {
  const browser = await launch();
  try {
    const board = (page) =>
      page.evaluate(() =>
        [...document.querySelectorAll('.living .piece')]
          .map((p) => p.style.transform)
          .join(' '),
      );
    const open = async (motion) => {
      const page = await visit(browser, { prefs: { motion } });
      await page.goto(server.address);
      await page.waitForSelector('.living .piece');
      assert.equal(await page.locator('.living').getAttribute('aria-hidden'), 'true');
      return page;
    };
    const calm = await open('none');
    const before = await board(calm);
    assert.equal(before.split('translate').length - 1, 8);
    const lively = await open('some');
    let asked = 0;
    lively.on('request', () => asked++);
    await lively.waitForFunction(
      (first) =>
        [...document.querySelectorAll('.living .piece')]
          .map((p) => p.style.transform)
          .join(' ') !== first,
      before,
      { timeout: 120_000 },
    );
    assert.equal(asked, 0);
    assert.equal(await board(calm), before);
    assert.deepEqual([...calm.complaints, ...lively.complaints], []);
  } finally {
    await browser.close();
  }
});
