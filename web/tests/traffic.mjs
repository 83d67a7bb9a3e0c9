/* What a game costs on the wire: requests and bytes for one round of London in a real browser, from
 * the Detective's first decision in round 1 to his first in round 2, as a person at a quick pace
 * has it. `npm run traffic` prints the table of docs/testing.md; $ALIBI may name another program. */
import {
  begin,
  dice,
  launch,
  mouse,
  ready,
  serve,
  step,
  visit,
  withoutEngine,
} from './helpers.mjs';

const server = await serve(8);
const browser = await launch();
const page = await visit(browser, { prefs: { pace: 'quick' } });
await withoutEngine(page); /* with it there are no previews */

/* --- What goes over the wire --- */

const wire = await page.context().newCDPSession(page);
const routes = new Map(); /* of requests, by their number */

let counts = new Map(); /* by route: requests, bytes up, bytes down */

function routeOf({ url, method }) {
  const { pathname } = new URL(url);
  if (!pathname.startsWith('/api/')) return 'page';
  return `${method} ${pathname.replace(/^(\/api\/games\/)[a-z0-9]{12}/, '$1*')}`;
}

function count(route, requests, up, down) {
  const before = counts.get(route) ?? [0, 0, 0];
  counts.set(route, [before[0] + requests, before[1] + up, before[2] + down]);
}

await wire.send('Network.enable');
wire.on('Network.requestWillBeSent', ({ requestId, request }) => {
  const route = routeOf(request);
  routes.set(requestId, route);
  count(route, 1, request.postData?.length ?? 0, 0);
});
wire.on('Network.dataReceived', ({ requestId, dataLength }) =>
  count(routes.get(requestId) ?? 'page', 0, 0, dataLength),
);

/* --- A round --- */

const round = async () => Number(await page.locator('.rounds .now').textContent());

await begin(page, server.address, 'london', 'detective');
await ready(page);
const opening = counts;
counts = new Map();
const roll = dice(3);
let steps = 0;
for (;;) {
  /* Everything that has happened is shown before the round is looked at. */
  if (!(await ready(page))) throw new Error('the game ended too early');
  if ((await round()) === 2) break;
  await step(page, mouse, roll);
  steps++;
}
await page.waitForTimeout(1000); /* for what comes after */

function print(title, table) {
  const rows = [...table].filter(([route]) => route !== 'page').sort();
  console.log(`${title}\n\n| request | how many | bytes up | bytes down |\n|---|---|---|---|`);
  for (const [route, numbers] of rows) console.log(`| \`${route}\` | ${numbers.join(' | ')} |`);
  const sum = [0, 1, 2].map((i) => rows.reduce((all, [, numbers]) => all + numbers[i], 0));
  console.log(`| all | ${sum.join(' | ')} |\n`);
}
print('from the front page to the first decision', opening);
print(`one round, ${steps} steps by mouse`, counts);
await browser.close();
await server.stop();
