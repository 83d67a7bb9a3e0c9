/* The npm package's interface: games, refusals, secrets, records, players, ways to load it.
 *
 *   node tests/npm/api.mjs PACKAGE_DIR */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";

const folder = resolve(process.argv[2]);
const part = (name) => import(pathToFileURL(join(folder, name)));
const { AlibiError, load, loadSync } = await part("node.mjs");
const engine = await load();
const names = engine.games().map((game) => game.name);
const viewers = ["jack", "detective", "public"];

/* mulberry32: the same numbers for the same seed. */
function random(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), seed | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/* Plays a random game on, calling EACH at every ply, to the end or for PLIES. */
function playOut(game, rng, each = () => {}, plies = Infinity) {
  for (let ply = 0; ; ply++) {
    const legal = game.legal();
    each(legal);
    if (legal.length === 0 || ply === plies) return game;
    game.play(legal[Math.floor(rng() * legal.length)]);
  }
}

/* --- Games --- */

test("what there is", () => {
  for (const game of engine.games()) {
    assert.match(game.name, /^[a-z]+$/);
    assert.ok(game.title && game.characters.length && game.places.length);
    assert.equal(new Set(game.places.map((place) => place.name)).size, game.places.length);
    assert.ok(game.places.every(({ x, y }) => Number.isInteger(x) && Number.isInteger(y)));
    const defaults = game.options.map((option) => [option.name, option.values[0]]);
    const { options = {} } = engine.game(game.name).state();
    assert.deepEqual(options, Object.fromEntries(defaults));
    for (const { name, values } of game.options)
      for (const value of values)
        assert.equal(engine.game(game.name, { [name]: value }).state().options[name], value);
  }
  assert.ok(engine.players().every(({ name, about }) => name && about));
});

test("a game answers as the referee does", () => {
  for (const name of names) {
    const referee = engine.referee(name);
    const game = engine.game(name);
    assert.equal(game.name, name);
    playOut(game, random(1), (legal) => {
      const tokens = game.told("truth");
      assert.equal(referee.send("new"), "ok");
      if (tokens.length) assert.equal(referee.send(`do ${tokens.join(" ")}`), "ok");
      assert.equal(legal.join(" "), referee.send("legal"));
      assert.equal(game.position(), referee.send("position"));
      assert.equal(`${game.perft(1)}`, referee.send("perft 1"));
      assert.equal(`${game.record()}.`, referee.send("record"));
      assert.deepEqual(game.state(), JSON.parse(referee.send("state")));
      for (const viewer of viewers)
        assert.deepEqual(game.view(viewer), JSON.parse(referee.send(`view ${viewer}`)));
      const { to_act } = game.state();
      for (const viewer of viewers)
        assert.deepEqual(game.legal(viewer), viewer === to_act ? legal : []);
    });
  }
});

test("taking back and positions", () => {
  for (const name of names) {
    const game = engine.game(name);
    const seen = [];
    playOut(game, random(2), () => seen.push(game.position()));
    for (const position of seen)
      assert.equal(engine.fromPosition(position).position(), position);
    for (let i = seen.length - 2; i >= seen.length / 2; i--)
      assert.equal(game.undo().position(), seen[i]);
    assert.equal(game.undo(game.told("truth").length).position(), seen[0]);
    assert.equal(game.undo(0).position(), seen[0]);
  }
});

test("chance", () => {
  for (const name of names) {
    const [one, other] = [engine.game(name), engine.game(name)];
    const rolled = one.roll(random(3));
    assert.ok(rolled.length > 0);
    assert.deepEqual(other.roll(random(3)), rolled);
    assert.deepEqual(one.roll(), []);
    assert.notEqual(one.state().to_act, "chance");
  }
});

/* --- Refusals --- */

test("refusals say what, where and by which rule, and change nothing", () => {
  const game = engine.game("null").play("deal=AA flip:BB");
  const before = game.record();
  const refused = (run, wanted) => {
    assert.throws(run, (error) => error instanceof AlibiError && error.name === "AlibiError");
    assert.throws(run, { rule: null, offset: null, token: null, ...wanted });
    assert.equal(game.record(), before);
  };
  refused(() => game.play("flip:AA", "flip:BB", "alibi", "flip:CC"), {
    ...{ status: "bad-move", rule: "Z-2.3", token: 3, offset: 0, code: "null.card", args: {} },
    message: "Z-2.3: expected an alibi card that is in the deck, alibi=AA",
  });
  refused(() => game.play("deal=CC"), {
    ...{ status: "bad-move", rule: "Z-2.1", token: 0, offset: 0 },
    ...{ code: "null.no-chance", args: { seat: "jack" } },
  });
  refused(() => game.play("flip:AA", "flip:ZZ"), { status: "bad-text", token: 1, offset: 5 });
  refused(() => game.play("alibi\0"), { status: "bad-text", token: 0, offset: 5 });
  refused(() => game.play("x".repeat(1e6)), { status: "bad-text" });
  for (const moves of [-1, 3, 0.5, NaN])
    refused(() => game.undo(moves), { status: "bad-move" });
  for (const depth of [-1, 21, 0.5]) refused(() => game.perft(depth), { status: "bad-text" });
  for (const look of ["view", "legal", "told", "record"])
    refused(() => game[look]("nobody"), { status: "bad-text" });
  refused(() => game.record("truth", { View: "jack" }), { status: "bad-text", offset: 0 });
  refused(() => game.record("truth", { Date: "\0" }), { status: "bad-text" });
  refused(() => engine.game("nosuch"), { status: "bad-text" });
  refused(() => engine.game("null", { weather: "fog" }), { status: "bad-text", offset: 0 });
  const bad = "null round=1 slot=9";
  refused(() => engine.fromPosition(bad), { status: "bad-text", offset: 18 });
  refused(() => engine.fromPosition(`${bad}\n`.repeat(1e4)), { status: "bad-text" });
  const hidden = game.position().replace("jack=AA", "jack=?");
  assert.throws(() => engine.fromPosition(hidden), AlibiError);
  const record = before.replace("flip:", "fl\u00eep:");
  refused(() => engine.record(record), {
    status: "bad-text",
    offset: before.indexOf("flip:"),
  });
  refused(() => engine.fromRecord(""), { status: "bad-text", offset: 0 });
});

/* TEXT with a few characters changed, removed or doubled. */
function spoilt(text, rng) {
  for (let n = 1 + Math.floor(rng() * 3); n > 0; n--) {
    const at = Math.floor(rng() * text.length);
    const letter = [String.fromCharCode(Math.floor(rng() * 256)), "", text[at] + text[at]];
    text = text.slice(0, at) + letter[Math.floor(rng() * 3)] + text.slice(at + 1);
  }
  return text;
}

test("rubbish is refused or understood, and stops nothing", () => {
  const counts = { refused: 0, understood: 0 };
  const attempt = (run, ...texts) => {
    try {
      run(...texts);
      counts.understood++;
    } catch (error) {
      assert.match(`${error.status}`, /^bad-/, error.stack);
      assert.ok((error.offset ?? 0) <= Buffer.byteLength(texts.join(" ")));
      counts.refused++;
    }
  };
  for (const name of names) {
    const rng = random(8);
    const game = engine.game(name);
    const player = game.player("jack", { kind: "random" });
    playOut(game, rng, (legal) => {
      attempt((text) => engine.fromPosition(text).legal(), spoilt(game.position(), rng));
      for (const viewer of [...viewers, "truth"]) {
        const record = spoilt(game.record(viewer), rng);
        attempt((text) => engine.record(text), record);
        attempt((text) => engine.redact(text, "public"), record);
        attempt((text) => engine.fromRecord(text).legal(), record);
      }
      attempt(
        (text) => engine.fromPosition(game.position()).play(text),
        spoilt(`${legal[0]}`, rng),
      );
      attempt((...tokens) => player.see(...tokens), spoilt(`${legal[0]}`, rng), "x");
    });
  }
  assert.ok(counts.refused > 100 && counts.understood > 20, JSON.stringify(counts));
});

test("what was closed stays closed, and leaves others alone", () => {
  const [one, other] = [engine.game("null"), engine.game("null")];
  const player = one.player("jack", { kind: "random" });
  one.close();
  one.close();
  assert.ok(one.closed && !other.closed);
  assert.throws(() => one.legal(), { status: "closed" });
  assert.ok(other.legal().length && player.belief());
  player.close();
  assert.throws(() => player.belief(), { status: "closed" });
});

test("a trap stops the engine for good", async () => {
  const { Bridge } = await part("bridge.mjs");
  const memory = { buffer: new TextEncoder().encode("assertion failed: x\0").buffer };
  const bridge = new Bridge({
    memory,
    _initialize() {},
    bridge_output: () => 0,
    bridge_games: () => 7,
    bridge_players() {
      throw new Error("unreachable");
    },
  });
  assert.equal(bridge.text("games"), "asserti");
  const message = "the engine stopped: assertion failed: x";
  for (const call of ["players", "games"])
    assert.throws(() => bridge.text(call), { status: "stopped", message });
});

/* --- Secrets --- */

/* Everything that VIEWER can get out of GAME. */
function outputs(game, viewer) {
  const redacted = engine.redact(game.record("truth", { Date: "today" }), viewer);
  return [
    ...[game.view(viewer), game.legal(viewer), game.told(viewer), game.record(viewer)],
    ...[redacted, engine.record(redacted)],
  ];
}

/* Two games that differ in one secret at ply I are the same to VIEWER until an announcement
 * differs or the end reveals it. Returns how many plies were compared. */
function compareWorlds(name, tokens, i, other, viewer) {
  const worlds = [tokens[i], other].map((token) =>
    engine.game(name).play(...tokens.slice(0, i), token),
  );
  for (let compared = 1; ; compared++) {
    const [one, two] = worlds.map((game) => game.told(viewer));
    const differs = one.findIndex((token, k) => token !== two[k]);
    if (differs >= 0) {
      const announced = /^(witness|over)=/.test(one[differs]);
      assert.ok(announced || one.slice(0, differs).some((token) => token.startsWith("over=")));
      return compared;
    }
    const [mine, others] = worlds.map((game) => outputs(game, viewer));
    assert.deepEqual(mine, others);
    const next = tokens[i + compared];
    if (!next || !worlds.every((game) => game.legal().includes(next))) return compared;
    for (const game of worlds) game.play(next);
  }
}

test("nothing that a viewer gets depends on what it must not know", () => {
  let compared = 0;
  for (const name of names) {
    const game = playOut(engine.game(name), random(4));
    const tokens = game.told("truth");
    for (const [i, token] of tokens.entries()) {
      const start = engine.game(name).play(...tokens.slice(0, i));
      const legal = start.legal();
      start.play(token);
      for (const viewer of viewers) {
        if (!start.told(viewer).at(-1).endsWith("=?")) continue;
        for (const other of legal.filter((other) => other !== token).slice(0, 2))
          compared += compareWorlds(name, tokens, i, other, viewer);
      }
    }
  }
  assert.ok(compared > 200, `${compared} plies`);
});

/* --- Records --- */

test("records are read, replayed and redacted", () => {
  for (const name of names) {
    const game = engine.game(name);
    playOut(game, random(5), () => {}, 1);
    const open = game.record("jack");
    assert.throws(() => engine.fromRecord(open), { status: "bad-text" });
    assert.throws(() => engine.redact(open, "public"), { status: "bad-text" });
    playOut(game, random(6));
    const whole = game.record();
    assert.equal(engine.fromRecord(whole).record(), whole);
    for (const viewer of viewers) {
      const seen = game.record(viewer);
      assert.equal(engine.redact(whole, viewer), seen);
      assert.equal(engine.redact(seen, viewer), seen);
      assert.equal(engine.redact(seen, "truth"), whole);
      assert.equal(engine.fromRecord(seen).record(), whole);
      for (const other of viewers) assert.equal(engine.redact(seen, other), game.record(other));
      const read = engine.record(seen);
      assert.deepEqual([read.viewer, read.tokens], [viewer, game.told(viewer)]);
    }
  }
});

/* A game of a server to whose chance Jack has added. */
const served = `[Game "null"]
[Date "2026-11-18"]
[Jack "guest"]
[Detective "guest"]
[Commitment "b358219b569e2cbd6fa01d45baca14c4abdc55da413f9e081e31c3b61c308e15"]
[Secret "be0883a57b29b0460f80b9cdcdbe4b2ff27ca416e35271359a934c2813e32d9c"]
[Salt "dea15d5cdc4308b80fd0bee638de2280b274c495221277df49afb311f0658e7c"]
[EntropyJack "${"ab".repeat(32)}"]
[Result "jack:time"]

deal=AA
1.1 flip:AA
1.2 flip:AA
2.1 flip:BB
2.2 flip:CC
`;

test("a deal is as it was promised", () => {
  assert.equal(engine.verify(served), 1);
  const forged = {
    "server.no-commitment": served.replace(/.Commitment.*\n/, ""),
    "server.commitment": served.replace("be08", "be09"),
    "server.outcome": served.replace("abab", "cdab"),
  };
  for (const [code, record] of Object.entries(forged))
    assert.throws(() => engine.verify(record), { code });
});

test("tags and comments", () => {
  const game = engine.game("null").play("deal=AA", "flip:BB");
  const tags = { Jack: 'Ann "the \\ knife" \u{1f52a}', Date: "2026-01-01", Note: "psst: AA" };
  const text = game.record("truth", tags).replace("deal=AA", "{so\nit begins} deal=AA {AA!}");
  const read = engine.record(text);
  const fixed = { Game: "null", Result: "*" };
  assert.deepEqual(read.tags, { ...fixed, ...tags });
  assert.deepEqual(read.tokens, ["deal=AA", "flip:BB"]);
  assert.deepEqual(read.comments, ["so\nit begins", "AA!", null]);
  assert.deepEqual(engine.record(read.text), read);
  const seen = engine.record(engine.redact(text, "detective"));
  const { Jack, Date } = tags;
  assert.deepEqual(seen.tags, { ...fixed, View: "detective", Jack, Date });
  assert.deepEqual(seen.comments, [null, null, null]);
  assert.deepEqual(engine.record(engine.game("null").record()).tokens, []);
});

/* --- Players --- */

test("a player at the end of a record knows what its seat may know", () => {
  for (const name of names) {
    const game = engine.game(name);
    const rng = random(11);
    for (let i = 0; i < 25 && game.legal().length; i++) {
      const legal = game.legal();
      game.play(legal[Math.floor(rng() * legal.length)]);
    }
    for (const seat of ["jack", "detective"]) {
      const settings = { kind: "level2", seed: 3 };
      for (const record of [game.record(), game.record(seat)]) {
        const one = game.player(seat, settings);
        const player = engine.playerOf(record, seat, settings);
        assert.deepEqual(player.view(), one.view());
        assert.deepEqual(player.told(), one.told());
        assert.deepEqual(player.belief(), one.belief());
        if (game.state().to_act === seat)
          assert.deepEqual(player.thinkSync({ nodes: 200 }), one.thinkSync({ nodes: 200 }));
        player.close();
      }
      const other = seat === "jack" ? "detective" : "jack";
      assert.throws(() => engine.playerOf(game.record(other), seat), { status: "bad-text" });
    }
    const running = game.record("jack", { Running: "people" });
    assert.throws(() => engine.playerOf(running, "jack"), { code: "bridge.running" });
    assert.throws(() => engine.playerOf(game.record(), "jack", { kind: "nobody" }), {
      code: "bridge.kind",
    });
  }
});

test("two players play a game", async () => {
  for (const name of names) {
    const game = engine.game(name);
    const rng = random(7);
    const players = {
      jack: game.player("jack", { kind: "greedy", seed: 1 }),
      detective: game.player("detective", { kind: "level2", seed: 2n ** 64n - 1n }),
    };
    for (;;) {
      game.roll(rng);
      const { to_act } = game.state();
      for (const player of Object.values(players)) {
        player.follow(game);
        assert.deepEqual(player.view(), game.view(player.seat));
        assert.deepEqual(player.told(), game.told(player.seat));
      }
      if (to_act === "none") break;
      const sum = Object.values(players[to_act].belief()).reduce((a, b) => a + b);
      assert.ok(Math.abs(sum - 1) < 1e-12);
      game.play((await players[to_act].think({ nodes: 200 })).move);
    }
    assert.deepEqual(Object.keys(players.jack.belief()), [game.state().identity]);
    assert.throws(() => players.jack.thinkSync(), { status: "bad-move" });
    game.undo();
    assert.throws(() => players.jack.follow(game), { status: "bad-move" });
  }
});

/* A player who could think for hours. */
function thinker() {
  const game = engine.game(names.at(-1));
  for (game.roll(random(9)); game.state().to_act !== "detective"; game.roll(random(9)))
    game.play(game.legal()[0]);
  return { game, player: game.player("detective", { kind: "ismcts", memory: 8 }) };
}

test("thinking is the same in slices and in one go, and does not block", async () => {
  const { player } = thinker();
  let turns = 0;
  const count = setInterval(() => turns++, 0);
  const budget = { nodes: 20000 };
  const thought = await player.think(budget);
  clearInterval(count);
  assert.ok(turns > 0);
  assert.deepEqual(thought, player.thinkSync(budget));
  assert.ok(thought.choices.some(({ move }) => move[0] === thought.move));
  for (const think of ["think", "thinkSync"])
    assert.equal(typeof (await player[think]({ ms: 20 })).move, "string");
});

test("thinking can be stopped", async () => {
  const { game, player } = thinker();
  const next = game.legal()[0];
  const reason = new Error("enough");
  const stop = new AbortController();
  const thinking = player.think({ nodes: 1e15, signal: stop.signal });
  for (const call of ["see", "begin", "step", "end", "thinkSync"])
    assert.throws(() => player[call](next), { status: "busy" });
  await assert.rejects(player.think(), { status: "busy" });
  setTimeout(() => {
    stop.abort(reason);
    player.see(next); // free at once
  }, 0);
  await assert.rejects(thinking, reason);
  assert.equal(player.told().at(-1), next);
  const again = thinker().player;
  await assert.rejects(again.think({ signal: stop.signal }), reason);
  await assert.rejects(again.think({ nodes: 1e15, signal: AbortSignal.timeout(1) }), {
    name: "TimeoutError",
  });
  const closing = again.think({ nodes: 1e15 });
  setTimeout(() => again.close(), 0);
  await assert.rejects(closing, { status: "closed" });
});

/* --- Loading --- */

test("ways to load it", async () => {
  const path = join(folder, "alibi.wasm");
  const bytes = readFileSync(path);
  const module = new WebAssembly.Module(bytes);
  const url = pathToFileURL(path);
  const buffer = new Uint8Array(bytes).buffer;
  for (const source of [undefined, path, url, url.href, bytes, buffer, module])
    for (const way of [load, loadSync])
      assert.deepEqual((await way(source)).games(), engine.games());
  await assert.rejects(load(`${path}x`), { code: "ENOENT" });
  assert.throws(() => loadSync(new Uint8Array(8)), WebAssembly.CompileError);
});

test("the entry for browsers fetches", async (t) => {
  const web = await part("alibi.mjs");
  const asked = [];
  t.mock.method(globalThis, "fetch", async (url) => {
    asked.push(`${url}`);
    return /alibi\.wasm$/.test(url)
      ? new Response(readFileSync(join(folder, "alibi.wasm")))
      : new Response("", { status: 404, statusText: "Not Found" });
  });
  assert.equal((await web.load()).games().length, names.length);
  assert.equal((await web.load("/files/alibi.wasm")).games().length, names.length);
  await assert.rejects(web.load("/no"), { message: "/no: 404 Not Found" });
  assert.deepEqual(asked, [
    pathToFileURL(join(folder, "alibi.wasm")).href,
    ...["/files/alibi.wasm", "/no"],
  ]);
});

test("in a worker", async () => {
  const entry = JSON.stringify(pathToFileURL(join(folder, "node.mjs")));
  const script = `
    import { parentPort } from "node:worker_threads";
    import { load } from ${entry};
    const player = (await load()).player("null", "detective", { kind: "random" });
    parentPort.postMessage(player.see("deal=?").thinkSync().move);`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`));
  const move = await new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
  assert.ok(engine.game("null").play("deal=AA").legal().includes(move));
});
