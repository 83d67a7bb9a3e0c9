/* Writes the little game that the front page shows: `npm run living` has two computers play a
 * few rounds of London and keeps what everybody sees of them, in src/lib/living.ts. */
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve } from '../tests/helpers.mjs';

const STEPS = 36;
const here = dirname(fileURLToPath(import.meta.url));
const server = await serve(Number(process.argv[2] ?? 21));
/* What lies on a place: l is lit, t a thing, p a piece, x one that is cleared. */
const letter = { light: () => 'l', thing: (m) => `t${m.symbol}` };
letter.piece = (m) => `${m.cleared ? 'x' : 'p'}${m.symbol}`;
const places = (scene) =>
  Object.entries(scene)
    .map(([place, marks]) => `${place}=${marks.map((m) => letter[m.layer](m)).join(',')}`)
    .join(' ');
const lines = (list) => list?.map((l) => `${l.from}>${l.to}`).join(' ');

/* Both seats are ours, and the computer says what it would do in each. */
let cookie = '';
async function post(path, body) {
  const answer = await fetch(server.address + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: server.address, Cookie: cookie },
    body: JSON.stringify(body),
  });
  cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie;
  return answer.json();
}
const get = async (path) =>
  (await fetch(server.address + path, { headers: { Cookie: cookie } })).json();

await post('/api/guest', {});
const seats = { jack: 'me', detective: 'me' };
const { id } = await post('/api/games', { game: 'london', options: {}, seats, public: true });
const steps = [];
const start = await get(`/api/games/${id}?as=public`);
const shown = Object.fromEntries(
  Object.entries(start.scene).map(([place, marks]) => [place, places({ [place]: marks })]),
);
while (steps.length < STEPS) {
  const { to_act: seat, seq, status } = await get(`/api/games/${id}?as=public`);
  if (status === 'over') break;
  const hint = await post(`/api/games/${id}/hint`, { as: seat, level: 'level4' });
  if (!hint.tokens) throw new Error(JSON.stringify(hint));
  const turn = { as: seat, seq, tokens: hint.tokens.map((t) => t.token), key: `k${seq}` };
  const { events } = await post(`/api/games/${id}/moves`, turn);
  for (const { path, after } of events) {
    if (!after) continue;
    const scene = Object.fromEntries(
      Object.entries(after.scene).filter(([place, marks]) => {
        const now = places({ [place]: marks });
        const same = (shown[place] ?? `${place}=`) === now;
        shown[place] = now;
        return !same;
      }),
    );
    const step = [path?.join(' ') ?? '', places(scene)];
    if (after.lines) step.push(lines(after.lines));
    if (step[1] || step[2] !== undefined) steps.push(step);
  }
}

const body = steps
  .slice(0, STEPS)
  .map((step) => `  ${JSON.stringify(step)},`)
  .join('\n');
writeFileSync(
  join(here, '../src/lib/living.ts'),
  `/* The game on the front page, written by tools/living.mjs: what lies where at the start, then for
 * each step the way of a piece, the places that change, and the lines if they do. */
export const start = '${places(start.scene)}';
export const beams = '${lines(start.lines) ?? ''}';
/* prettier-ignore */
export const steps: [way: string, places: string, lines?: string][] = [
${body.replaceAll("'", "\\'").replaceAll('"', "'")}
];
`,
);
await server.stop();
