/* A seat of a game that is played elsewhere, in WebAssembly: from what it was told it answers
 * previews, refusals and reach in the bytes of the table, which are those of the server
 * (tables.mjs); where the table would refuse for another reason it answers nothing. It knows no
 * more than its history: in two worlds with the same history it says the same.
 *
 * Usage: node seats.mjs BUILD [GAMES] */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [build, games = "3"] = process.argv.slice(2);
const { load } = await import(pathToFileURL(join(build, "npm/package/node.mjs")));
const engine = await load(await WebAssembly.compile(readFileSync(join(build, "alibi.wasm"))));
const ID = "aaaaaaaaaaaa";
const at = `/api/games/${ID}`;
const others = { jack: "detective", detective: "jack" };
const counts = { previews: 0, refusals: 0, reach: 0, silent: 0, worlds: 0 };

/* Numbers from 0 to n-1 that are the same in every run. */
function generator(seed) {
  let x = seed;
  return (n) => {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    return Math.floor((x / 2 ** 32) * n);
  };
}

function same(a, b, what) {
  if (JSON.stringify(a) !== JSON.stringify(b))
    throw new Error(`${what}:\n${JSON.stringify(a)}\n${JSON.stringify(b)}`);
}

/* --- A game at a table, and a seat that hears of it --- */

const wishFor = (game, options) => ({
  ...{ game, options, seats: { jack: "me", detective: "me" }, public: true },
});

const stateOf = (table, as) => JSON.parse(table.ask("GET", `${at}?as=${as}`).text);

/* What was told, token by token. */
const tokensOf = (history) =>
  history
    .filter(({ kind }) => kind === "move")
    .flatMap(({ token, told }) => [token, ...told.map((t) => t.token)]);

/* The seat of each side, which hears what is new. */
function listeners(game, options) {
  const heard = { jack: 0, detective: 0 };
  const seats = Object.fromEntries(
    Object.keys(others).map((name) => [name, engine.seat(game, name, { options })]),
  );
  return (name, state) => {
    const fresh = state.history.filter(({ seq }) => seq > heard[name]);
    heard[name] = state.seq;
    return seats[name].see(state.seq, ...tokensOf(fresh));
  };
}

const BAD = ["!SH", ">a1", ">zz", "deal=MS", "rotate:1:half", "nonsense", "\u00e9", ""];

/* Everything that may be asked while these tokens are staged. */
function* questions(as, seq, tokens) {
  for (const words of ["", "?words=1", "?words=2"]) {
    const ask = (body) => ["POST", `${at}/preview${words}`, JSON.stringify(body)];
    yield ask({ as, seq, tokens });
    for (const bad of BAD) yield ask({ as, seq, tokens: [...tokens, bad] });
    yield ask({ as: others[as], seq, tokens });
    yield ask({ as, seq: seq + 1, tokens });
    yield ask({ seq, tokens });
  }
  yield ["POST", `${at}/preview`, "{"];
  for (const who of [as, others[as], "truth", "public", "judge"])
    yield ["GET", `${at}/reach?as=${who}`];
  yield ["GET", `${at}/reach`];
  yield ["GET", `${at}?as=${as}`];
  yield ["GET", `${at}/record?as=${as}`];
}

/* The seat says what the table says, or nothing; never nothing to what it can tell. */
function compare(table, seat, question, as) {
  const [method, path, body] = question;
  const answer = seat.ask(...question);
  const wanted = table.ask(...question);
  if (answer) {
    same(answer, wanted, question.join(" "));
    if (path.includes("/reach")) counts.reach++;
    else if (answer.status === 200) counts.previews++;
    else counts.refusals++;
  } else {
    counts.silent++;
    const known = path.includes("/preview") && [200, 422].includes(wanted.status);
    if (path.endsWith(`reach?as=${as}`) || (known && JSON.parse(body).as === as))
      throw new Error(`no answer: ${method} ${path} ${body}`);
  }
}

function playThrough(game, options, seed) {
  const rng = generator(seed);
  const table = engine.table(ID, wishFor(game, options), { seed });
  const hear = listeners(game, options);
  for (let turn = 0; turn < 400; turn++) {
    const { to_act: as, seq } = stateOf(table, "public");
    if (!as) return;
    let { legal, ...state } = stateOf(table, as);
    const seat = hear(as, state);
    const tokens = [];
    for (;;) {
      for (const question of questions(as, seq, tokens)) compare(table, seat, question, as);
      if (!legal.length) break;
      const calm = legal.filter(({ token }) => token[0] !== "!");
      tokens.push((calm.length ? calm : legal)[rng((calm.length ? calm : legal).length)].token);
      const body = JSON.stringify({ as, seq, tokens });
      ({ legal } = JSON.parse(table.ask("POST", `${at}/preview`, body).text));
    }
    const body = JSON.stringify({ as, seq, tokens, key: `turn-${turn}` });
    const played = table.ask("POST", `${at}/moves`, body);
    if (played.status !== 200) throw new Error(played.text);
  }
  throw new Error(`${game}: no end`);
}

/* --- Two worlds --- */

/* One game twice, in which only the first secret differs, for as long as a seat that does not know
 * it is told the same: it says the same. */
function twoWorlds(game, options, seed) {
  const rng = generator(seed);
  const start = engine.game(game, options);
  const deals = start.legal();
  const deal = [rng(deals.length), rng(deals.length - 1)];
  if (deal[1] >= deal[0]) deal[1]++;
  const worlds = deal.map((i) => {
    const table = engine.table(ID, wishFor(game, options), { seed, outcomes: deals[i] });
    return { table, hear: listeners(game, options) };
  });
  for (let turn = 0; turn < 400; turn++) {
    const seen = worlds.map(({ table }) => stateOf(table, "detective"));
    if (JSON.stringify(seen[0].history) !== JSON.stringify(seen[1].history)) return;
    const { to_act: as, seq } = seen[0];
    if (!as) return;
    const heard = worlds.map(({ hear }, i) => hear("detective", seen[i]));
    const tokens = [];
    for (;;) {
      const body = JSON.stringify({ as, seq, tokens });
      if (as === "detective")
        for (const question of questions(as, seq, tokens)) {
          same(heard[0].ask(...question), heard[1].ask(...question), question.join(" "));
          counts.worlds++;
        }
      const legal = worlds.map(({ table }) =>
        JSON.parse(table.ask("POST", `${at}/preview`, body).text).legal.map((l) => l.token),
      );
      const both = legal[0].filter((token) => legal[1].includes(token) && token[0] !== "!");
      if (!both.length) break;
      tokens.push(both[rng(both.length)]);
    }
    const body = JSON.stringify({ as, seq, tokens, key: `turn-${turn}` });
    if (worlds.some(({ table }) => table.ask("POST", `${at}/moves`, body).status !== 200)) return;
  }
}

/* --- Running it --- */

function refused(run) {
  try {
    run();
  } catch (error) {
    return error.message;
  }
  throw new Error(`${run} was not refused`);
}

for (const { name, options } of engine.games()) {
  const choices = [{}, ...options.flatMap((o) => o.values.map((v) => ({ [o.name]: v })))];
  for (let seed = 1; seed <= Number(games); seed++) {
    const chosen = choices[seed % choices.length];
    playThrough(name, chosen, seed);
    for (let i = 0; i < 5; i++) twoWorlds(name, chosen, 10 * seed + i);
  }
  /* What cannot come is refused and changes nothing. */
  const seat = engine.seat(name, "detective");
  const before = JSON.stringify(seat.ask("GET", `${at}/reach?as=detective`));
  refused(() => seat.see(5, "nonsense"));
  same(JSON.stringify(seat.ask("GET", `${at}/reach?as=detective`)), before, "after a refusal");
  for (const who of ["public", "truth", "nobody"]) refused(() => engine.seat(name, who));
}
for (const [what, count] of Object.entries(counts))
  if (!count) throw new Error(`nothing was tried: ${what}`);
console.log(`seats in wasm: ${JSON.stringify(counts)}`);
