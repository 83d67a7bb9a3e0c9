/* Moderation as people see it: one reports another, a moderator reads what was said and decides, and
 * whoever is banned is told until when. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { test } from 'node:test';
import { faults, inspect, signedUp, stand, widths } from './helpers.mjs';

const { server, browser } = await stand();
/* Passkeys are not for addresses in numbers. */
const address = server.address.replace('127.0.0.1', 'localhost');
/* Where pictures of the page go, for who wants to look at it. */
const pictures = process.env.PICTURES;

const person = (name) => signedUp(browser, address, name);

const post = (page, path, body) =>
  page.evaluate(
    async ([where, what]) => {
      const headers = { 'Content-Type': 'application/json' };
      const answer = await fetch(where, {
        method: 'POST',
        headers,
        body: JSON.stringify(what),
      });
      return answer.json();
    },
    [path, body],
  );

/* As people see it, on phones and on desks, by day and by night. */
async function look(page, what) {
  for (const scheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      assert.deepEqual(await faults(page), [], `${what}, ${width} pixels, ${scheme}`);
      if (!pictures) continue;
      mkdirSync(pictures, { recursive: true });
      await page.screenshot({
        path: `${pictures}/${what}-${width}-${scheme}.png`,
        fullPage: true,
      });
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    await inspect(page, 0, what);
  }
}

/* Chooses what to do in the dialog, and does it. */
async function decide(page, { action, days, why }) {
  if (action) await page.locator('#m-action').selectOption(action);
  if (days) await page.locator('#m-days').fill(String(days));
  await page.locator('#m-why').fill(why);
  await page.locator('dialog[open] button.primary').click();
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
}

test('a report is read and decided, a ban is told, a game is taken out', async () => {
  const [ann, bob, mod] = [await person('Ann'), await person('Bob'), await person('Milo')];
  await mod.goto(`${address}/moderate`);
  await mod.locator('.page .reason, .page p').first().waitFor();
  assert.equal(await mod.locator('#m-reports').count(), 0, 'it is for moderators');
  while (!mod.complaints.length)
    await mod.waitForTimeout(20); /* the browser tells of the 403 in its time */
  assert.match(mod.complaints.splice(0).join(), /^[^,]*403[^,]*$/);
  server.admin('moderator', 'add', 'Milo');

  const made = await post(ann, '/api/games', {
    game: 'pocket',
    seats: { detective: 'me', jack: 'open' },
    clock: '600+5',
    rated: true,
  });
  const of = (what) => `/api/games/${made.id}/${what}`;
  await post(bob, of('enter'), { key: made.keys.jack });
  for (const page of [ann, bob]) await post(page, of('talk'), { set: 'free' });
  await post(bob, of('talk'), {
    text: 'your play is <b>awful</b> and so are you, every time, at each table',
  });
  await post(ann, of('talk'), { say: 'bye' });
  await post(bob, of('resign'), { key: 'k' });
  await ann.goto(`${address}/g/${made.id}`);
  await ann.locator('.result .talk').waitFor();
  await ann.locator('.result .about summary').click();
  await ann.locator('.result .report').click();
  await ann.locator('#report-reason').selectOption('talk');
  await ann.locator('#report-more').fill('insults');
  await ann.locator('.reporting .primary').click();
  await ann.locator('.reporting').waitFor({ state: 'detached' });

  await mod.goto(`${address}/account`);
  await mod.locator('a[href$="/moderate"]').click();
  const report = mod.locator('.reports > li');
  await report.locator('blockquote', { hasText: 'insults' }).waitFor();
  await report.locator('.words', { hasText: '<b>awful</b>' }).waitFor();
  await report.locator('.words', { hasText: 'Goodbye!' }).waitFor();
  assert.match(await report.locator('dl').innerText(), /Ann[^]*won: 1[^]*Bob[^]*gave up: 1/);
  await look(mod, 'a-report');

  /* Ann would judge her own case. */
  server.admin('moderator', 'add', 'Ann');
  await ann.goto(`${address}/moderate`);
  const own = ann.locator('.reports > li', { hasText: 'another moderator decides' });
  await own.waitFor();
  for (const button of ['.decide', '.count'])
    assert.ok(await own.locator(button).isDisabled(), button);
  server.admin('moderator', 'remove', 'Ann');

  /* The game does not count any more, and then again. */
  await report.locator('.count').click();
  await decide(mod, { why: 'not a game' });
  await report.locator('.mark', { hasText: 'does not count' }).waitFor();
  await report.locator('.count').click();
  await decide(mod, { why: 'a game after all' });
  await report.locator('.mark', { hasText: /^rated$/ }).waitFor();

  await report.locator('.decide').click();
  await mod.locator('#m-action').selectOption('ban');
  await look(mod, 'deciding');
  await decide(mod, { action: 'ban', days: 3, why: 'insults' });
  await mod.locator('.reports', { hasText: 'There are none.' }).waitFor();
  const log = mod.locator('.log li');
  assert.match(await log.first().innerText(), /Milo:\s+banned\s+Bob\s+for 3 days\s+– insults/);
  assert.equal(await log.count(), 6);
  assert.equal(await log.locator('button').count(), 1, 'only what holds is lifted');
  await look(mod, 'decided');

  /* Bob is told, and finds nobody. */
  await bob.goto(`${address}/account`);
  await bob.locator('.reason', { hasText: /2\d{3}/ }).waitFor();
  const told = await post(bob, '/api/pairing', { ticket: 't', game: 'pocket', clock: '600+5' });
  assert.equal(told.error.code, 'banned');
  assert.match(told.error.reason, /\d{4}-\d\d-\d\d \d\d:\d\d UTC/);
  if (pictures) await bob.screenshot({ path: `${pictures}/banned.png`, fullPage: true });

  await log.first().locator('button').click();
  await decide(mod, { why: 'sorry' });
  await mod.locator('.log', { hasText: 'unbanned' }).waitFor();
  assert.equal(await log.locator('button').count(), 0);
  assert.match(server.admin('log'), /Milo {2}unban {2}Bob: sorry/);
  const free = await post(bob, '/api/pairing', { ticket: 't', game: 'pocket', clock: '600+5' });
  assert.equal(free.game, null);

  for (const page of [ann, mod]) assert.deepEqual(page.complaints, []);
  for (const page of [ann, bob, mod]) await page.context().close();
});

test('a name is reported from a profile, by a guest, and moderators call tournaments off', async () => {
  const [rude, mod] = [await person('Rudolf'), await person('Mona')];
  server.admin('moderator', 'add', 'Mona');
  const context = await browser.newContext();
  const guest = await context.newPage();
  await guest.goto(`${address}/people/${rude.person}`);
  await guest.locator('.page .report').click();
  await guest.locator('#report-name-more').fill('rude');
  await look(guest, 'reporting-a-name');
  await guest.locator('dialog[open] .primary').click();
  await guest.locator('.thanks').waitFor();

  const made = await post(rude, '/api/tournaments', {
    request: 'abcdefghijklmnopqrstuv',
    title: 'fog',
    game: 'pocket',
    kind: 'swiss',
    clock: '300+5',
    starts: Date.now() + 3600000,
  });
  await post(mod, `/api/tournaments/${made.id}/join`, {});
  await mod.goto(`${address}/tournament/${made.id}`);
  await mod.locator('.cancel').click();
  await mod.locator('dialog[open] button.primary').click();
  await mod.locator('.when', { hasText: 'Did not take place' }).waitFor();

  await mod.goto(`${address}/moderate`);
  const report = mod.locator('.reports > li', { hasText: 'Rudolf' });
  await report.locator('blockquote', { hasText: 'rude' }).waitFor();
  assert.match(await report.innerText(), /The name[^]*a guest[^]*Rudolf/);
  assert.match(await mod.locator('.log li').first().innerText(), /called off:\s+Rudolf/);
  await look(mod, 'a-name');
  await report.locator('.decide').click();
  await decide(mod, { why: 'a name' });
  await mod.locator('.reports', { hasText: 'There are none.' }).waitFor();
  assert.deepEqual(mod.complaints, []);
  for (const page of [rude, mod]) await page.context().close();
  await context.close();
});
