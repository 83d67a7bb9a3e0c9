/* What is drawn: everybody of a game that has a skin has a face, and nobody has another's. */
import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';
import { games, serve } from './helpers.mjs';

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
