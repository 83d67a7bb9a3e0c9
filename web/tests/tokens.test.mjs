/* The pure parts, and the promise that holds the client together: in every position of real
 * games, every legal token can be pointed out, is told in words, and can be reached by keys. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { load, parse } from '../tools/texts.mjs';
import { bundle } from './bundle.mjs';
import { dice, games as names, serve } from './helpers.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const lib = await bundle(join(here, 'lib.ts'));
let server, boxes;

before(async () => {
  server = await serve(64);
  boxes = (await (await fetch(`${server.address}/api/catalogue`)).json()).games;
});
after(() => server?.stop());

/* Plays a hot-seat game at random through the API, and shows each state to WATCH. */
async function wander(game, seed, watch) {
  const roll = dice(seed);
  const headers = { 'Content-Type': 'application/json', Origin: server.address };
  const ask = async (path, body) => {
    const answer = await fetch(server.address + path, {
      headers,
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    });
    const cookie = answer.headers.get('set-cookie');
    if (cookie) headers.Cookie = cookie.split(';')[0];
    return answer.json();
  };
  const seats = { jack: 'me', detective: 'me' };
  const { id } = await ask('/api/games', { game, options: {}, seats, public: false });
  for (let i = 0; ; i++) {
    const { to_act, seq, status } = await ask(`/api/games/${id}?as=public`);
    const sent = await ask(`/api/games/${id}?as=${to_act ?? 'public'}`);
    const state = lib.whole(
      boxes.find((b) => b.name === game),
      sent,
    );
    const why = (token) =>
      ask(`/api/games/${id}/preview`, { as: to_act, seq, tokens: [token] }).then(
        (a) => a.error?.refusal,
      );
    await watch(state, roll, why);
    if (status === 'over') return;
    const calm = state.legal.filter((l) => !l.token.startsWith('!'));
    const from = calm.length ? calm : state.legal;
    const tokens = [from[roll(from.length)].token];
    await ask(`/api/games/${id}/moves`, { as: to_act, seq, tokens, key: `k${i}` });
  }
}

for (const name of names) {
  test(`${name}: every legal token can be pointed out, and has words`, async () => {
    const game = lib.games[name];
    const box = boxes.find((b) => b.name === name);
    const untold = new Set();
    await wander(name, 5, async (state, roll, why) => {
      const board = new lib.Board(box, state, false);
      const tokens = state.legal.map((l) => l.token);
      for (const token of tokens) {
        const same = tokens.filter((t) => lib.verb(t) === lib.verb(token));
        const found = lib.ways(game, token, board).some((way) => {
          const { token: got, next } = lib.point(game, same, board, way);
          return got === token && next.size === 0;
        });
        assert.ok(found, `${token} cannot be told from the others`);
        for (const language of ['en', 'es']) {
          lib.prefs.language = language;
          assert.notEqual(lib.words(game, box, token, state.view.active ?? ''), token);
        }
      }
      for (const line of lib.lines(game, box, state.history))
        assert.notEqual(line.words, line.token, 'the log has words');
      for (const place of box.places) assert.ok(lib.describe(board, place.name).length > 2);
      assert.ok(lib.inventory(board).length);
      /* Why not: the place is written into a token, and the reason comes in Spanish. */
      const at = box.places[roll(box.places.length)].name;
      const verb = lib.verbs(tokens)[roll(Math.max(1, lib.verbs(tokens).length))];
      const guessed = lib.guess(
        game,
        tokens.filter((t) => lib.verb(t) === verb),
        board,
        [],
        at,
      );
      const refusal = guessed && !tokens.includes(guessed) && (await why(guessed));
      if (refusal && !/^[^{}]+$/.test(lib.explain(refusal))) untold.add(refusal.code);
    });
    assert.deepEqual([...untold], []);
  });

  test(`${name}: keys reach every place from every place`, () => {
    const box = boxes.find((b) => b.name === name);
    const points = box.places.map((p) => ({ id: p.name, ...lib.centre(box.shape, p, false) }));
    const seen = new Set([points[0].id]);
    const queue = [points[0]];
    for (let p = queue.pop(); p; p = queue.pop())
      for (const d of Object.values(lib.keys)) {
        const to = lib.next(p, d, points);
        if (to && !seen.has(to.id)) {
          seen.add(to.id);
          queue.push(to);
        }
      }
    assert.equal(seen.size, points.length);
  });
}

const holes = (text) => (text.match(/\{\*?\w+\}/g) ?? []).sort().join(' ');

test('texts: both languages are complete and ask for the same', () => {
  const languages = load(join(here, '../po'));
  const index = (entries) => new Map(entries.map((e) => [e.id, e]));
  const en = index(languages.en);
  for (const [code, entries] of Object.entries(languages)) {
    const its = index(entries);
    assert.equal(its.size, entries.length, `${code} has something twice`);
    assert.deepEqual([...its.keys()], [...en.keys()], code);
    for (const [key, entry] of its) {
      assert.equal(entry.text.length, entry.plural ? 2 : 1, key);
      for (const [i, text] of entry.text.entries()) {
        assert.ok(text.trim(), `${code}: ${key} is empty`);
        const same = en.get(key).text[i];
        if (!entry.plural || i === 1) assert.equal(holes(text), holes(same), `${code}: ${key}`);
      }
    }
  }
});

test('texts: what the server names has a name in every language', async () => {
  const { games, players } = await (await fetch(`${server.address}/api/catalogue`)).json();
  const api = JSON.parse(readFileSync(join(here, '../../docs/openapi.json'), 'utf8'));
  const wanted = [
    ...players.map((p) => `player.${p.name}`),
    ...api.components.schemas.Result.properties.why.enum.map((why) => `why.${why}`),
    ...games.flatMap((g) => [
      `title.${g.name}`,
      `about.${g.name}`,
      ...g.options.flatMap((o) => o.values.map((v) => `option.${o.name}.${v}`)),
      ...g.sides.flat().map((face) => `face.${face}`),
      ...g.places.map((p) => `mark.${p.ground}`),
    ]),
  ];
  for (const [code, entries] of Object.entries(load(join(here, '../po')))) {
    const known = new Set(entries.map((e) => e.id));
    assert.deepEqual(
      wanted.filter((key) => !known.has(key)),
      [],
      code,
    );
  }
});

test('texts: why the server refuses something', () => {
  const before = lib.prefs.language;
  const said = (code, args = {}, rule = null) => lib.explain({ code, rule, args });
  const rotate = { action: 'toby', actions: 'alibi rotate' };
  for (const [language, texts] of Object.entries({
    en: [
      'L-8.1: the game is over',
      'N-4.1: nobody can stand on h9: there is a park',
      'expected metro=',
      'P-3.3: no unused token shows toby; expected one of alibi rotate',
    ],
    es: [
      'L-8.1: la partida ha terminado',
      'N-4.1: nadie puede estar en h9: hay un parque',
      'se esperaba metro=',
      'P-3.3: ninguna ficha sin usar muestra Toby; se esperaba una de: coartada girar',
    ],
  })) {
    lib.prefs.language = language;
    assert.equal(said('london.over', {}, 'L-8.1'), texts[0]);
    assert.equal(said('newyork.stand', { place: 'h9', thing: 'park' }, 'N-4.1'), texts[1]);
    assert.equal(said('text.key', { key: 'metro' }), texts[2], 'notation is no word');
    assert.equal(said('pocket.face', rotate, 'P-3.3'), texts[3]);
    assert.equal(said('chess.check', { king: 'e1' }, 'C-1.1'), undefined);
  }
  lib.prefs.language = before;
});

test('texts: the parser of .po files', () => {
  const po =
    '# a\nmsgid ""\nmsgstr "x"\n\nmsgid "a"\nmsgstr "one "\n"two"\n\nmsgctxt "c"\nmsgid "b"\nmsgid_plural "b"\nmsgstr[0] "1"\nmsgstr[1] "2"\n';
  assert.deepEqual(parse(po), [
    { context: '', id: 'a', plural: '', text: ['one two'] },
    { context: 'c', id: 'b', plural: 'b', text: ['1', '2'] },
  ]);
  assert.throws(() => parse('nonsense'), /line 1/);
});

test('addresses: games, lessons, keys', () => {
  assert.deepEqual(lib.parseRoute('/g/abc', '#KEY'), { page: 'game', id: 'abc', key: 'KEY' });
  assert.deepEqual(lib.parseRoute('/', '#learn/london'), {
    page: 'learn',
    id: 'london',
    key: '',
  });
  assert.equal(lib.parseRoute('/', '#replay').page, 'replay');
  assert.equal(lib.parseRoute('/elsewhere', '').page, 'home');
});
