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
let server, catalogue;

before(async () => {
  server = await serve(64);
  catalogue = await (await fetch(`${server.address}/api/catalogue`)).json();
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
    const sent = await ask(`/api/games/${id}?words=1&as=${to_act ?? 'public'}`);
    const state = lib.whole(
      catalogue.games.find((g) => g.name === game),
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

async function speak(language) {
  lib.prefs.language = language;
  await lib.speak();
}

/* A game in its skin, or plainly, as one that nobody has drawn or worded. */
function gameOf(name, plainly) {
  const data = catalogue.games.find((g) => g.name === name);
  return lib.gameOf(plainly ? { ...data, name: 'unknown' } : data);
}

/* Every token leads somewhere, and only there: by pointing at places or pressing buttons. */
function canBePointedOut(token, tokens, layout) {
  const same = tokens.filter((t) => lib.verb(t) === lib.verb(token));
  return lib.ways(token, layout).some((way) =>
    [way, [...way, token]].some((steps) => {
      const { token: got, next } = lib.point(same, layout, steps);
      const offered = steps.every((s, i) =>
        lib.point(same, layout, steps.slice(0, i)).next.has(s),
      );
      return got === token && next.size === 0 && offered;
    }),
  );
}

/* A picture whose parts come and go under keys of their own. */
function isDrawn(layout) {
  const { ground, light, things } = lib.scenery;
  assert.ok(ground(layout).length > layout.game.places.length / 2);
  for (const shapes of [light(layout), things(layout)]) {
    const keys = shapes.map((s) => s.key);
    assert.ok(keys.every(Boolean));
    assert.equal(new Set(keys).size, keys.length, 'a key stands for one thing');
  }
}

/* Every picture of a scene is in the legend: of a game with a skin in any case, of another one as far
 * as its board shows it. */
function isExplained(layout, plainly) {
  const known = new Set(
    lib.signs(layout.game, plainly ? layout : undefined).map((s) => s.symbol),
  );
  const { characters, skin } = layout.game;
  const people = new Set([...characters.map((c) => c.code), ...Object.keys(skin.badges)]);
  for (const { layer, symbol } of layout.scene) {
    const side = layer === 'wall' && /^[nesw]{1,2}$/.test(symbol);
    const word = side ? 'wall' : symbol.replace(/-\d+$/, '');
    assert.ok(layer === 'piece' ? people.has(symbol) || plainly : known.has(word), symbol);
  }
  for (const { symbol } of layout.look.lines) assert.ok(known.has(symbol), symbol);
}

for (const [name, plainly] of [
  ...names.map((n) => [n, false]),
  ...[...names, 'null'].map((n) => [n, true]),
]) {
  const how = `${name}${plainly ? ', without its skin' : ''}`;

  test(`${how}: every legal token can be pointed out, and has words`, async () => {
    const game = gameOf(name, plainly);
    const untold = new Set();
    await wander(name, 5, async (state, roll, why) => {
      const layout = new lib.Layout(game, state, false);
      const tokens = state.legal.map((l) => l.token);
      isDrawn(layout);
      isExplained(layout, plainly);
      assert.equal(lib.scenery.legend(layout).length > 0, plainly && name !== 'null');
      for (const { token } of state.legal)
        assert.ok(canBePointedOut(token, tokens, layout), `${token}, ${state.id}`);
      for (const language of Object.keys(lib.languages)) {
        await speak(language);
        for (const told of state.legal) {
          const spoken = plainly ? told : { token: told.token };
          const words = lib.words(game, spoken, state.view.active ?? '');
          assert.notEqual(words.toLowerCase(), told.token.toLowerCase());
        }
      }
      for (const line of lib.lines(game, state.history))
        assert.notEqual(line.words, line.token, 'the log has words');
      for (const place of game.places) assert.ok(lib.describe(layout, place.name).length > 2);
      assert.ok(lib.inventory(layout).length);
      /* Why not: the place is written into a token, and the reason comes in words. */
      const at = game.places[roll(game.places.length)].name;
      const verbs = lib.verbs(tokens, layout);
      const verb = verbs[roll(Math.max(1, verbs.length))];
      const guessed = lib.guess(
        tokens.filter((t) => lib.verb(t) === verb),
        layout,
        [],
        at,
      );
      const refusal = guessed && !tokens.includes(guessed) && (await why(guessed));
      if (refusal && !/^[^{}]+$/.test(lib.explain(refusal) ?? '{}')) untold.add(refusal.code);
    });
    assert.deepEqual([...untold], []);
  });
}

for (const name of [...names, 'null'])
  test(`${name}: keys reach every place from every place`, () => {
    const { places, shape } = gameOf(name);
    const points = places.map((p) => ({ id: p.name, ...lib.centre(shape, p, false) }));
    /* The arrow keys alone lead everywhere, and so do all keys. */
    const arrows = Object.keys(lib.directionKeys).filter((key) => key.startsWith('Arrow'));
    for (const keys of [arrows, Object.keys(lib.directionKeys)]) {
      const seen = new Set([points[0].id]);
      const queue = [points[0]];
      for (let p = queue.pop(); p; p = queue.pop())
        for (const key of keys) {
          const to = lib.next(p, lib.heading(key, shape, p), points);
          if (to && !seen.has(to.id)) {
            seen.add(to.id);
            queue.push(to);
          }
        }
      assert.equal(seen.size, points.length, `${keys}`);
    }
  });

/* A board of squares with pieces, and tokens of forms that no game here has. */
function strange(tokens, scene = []) {
  const places = ['a1', 'b1', 'a2', 'b2'].map((name, i) => ({
    name,
    x: i % 2,
    y: i >> 1,
    ground: 'sand',
  }));
  const data = {
    name: 'strange',
    title: 'Strange',
    unlisted: false,
    shape: 'squares',
    options: [],
    sides: [],
  };
  const game = lib.gameOf({
    ...data,
    places,
    turns: [['jack']],
    characters: [{ code: 'AA', name: 'Anna' }],
  });
  const ground = places.map((p) => ({ place: p.name, layer: 'ground', symbol: 'sand' }));
  const legal = tokens.map((token) => ({ token, words: `what ${token} does` }));
  const look = {
    view: {},
    scene: [...ground, ...scene],
    lines: [{ from: 'a1', to: 'a1', symbol: 'smell' }],
    legal,
  };
  return new lib.Layout(game, look, false);
}

test('tokens of any grammar can be pointed out', () => {
  const piece = (place, symbol) => ({ place, layer: 'piece', symbol });
  const tokens = [
    ...['>a1', '!AA', '!BB', 'AA', 'BB', '^ne', 'stay', 'pass'],
    ...['dig:a1', 'dig:a1:deep', 'dig:a1,b1', 'dig:b1,a1', 'dig:7'],
    ...['AA+b2', '+', '@home=3;x', 'Mixed', '17', 'roll/2', 'give:AA>BB', 'give:BB>AA'],
  ];
  const layout = strange(tokens, [piece('a1', 'AA'), piece('a1', 'BB')]);
  for (const token of tokens) assert.ok(canBePointedOut(token, tokens, layout), token);
  assert.deepEqual(lib.verbs(['!AA', 'pass', 'dig:a1'], layout), ['dig', 'pass', 'move']);
  const { next } = lib.point(['!AA', '!BB'], layout, ['a1']);
  assert.deepEqual([...next], ['!AA', '!BB'], 'who stand on one place are told apart by name');
});

test('a scene of any words can be drawn', () => {
  const mark = (layer, symbol) => ({ place: 'a1', layer, symbol });
  const layout = strange(
    [],
    [
      mark('light', 'light'),
      mark('light', 'moonlight'),
      mark('wall', 'n'),
      mark('wall', 'curtain'),
      mark('thing', 'coin'),
      mark('thing', 'coin'),
      mark('thing', 'coin-2'),
      mark('thing', 'x'),
      mark('ground', 'bog'),
      mark('piece', 'guard'),
      mark('piece', 'guard'),
    ],
  );
  isDrawn(layout);
  const words = lib.scenery.legend(layout).map((e) => e.symbol);
  assert.deepEqual(words, ['sand', 'bog', 'coin', 'x']);
  assert.match(lib.describe(layout, 'a1'), /sand.*moonlight.*curtain.*coin 2.*bog.*guard/);
});

const holes = (text) => (text.match(/\{\*?\w+\}/g) ?? []).sort().join(' ');

test('texts: all languages are complete and ask for the same', () => {
  const languages = load(join(here, '..'));
  assert.deepEqual(Object.keys(languages).sort(), Object.keys(lib.languages));
  const index = (entries) => new Map(entries.map((e) => [e.id, e]));
  const en = index(languages.en);
  for (const [code, entries] of Object.entries(languages)) {
    const its = index(entries);
    assert.equal(its.size, entries.length, `${code} has something twice`);
    assert.deepEqual([...its.keys()].sort(), [...en.keys()].sort(), code);
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
  const { players } = catalogue;
  const games = catalogue.games.filter((g) => !g.unlisted);
  const api = JSON.parse(readFileSync(join(here, '../../docs/openapi.json'), 'utf8'));
  const wanted = [
    ...players.map((p) => `player.${p.name}`),
    ...api.components.schemas.Result.properties.why.enum.map((why) => `why.${why}`),
    ...games.flatMap((g) => [
      `${g.name}.title`,
      `${g.name}.about`,
      ...g.options.flatMap((o) => o.values.map((v) => `${g.name}.option.${o.name}.${v}`)),
      ...g.sides.flat().map((face) => `${g.name}.face.${face}`),
    ]),
  ];
  const grounds = games.flatMap((g) => g.places.map((p) => [g.name, p.ground]));
  for (const [code, entries] of Object.entries(load(join(here, '..')))) {
    const known = new Set(entries.map((e) => e.id));
    assert.deepEqual(
      wanted.filter((key) => !known.has(key)),
      [],
      code,
    );
    for (const [game, ground] of grounds)
      assert.ok(known.has(`${game}.mark.${ground}`) || known.has(`mark.${ground}`), ground);
  }
});

test('texts: why the server refuses something', async () => {
  const said = (code, args = {}, rule = null) => lib.explain({ code, rule, args });
  gameOf('london');
  const rotate = { action: 'toby', actions: 'alibi rotate' };
  for (const [language, texts] of Object.entries({
    en: [
      'The game is over',
      'Nobody can stand on h9: there is a park',
      'Expected metro=',
      'No unused token shows Toby; expected one of: alibi, rotate',
    ],
    es: [
      'La partida ha terminado',
      'Nadie puede estar en h9: hay un parque',
      'Se esperaba metro=',
      'Ninguna ficha sin usar muestra Toby; se esperaba una de: coartada, girar',
    ],
    fr: [
      'La partie est terminée',
      'Personne ne peut se tenir en h9\u202f: il y a un parc',
      'Il faut metro=',
      'Aucun jeton disponible ne montre Toby\u202f; il en faut un de\u202f: alibi, pivoter',
    ],
    de: [
      'Die Partie ist zu Ende',
      'Auf h9 kann niemand stehen: dort ist ein Park',
      'Erwartet: metro=',
      'Kein freier Marker zeigt Toby; erwartet: einer von Alibi, Drehen',
    ],
  })) {
    await speak(language);
    assert.equal(said('london.over', {}, 'L-8.1'), texts[0]);
    assert.equal(said('newyork.stand', { place: 'h9', thing: 'park' }, 'N-4.1'), texts[1]);
    assert.equal(said('text.key', { key: 'metro' }), texts[2], 'notation is no word');
    assert.equal(said('pocket.face', rotate, 'P-3.3'), texts[3]);
    assert.equal(said('chess.check', { king: 'e1' }, 'C-1.1'), undefined);
  }
  await speak('auto');
  const card = { character: 'JB', cards: 'SH IL' };
  assert.equal(
    said('london.card', card),
    'The card of Jeremy Bert is not face up; expected one of Sherlock Holmes, Inspector Lestrade',
    'people have names',
  );
});

test('texts: plurals and numbers as the language has them', async () => {
  const counted = {
    en: ['0 suspects', 'One suspect left', '1,234 suspects', '34%', 'a, b and c'],
    es: ['0 sospechosos', 'Queda un sospechoso', '1234 sospechosos', '34 %', 'a, b y c'],
    fr: ['0 suspect', '1 suspect', '1 234 suspects', '34 %', 'a, b et c'],
    de: ['0 Verdächtige', 'Ein Verdächtiger übrig', '1.234 Verdächtige', '34 %', 'a, b und c'],
  };
  assert.deepEqual(Object.keys(counted).sort(), Object.keys(lib.languages));
  for (const [language, texts] of Object.entries(counted)) {
    await speak(language);
    const said = [0, 1, 1234].map((n) => lib.t('suspects.title', { n }));
    const all = [...said, lib.percent(0.34), lib.list(['a', 'b', 'c'])];
    /* Which no-break space it is depends on the version of the tables. */
    assert.deepEqual(
      all.map((text) => text.replace(/\s/g, ' ')),
      texts,
    );
  }
  await speak('auto');
});

test('texts: typography', () => {
  /* A narrow no-break space before these signs, except in notation: "call:XX". */
  const { fr, de } = load(join(here, '..'));
  for (const { id, text } of fr)
    for (const line of text) {
      assert.doesNotMatch(line, / [:;!?»]|« |[^\u202f ](»|[;!?]( |$))/, `fr: ${id}`);
      assert.doesNotMatch(line, /\w'\w|[“”„]/, `fr: ${id}`);
    }
  for (const { id, text } of de)
    for (const line of text) assert.doesNotMatch(line, /[«»”]|“[^„]*“|\w'\w/, `de: ${id}`);
});

test('texts: the language is the one set, else the first known one of the browser', () => {
  const { languages } = globalThis.navigator;
  const among = (...codes) => {
    Object.defineProperty(globalThis.navigator, 'languages', {
      value: codes,
      configurable: true,
    });
    return lib.wanted();
  };
  lib.prefs.language = 'auto';
  assert.equal(among('ca-ES', 'es-419', 'en'), 'es');
  assert.equal(among('en-GB', 'es'), 'en');
  assert.equal(among('fr-CA', 'en'), 'fr');
  assert.equal(among('de-AT', 'en'), 'de');
  assert.equal(among('toString', 'tlh'), 'en');
  assert.equal(among(), 'en');
  lib.prefs.language = 'es';
  assert.equal(among('en'), 'es');
  lib.prefs.language = 'tlh'; /* from another version of the client */
  assert.equal(among('en'), 'en');
  lib.prefs.language = 'auto';
  among(...languages);
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
  assert.deepEqual(lib.parseRoute('/g/abc#KEY'), { page: 'game', id: 'abc', key: 'KEY' });
  assert.deepEqual(lib.parseRoute('/rules/london#L-4.2'), {
    page: 'rules',
    id: 'london',
    key: 'L-4.2',
  });
  assert.equal(lib.parseRoute('/elsewhere').page, 'lost');
  /* As a server has them, as a web space has them, as they once were. */
  for (const [pathname, hash, path] of [
    ['/g/abc', '#KEY', '/g/abc#KEY'],
    ['/learn/london', '', '/learn/london'],
    ['/', '#/learn/london/jack', '/learn/london/jack'],
    ['/index.html', '#/rules/london#L-4.2', '/rules/london#L-4.2'],
    ['/', '#learn/london', '/learn/london'],
    ['/', '#replay', '/replay'],
    ['/index.html', '', '/'],
    ['/', '#main', '/#main'],
  ])
    assert.equal(lib.pathOf({ pathname, hash }), path);
});
