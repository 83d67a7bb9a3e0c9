/* Games that are played on the server, between the guests of two pages. */
import { dice } from './helpers.mjs';

/* Asks the server as the guest of this page. */
export const asGuest = (page) => (path, body) =>
  page.evaluate(
    async ([at, sent]) => {
      const headers = { 'Content-Type': 'application/json' };
      const how = sent ? { method: 'POST', headers, body: JSON.stringify(sent) } : {};
      return (await fetch(at, how)).json();
    },
    [path, body],
  );

/* Every turn of the seat that begins with a card and ends the game at once. */
async function endings(ask, id, as, { seq, legal }) {
  const found = [];
  for (const { token } of legal) {
    const then = await ask(`/api/games/${id}/preview`, { as, seq, tokens: [token] });
    for (const l of then.legal ?? []) if (l.ends) found.push([token, l.token]);
  }
  return found;
}

/* A whole turn at random that ends nothing. */
async function turnOf(ask, id, as, { seq, legal }, roll) {
  const tokens = [];
  for (let open = legal; open.length;) {
    const calm = open.filter((l) => !l.ends);
    const from = calm.length ? calm : open;
    tokens.push(from[roll(from.length)].token);
    const then = await ask(`/api/games/${id}/preview`, { as, seq, tokens });
    if (then.complete) return tokens;
    open = then.legal;
  }
  return tokens;
}

/* Plays a game up to a turn that is wanted, which is not played yet. WANT is told the turn at
 * random and the turns that would end the game, and gives the one to take, or nothing. */
export async function lead(jack, detective, game, want, seed) {
  const roll = dice(seed);
  for (;;) {
    const seats = { jack: 'me', detective: 'open' };
    const { id, keys } = await jack('/api/games', { game, options: {}, seats, public: true });
    await detective(`/api/games/${id}/enter`, { key: keys.detective });
    for (let i = 0; ; i++) {
      const { to_act: as, status } = await jack(`/api/games/${id}?as=public`);
      if (status === 'over') break;
      const ask = as === 'jack' ? jack : detective;
      const state = await ask(`/api/games/${id}?as=${as}`);
      const { view } = await jack(`/api/games/${id}?as=jack`);
      const turn = await turnOf(ask, id, as, state, roll);
      const ends = want.ends ? await endings(ask, id, as, state) : [];
      const tokens = want.turn({ as, turn, ends, view: state.view, jack: view.identity });
      const play = (what) =>
        ask(`/api/games/${id}/moves`, { as, seq: state.seq, tokens: what, key: `k${i}` });
      if (tokens) return { id, as, tokens, state, play: () => play(tokens) };
      await play(turn);
    }
  }
}

/* A turn in which Jack leaves. */
export const escaping = {
  ends: true,
  turn: ({ as, ends }) => as === 'jack' && ends.find(([, token]) => token.startsWith('>')),
};
