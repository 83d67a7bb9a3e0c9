/* Who is signed in here, and everything that can be done with an account. */
import { alone } from './address';
import { allRecords, api, askServer, Refusal, type Summary } from './api';
import { forgetServer } from './forget';
import { t } from './i18n.svelte';
import {
  createPasskey,
  deviceName,
  NoPasskey,
  usePasskey,
  type CreateOptions,
  type GetOptions,
} from './passkeys';

export interface Account {
  id: string;
  name: string;
  bot: boolean;
  passkeys?: number;
  codes?: number;
  moderator?: boolean;
  /* milliseconds since 1970 until which a moderator has said so */
  banned?: number;
  muted?: number;
}

export interface Passkey {
  passkey: string;
  about: string;
  since: number;
  used: number;
  synced: boolean;
  copied: boolean;
}

export interface Session {
  session: string;
  about: string;
  since: number;
  seen: number;
  this: boolean;
  token: boolean;
  read: boolean;
  play: boolean;
}

/* ME is null for a guest, and undefined before it is known. BROUGHT: how many games this browser's
 * guest had when somebody signed in, which are not the account's. CODES are shown once, until
 * they are said to be saved. GONE: the account was deleted a moment ago, which is shown. */
export const account: {
  me: Account | null | undefined;
  brought: number;
  codes: string[];
  gone: boolean;
} = $state({ me: undefined, brought: 0, codes: [], gone: false });

/* Within the site they are shown again on the account's page; with the page they would be lost. */
addEventListener('beforeunload', (event) => {
  if (account.codes.length) event.preventDefault();
});

const ask = <T>(path: string, body?: unknown) => askServer<T>('/api/account' + path, body);
const challenge = <T>(purpose: string) => ask<T>('/challenge', { for: purpose });

interface Who {
  account: Account | null;
}

const know = ({ account: me }: Who) => {
  account.me = me;
};

export async function whoAmI() {
  if (alone) return;
  try {
    know(await ask<Who>(''));
  } catch {
    /* without a line nobody can tell */
  }
}

/* How many games this browser's guest has at the server. */
const guestGames = async () => (await api.mine().catch(() => ({ games: [] }))).games.length;

/* Asks for a passkey; its failures become sentences. */
async function passkey<T>(ceremony: () => Promise<T>): Promise<T> {
  try {
    return await ceremony();
  } catch (e) {
    if (e instanceof NoPasskey) throw new Refusal('passkey', t(`passkey.${e.why}`));
    throw e;
  }
}

/* While a recovery code is asked for, as there is no passkey: what is told whether one was given. */
export const proof: { done: ((given: boolean) => void) | undefined } = $state({
  done: undefined,
});

/* After the last code, where no passkey works, there are new ones. */
async function useCode(code: string): Promise<Who> {
  const { codes, ...who } = await ask<Who & { codes?: string[] }>('/recover', {
    code,
    about: deviceName(),
  });
  if (codes) account.codes = codes;
  return who;
}

/* Signing in anew by a code shows that it is the same person. */
export async function proveByCode(code: string) {
  const before = account.me?.id;
  know(await useCode(code));
  proof.done?.(account.me?.id === before);
}

async function askForCode() {
  const given = await new Promise<boolean>((done) => (proof.done = done));
  proof.done = undefined;
  if (!given) throw new Refusal('passkey', t('prove.none'));
}

/* A passkey that was copied opens nothing. */
const hasPasskey = async () => (await devices()).passkeys.some((p) => !p.copied);

/* What needs a passkey shown a moment ago, or a code: it is asked for if that was longer ago. */
async function fresh<T>(what: () => Promise<T>): Promise<T> {
  try {
    return await what();
  } catch (e) {
    if (!(e instanceof Refusal) || e.code !== 'not-fresh') throw e;
    if (await hasPasskey()) {
      const options = await challenge<GetOptions>('confirm');
      await ask('/confirm', await passkey(() => usePasskey(options)));
    } else {
      await askForCode();
    }
    return what();
  }
}

export async function signUp(name: string, bot: boolean, takesGames: boolean) {
  const options = await ask<CreateOptions>('/name', { name });
  const answer = await passkey(() => createPasskey(options));
  const about = deviceName();
  const made = await ask<Who & { codes: string[] }>('/sign-up', {
    ...answer,
    name,
    bot,
    about,
  });
  account.codes = made.codes;
  if (takesGames) await ask('/games', {});
  await whoAmI();
}

async function begun(who: Who, games: number) {
  know(who);
  account.brought = games;
}

export async function signIn() {
  const games = await guestGames();
  const options = await challenge<GetOptions>('sign-in');
  const answer = await passkey(() => usePasskey(options));
  await begun(await ask<Who>('/sign-in', { ...answer, about: deviceName() }), games);
}

export async function recover(code: string) {
  const games = await guestGames();
  await begun(await useCode(code), games);
}

export async function takeGames() {
  await ask('/games', {});
  account.brought = 0;
}

/* What this browser remembers of the account's games goes with the session. */
async function forgetGames() {
  const { games } = await api.mine();
  forgetServer(new Set(games.map((g) => g.id)));
}

function isGone() {
  Object.assign(account, { me: null, brought: 0, codes: [] });
}

export async function signOut() {
  await forgetGames().catch(() => {});
  await ask('/sessions/end', {});
  isGone();
}

export const devices = () => ask<{ passkeys: Passkey[]; codes: number }>('/passkeys');

export const addDevice = () =>
  fresh(async () => {
    const options = await challenge<CreateOptions>('passkey');
    const answer = await passkey(() => createPasskey(options));
    await ask('/passkeys', { ...answer, about: deviceName() });
    await whoAmI();
  });

export const removeDevice = (id: string) =>
  fresh(async () => {
    await ask('/passkeys/end', { passkey: id });
    await whoAmI();
  });

export const newCodes = () =>
  fresh(async () => {
    account.codes = (await ask<{ codes: string[] }>('/codes', {})).codes;
    await whoAmI();
  });

export const sessions = async () => (await ask<{ sessions: Session[] }>('/sessions')).sessions;
export const endSession = (id: string) => ask('/sessions/end', { session: id });
export const endOthers = () => ask('/sessions/end', { others: true });

export const newToken = (about: string, read: boolean, play: boolean) =>
  fresh(async () => (await ask<{ token: string }>('/tokens', { about, read, play })).token);

/* The records of the account's games that are over: those it has played, and those of GAMES that
 * the browser's guest has played and the account has taken along. SO_FAR is told how many there are. */
async function ownRecords(games: Summary[], id: string, soFar: (n: number) => void) {
  const records = await allRecords(id, {}, soFar);
  const known = new Set(records.map((r) => r.id));
  for (const { id, status } of games) {
    if (status !== 'over' || known.has(id)) continue;
    records.push({ id, record: await api.record(id, 'truth') });
    soFar(records.length);
  }
  return records;
}

/* All that is kept of the account, with its games and their moves. */
export async function exported(soFar: (n: number) => void): Promise<string> {
  const id = account.me?.id ?? '';
  const [data, { games }] = await Promise.all([ask<object>('/export'), api.mine()]);
  const records = await ownRecords(games, id, soFar);
  return JSON.stringify({ ...data, games, records }, null, 1);
}

export const deleteAccount = (name: string) =>
  fresh(async () => {
    const { games } = await api.mine();
    await ask('/delete', { name });
    forgetServer(new Set(games.map((g) => g.id)));
    isGone();
    account.gone = true;
  });
