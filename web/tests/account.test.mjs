/* Accounts, with authenticators that the browser pretends to have: signing up, a second device, lost ones,
 * and those who try to be somebody else. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { equip, inspect, stand, tab, visit } from './helpers.mjs';

const { server, browser } = await stand();
/* Passkeys are not for addresses in numbers. */
const address = server.address.replace('127.0.0.1', 'localhost');

async function person(options) {
  const page = await visit(browser, options);
  page.device = await equip(page);
  await page.goto(`${address}/account`);
  return page;
}

async function signUp(page, name) {
  await page.fill('#name', name);
  await page.locator('section:has(#name) button.primary').click();
  await page.locator('.codes').waitFor();
  const codes = await page.locator('.codes code').allInnerTexts();
  assert.equal(new Set(codes).size, 10);
  return codes;
}

const heading = (page, name) => page.locator('h1', { hasText: name }).waitFor();
const withPasskey = (page) => page.locator('.with-passkey').click();
const signedOut = (page) => page.locator('.with-passkey').waitFor();
const refused = async (page, selector, words) => {
  await page.locator(selector).filter({ hasText: words }).waitFor();
};

async function close(page, expected = /^$/) {
  assert.deepEqual(
    page.complaints.filter((c) => !expected.test(c)),
    [],
  );
  await page.context().close();
}

test('a name, a passkey, and back again', async () => {
  const page = await person();
  const codes = await signUp(page, 'Ada');
  await heading(page, 'Ada');
  /* They are there again after another page of the site, and closing asks first. */
  await page.locator('a[href^="/people/"]').first().click();
  await page.locator('.codes').waitFor({ state: 'detached' });
  await page.goBack();
  await page.locator('.codes').waitFor();
  assert.deepEqual(await page.locator('.codes code').allInnerTexts(), codes);
  const asked = page.waitForEvent('dialog');
  const left = page.close({ runBeforeUnload: true });
  assert.equal((await asked).type(), 'beforeunload');
  await (await asked).dismiss();
  await left;
  await page.locator('.codes .kept').click();
  await page.locator('.codes').waitFor({ state: 'detached' });
  for (const code of codes) assert.ok(!(await page.content()).includes(code));
  assert.equal(await page.locator('header .account').innerText(), 'Ada');
  await page.locator('.sign-out').click();
  await signedOut(page);
  assert.equal(await page.locator('header .account').innerText(), 'Sign in');
  await withPasskey(page);
  await heading(page, 'Ada');
  await page.reload();
  await heading(page, 'Ada');
  await close(page);
});

test('names that cannot be had are refused in words', async () => {
  const page = await person();
  for (const [name, words] of [
    ['admin', /reserved/],
    ['a.b.c', /letters and digits/],
    ['ADA', /is taken/],
  ]) {
    await page.fill('#name', name);
    await page.locator('section:has(#name) button.primary').click();
    await refused(page, '.reason', words);
  }
  await close(page, /409/);
});

test('everything by the keyboard', async () => {
  const page = await person();
  await tab(page, '#name');
  await page.keyboard.type('Keys');
  await page.keyboard.press('Enter');
  await page.locator('.codes').waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'codes');
  await tab(page, '.codes .kept');
  await page.keyboard.press('Enter');
  await tab(page, '.sign-out');
  await page.keyboard.press('Enter');
  await tab(page, '.with-passkey');
  await page.keyboard.press('Enter');
  await heading(page, 'Keys');
  await close(page);
});

test("a guest's games come along, and nothing is lost", async () => {
  const page = await person();
  const make = () =>
    page.evaluate(async () => {
      const headers = { 'Content-Type': 'application/json' };
      await fetch('/api/guest', { method: 'POST', headers, body: '{}' });
      const body = JSON.stringify({ game: 'null', seats: { jack: 'me', detective: 'open' } });
      return (await (await fetch('/api/games', { method: 'POST', headers, body })).json()).id;
    });
  const mine = () =>
    page.evaluate(async () =>
      (await (await fetch('/api/games')).json()).games.map((g) => g.id),
    );
  const first = await make();
  await signUp(page, 'Grace');
  assert.deepEqual(await mine(), [first]);
  await page.locator('.sign-out').click();
  await signedOut(page);
  assert.deepEqual(await mine(), []);
  const second = await make();
  await withPasskey(page);
  await page.locator('.brought').waitFor();
  assert.deepEqual(await mine(), [first]);
  await page.locator('.brought button.primary').click();
  await page.locator('.brought').waitFor({ state: 'detached' });
  assert.deepEqual((await mine()).sort(), [first, second].sort());
  await close(page);
});

test('a second device, and one that is lost', async () => {
  const page = await person();
  const codes = await signUp(page, 'Linus');
  /* A security key beside the built-in authenticator. */
  await equip(page, { transport: 'usb' });
  await page.device.set('setUserVerified', { isUserVerified: false });
  await page.locator('.devices .add').click();
  await page.locator('.devices li').nth(1).waitFor();
  assert.equal(await page.locator('.devices li').count(), 2);
  /* All are gone: another browser, and a code from the paper. */
  const other = await person();
  await other.locator('.lost summary').click();
  await other.fill('#code', codes[2].toUpperCase().replaceAll('-', ' '));
  await other.locator('.lost form button').click();
  await heading(other, 'Linus');
  await other.locator('.devices').getByText('9 recovery codes are left').waitFor();
  /* The lost ones are removed, and a new one is made. */
  for (let n = 2; n > 0; n--) {
    await other
      .locator('.devices li')
      .nth(n - 1)
      .waitFor();
    await other.locator('.devices li button').first().click();
    await other
      .locator('dialog[open] .last')
      .waitFor({ state: n > 1 ? 'detached' : 'visible' });
    await other.locator('dialog[open] .remove').click();
    await other
      .locator('.devices li')
      .nth(n - 1)
      .waitFor({ state: 'detached' });
  }
  await refused(other, '.devices .reason', /You have no passkey/);
  await other.locator('.devices .add').click();
  await other.locator('.devices li').waitFor();
  await close(other);
  /* Whoever has found the first device is signed out, and stays out. */
  await page.reload();
  await signedOut(page);
  await page.device.set('setUserVerified', { isUserVerified: true });
  await withPasskey(page);
  await refused(page, '.reason', /opens no account/);
  await close(page, /403/);
});

test('a code is good once, and made-up ones are not', async () => {
  const page = await person();
  const [code] = await signUp(page, 'Barbara');
  await page.locator('.sign-out').click();
  for (const [text, good] of [
    [code, true],
    [code, false],
    ['abcd-efgh-ijkm-npqr', false],
  ]) {
    await signedOut(page);
    if (!(await page.locator('#code').isVisible())) await page.locator('.lost summary').click();
    await page.fill('#code', text);
    await page.locator('.lost form button').click();
    if (good) await page.locator('.sign-out').click();
    else await refused(page, '.reason', /opens no account/);
  }
  await close(page, /403/);
});

test('takeovers are refused', async () => {
  const ada = await person();
  await signUp(ada, 'Victim');
  const [credential] = await ada.device.credentials();

  /* A browser without her passkey. */
  const mallory = await person();
  await withPasskey(mallory);
  await refused(mallory, '.reason', /No passkey was used/);

  /* A passkey of Mallory's with the id of hers. */
  const { privateKey } = await (async () => {
    await signUp(mallory, 'Mallory');
    return (await mallory.device.credentials())[0];
  })();
  await mallory.locator('.sign-out').click();
  await signedOut(mallory);
  await mallory.device.set('clearCredentials');
  await mallory.device.set('addCredential', { credential: { ...credential, privateKey } });
  await withPasskey(mallory);
  await refused(mallory, '.reason', /opens no account/);

  /* An authenticator that does not know who is there. */
  await ada.locator('.sign-out').click();
  await signedOut(ada);
  await ada.device.set('setUserVerified', { isUserVerified: false });
  await withPasskey(ada);
  await refused(ada, '.reason', /No passkey was used/);
  await ada.device.set('setUserVerified', { isUserVerified: true });

  /* An answer that was used already, sent again from her own browser. */
  const [asked] = await Promise.all([
    ada.waitForRequest('**/api/account/sign-in'),
    withPasskey(ada),
  ]);
  await heading(ada, 'Victim');
  const again = (page) =>
    page.evaluate(async (body) => {
      const headers = { 'Content-Type': 'application/json' };
      return (await fetch('/api/account/sign-in', { method: 'POST', headers, body })).status;
    }, asked.postData());
  assert.equal(await again(ada), 403);
  assert.equal(await again(mallory), 403);
  await close(ada, /403/);
  await close(mallory, /403/);
});

test('a cookie is not enough: one that is planted, one that is stolen', async () => {
  const ada = await person();
  const mallory = await person();
  const cookies = (page) => page.context().cookies(address);
  const whoami = (page) =>
    page.evaluate(async () => (await (await fetch('/api/account')).json()).account?.name);
  /* All that Mallory has is in Ada's browser before she signs up; she does not sign up for both. */
  await signUp(mallory, 'Planter');
  await ada.context().addCookies(await cookies(mallory));
  await mallory.locator('.sign-out').click();
  await signedOut(mallory);
  await ada.reload();
  await signedOut(ada);
  await signUp(ada, 'Planted');
  await mallory.reload();
  await signedOut(mallory);
  assert.equal(await whoami(mallory), undefined);
  await ada.locator('.codes .kept').click();

  /* Hers are in Mallory's, a while later: he is where she is, and can take nothing. */
  await mallory.context().addCookies(await cookies(ada));
  await server.crash(0, `--test-later ${11 * 60}`);
  await mallory.device.set('clearCredentials');
  await mallory.reload();
  await heading(mallory, 'Planted');
  for (const button of ['.devices li button', '.new-codes']) {
    await mallory.locator('.devices .reason').waitFor({ state: 'detached' });
    await mallory.locator(button).first().click();
    await mallory.locator('dialog[open] button.primary').click();
    await refused(mallory, '.devices .reason', /No passkey was used/);
    await mallory.reload();
    await heading(mallory, 'Planted');
  }
  await mallory.locator('.data .delete').click();
  await mallory.fill('#typed', 'Planted');
  await mallory.locator('dialog[open] button.primary').click();
  await refused(mallory, 'dialog[open] .reason', /No passkey was used/);

  /* Ada is asked for her passkey, has one, and throws him out. */
  await ada.reload();
  await ada.locator('.new-codes').click();
  await ada.locator('dialog[open] .renew').click();
  await ada.locator('.codes .kept').click();
  await ada.locator('.sign-out').click();
  await signedOut(ada);
  await mallory.reload();
  await signedOut(mallory);
  await server.crash();
  await close(ada, /40[13]|ERR_CONNECTION/);
  await close(mallory, /40[13]|ERR_CONNECTION/);
});

test('without a passkey a recovery code shows who it is', async () => {
  const page = await person();
  const codes = await signUp(page, 'Locked');
  await page.locator('.codes .kept').click();
  await page.locator('.devices li button').click();
  await page.locator('dialog[open] button', { hasText: 'Keep it' }).click();
  await page.locator('.devices li button').click();
  await page.locator('dialog[open] .last').waitFor();
  await page.locator('dialog[open] .remove').click();
  await refused(page, '.devices .reason', /You have no passkey/);
  const key = async () => (await page.device.credentials()).map((c) => c.credentialId).join();
  const old = await key();

  await server.crash(0, `--test-later ${11 * 60}`);
  await page.reload();
  await heading(page, 'Locked');
  await page.locator('.devices .add').click();
  await page.locator('#prove-code').waitFor();
  await page.keyboard.press('Escape');
  await refused(page, '.devices .reason', /No recovery code was used/);
  assert.equal(await key(), old, 'no key is made before the server agrees');
  await page.locator('.devices .add').click();
  await page.fill('#prove-code', 'abcd-efgh-ijkm-npqr');
  await page.locator('dialog[open] .prove').click();
  await refused(page, '#prove-code-failure', /opens no account/);
  await page.fill('#prove-code', codes[0]);
  await page.locator('dialog[open] .prove').click();
  await page.locator('.devices li').waitFor();
  assert.notEqual(await key(), old);
  await page.locator('.devices').getByText('9 recovery codes are left').waitFor();

  /* The last code of somebody without a passkey brings new ones, which are shown. */
  await page.locator('.devices li button').click();
  await page.locator('dialog[open] .remove').click();
  await page.locator('.devices li').waitFor({ state: 'detached' });
  await page.evaluate(
    async (codes) => {
      const headers = { 'Content-Type': 'application/json' };
      for (const code of codes) {
        const body = JSON.stringify({ code });
        await fetch('/api/account/recover', { method: 'POST', headers, body });
      }
    },
    codes.slice(1, 9),
  );
  await page.reload();
  await page.locator('.devices').getByText('1 recovery code is left').waitFor();
  await page.locator('.sign-out').click();
  await signedOut(page);
  await page.locator('.lost summary').click();
  await page.fill('#code', codes[9]);
  await page.locator('.lost form button').click();
  await page.locator('.codes code').nth(9).waitFor();
  const fresh = await page.locator('.codes code').allInnerTexts();
  assert.equal(new Set([...codes, ...fresh]).size, 20);
  await page.locator('.devices').getByText('10 recovery codes are left').waitFor();
  await server.crash();
  await close(page, /40[13]|ERR_CONNECTION/);
});

test('a passkey with a copy', async () => {
  const page = await person();
  await signUp(page, 'Copied');
  await page.locator('.sign-out').click();
  await signedOut(page);
  await withPasskey(page);
  await heading(page, 'Copied');
  await page.locator('.sign-out').click();
  await signedOut(page);
  const [credential] = await page.device.credentials();
  assert.ok(credential.signCount > 0);
  await page.device.set('clearCredentials');
  await page.device.set('addCredential', { credential: { ...credential, signCount: 0 } });
  await withPasskey(page);
  await refused(page, '.reason', /has been copied/);
  await close(page, /403/);
});

test('everything as a file: with the moves of the games', async () => {
  const page = await person();
  const post = (path, body) =>
    page.evaluate(
      async ([path, body]) => {
        const headers = { 'Content-Type': 'application/json' };
        const reply = await fetch(path, { method: 'POST', headers, body });
        if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`);
        return reply.json();
      },
      [path, JSON.stringify(body)],
    );
  const begin = async () => {
    const seats = { jack: 'me', detective: 'random' };
    return (await post('/api/games', { game: 'pocket', seats })).id;
  };
  const finish = async () => {
    const id = await begin();
    await post(`/api/games/${id}/resign`, { key: 'k' });
    return id;
  };
  /* One of the browser's guest, which comes along; then the account's own, one of which goes on. */
  await post('/api/guest', {});
  const guests = await finish();
  await signUp(page, 'Mover');
  await page.locator('.codes .kept').click();
  const own = [];
  for (let i = 0; i < 21; i++) own.push(await finish());
  const running = await begin();
  await page.waitForFunction(async (n) => {
    const { account } = await (await fetch('/api/account')).json();
    const page = await fetch(`/api/people/${account.id}/records`);
    const { records, next } = await page.json();
    return records.length === n && next !== null;
  }, 20);
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('.data .export').click(),
  ]);
  const data = JSON.parse(readFileSync(await saved.path(), 'utf8'));
  const ids = (list) => list.map((g) => g.id).sort();
  assert.deepEqual(ids(data.games), [guests, ...own, running].sort());
  assert.deepEqual(ids(data.records), [guests, ...own].sort());
  for (const { record } of data.records) {
    assert.match(record, /^\[Game "pocket"\]/);
    assert.match(record, /\[Jack /);
    assert.match(record, /deal=/);
  }
  await page.locator('.data .export:enabled').waitFor();
  await close(page);
});

test('sessions, tokens, the export and the end', async () => {
  const page = await person();
  await page.locator('.more summary').click();
  await page.locator('#bot').check();
  await signUp(page, 'Robby');
  await page.locator('.codes .kept').click();
  await page.locator('.bot').waitFor();
  await page.locator('.tokens summary').click();
  await page.fill('#token-about', 'engine');
  await page.locator('.tokens form button').click();
  await page.locator('#token').waitFor();
  const token = await page.inputValue('#token');
  const headers = { Authorization: `Bearer ${token}` };
  const whoami = () => fetch(`${address}/api/account`, { headers }).then((r) => r.json());
  assert.equal((await whoami()).account.name, 'Robby');
  await page.locator('.tokens li').waitFor();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('.data .export').click(),
  ]);
  assert.equal(saved.suggestedFilename(), 'alibi-Robby.json');
  const text = readFileSync(await saved.path(), 'utf8');
  const data = JSON.parse(text);
  assert.deepEqual([data.games, data.records], [[], []]);
  assert.match(text, /"Robby"/);
  assert.match(text, /passkey/);
  assert.ok(!text.includes(token), 'what opens the account is no part of it');

  /* The same passkey in another browser. */
  const other = await person();
  const [credential] = await page.device.credentials();
  await other.device.set('addCredential', {
    credential: { ...credential, signCount: credential.signCount + 10 },
  });
  await withPasskey(other);
  await heading(other, 'Robby');
  await page.reload();
  await page.locator('.sessions li').nth(1).waitFor();
  await page.locator('.sessions .others').click();
  await page.locator('.sessions li').nth(1).waitFor({ state: 'detached' });
  assert.equal((await whoami()).error.code, 'signed-out');
  await other.reload();
  await signedOut(other);

  await page.locator('.data .delete').click();
  await page.fill('#typed', 'robby');
  assert.ok(await page.locator('dialog[open] button.primary').isDisabled());
  await page.fill('#typed', 'Robby');
  await page.locator('dialog[open] button.primary').click();
  await signedOut(page);
  await page.locator('.gone', { hasText: 'The account was deleted.' }).waitFor();
  await page.waitForFunction(() => scrollY === 0);
  await page.fill('#name', 'robby');
  await page.locator('section:has(#name) button.primary').click();
  await refused(page, '.reason', /is taken/);
  await close(page, /409/);
  await close(other);
});

test('no passkeys at an address in numbers', async () => {
  const page = await visit(browser);
  await page.goto(`${server.address}/account`);
  await refused(page, '.reason', /need https/);
  assert.ok(await page.locator('.with-passkey').isDisabled());
  await page.locator('a', { hasText: new URL(address).host }).click();
  await page.locator('.with-passkey:enabled').waitFor();
  assert.equal(page.url(), `${address}/account`);
  await close(page);
});

for (const language of ['en', 'de', 'fr', 'es'])
  test(`axe finds nothing, and nothing sticks out: ${language}`, async () => {
    const page = await person({ prefs: { language } });
    await signedOut(page);
    await page.locator('.lost summary').click();
    await inspect(page, 0, `signed out, ${language}`);
    await inspect(page, 1, `signed out, ${language}`);
    await signUp(page, `Looker-${language}`);
    await page.locator('.devices li').waitFor();
    await inspect(page, 0, `codes, ${language}`);
    await page.locator('.tokens summary').click();
    await inspect(page, 1, `tokens, ${language}`);
    await page.locator('.data .delete').click();
    await page.locator('dialog[open]').waitFor();
    await inspect(page, 0, `deleting, ${language}`);
    await close(page);
  });
