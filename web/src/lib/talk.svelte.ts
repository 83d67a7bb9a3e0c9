/* What people at a table say to each other, and what can be done about it. */
import { askServer } from './api';
import { t, type Key } from './i18n.svelte';
import type { Seat } from './model';

/* Set phrases, which every reader sees in a language of their own; and faces. */
export const phrases = [
  'hello',
  'good-luck',
  'well-played',
  'nice-move',
  'thanks',
  'oops',
  'moment',
  'bye',
] as const;
export const faces = ['smile', 'laugh', 'surprise', 'applause'] as const;

export interface Line {
  seat: Seat;
  say?: string;
  text?: string;
}

/* As it is told: `free` says who agrees to free text, and is null for those who look on. */
export interface TalkTold {
  lines: Line[];
  free: Record<Seat, boolean> | null;
  muted: boolean;
}

export const reasons = ['talk', 'cheating', 'stalling', 'name', 'other'] as const;
export type Reason = (typeof reasons)[number];

export const isFace = (code: string | undefined): code is (typeof faces)[number] =>
  (faces as readonly (string | undefined)[]).includes(code);
const isPhrase = (code: string): code is (typeof phrases)[number] =>
  (phrases as readonly string[]).includes(code);

/* A line in words; what a newer server says is shown as its code. */
export function lineWords({ say, text }: Line): string {
  if (say === undefined) return text ?? '';
  if (isFace(say)) return t(`talk.face.${say}`);
  return isPhrase(say) ? t(`talk.say.${say}`) : say;
}

const same = (a: Line | undefined, b: Line | undefined) =>
  a?.seat === b?.seat && a?.say === b?.say && a?.text === b?.text;

/* How many lines at the end of NOW were not in BEFORE, from the beginning of which some may be
 * gone. */
export function fresh(before: Line[], now: Line[]): number {
  for (let gone = 0; gone <= before.length; gone++) {
    const kept = before.slice(gone);
    if (kept.length <= now.length && kept.every((line, i) => same(line, now[i])))
      return now.length - kept.length;
  }
  return now.length;
}

let drawn = 0;
const nonce = () => `${Date.now().toString(36)}-${++drawn}`;

export class Talk {
  /* null: there is nobody who could talk */
  told: TalkTold | null = $state.raw(null);
  /* lines of others that nobody has looked at yet */
  unread: Line[] = $state.raw([]);
  /* what is about to be done about the other, wherever on the page that is asked */
  asking: 'block' | 'report' | 'thanks' | undefined = $state();
  /* the block of the other, once it is known */
  blocked: string | undefined = $state();

  constructor(
    readonly id: string,
    private mine: () => Seat | undefined,
    private account: () => string | null | undefined /* of the other */,
  ) {}

  tell(told: TalkTold) {
    const n = this.told ? fresh(this.told.lines, told.lines) : 0;
    const lines = n ? told.lines.slice(-n).filter((line) => line.seat !== this.mine()) : [];
    this.told = told;
    this.unread = told.muted ? [] : [...this.unread, ...lines];
  }

  read() {
    if (this.unread.length) this.unread = [];
  }

  /* Whether both have agreed to free text; whether one has. */
  get free(): boolean {
    return !!this.told?.free && this.told.free.jack && this.told.free.detective;
  }
  agrees(seat: Seat): boolean {
    return !!this.told?.free?.[seat];
  }

  async #do(what: { say: string } | { text: string } | { set: string }) {
    this.tell(
      await askServer<TalkTold>(`/api/games/${this.id}/talk`, { ...what, request: nonce() }),
    );
  }
  say = (code: string) => this.#do({ say: code });
  write = (text: string) => this.#do({ text });
  agree = (free: boolean) => this.#do({ set: free ? 'free' : 'not-free' });
  mute = (muted: boolean) => this.#do({ set: muted ? 'muted' : 'heard' });
  async block() {
    await askServer(`/api/games/${this.id}/block`, {});
    await this.findBlock();
  }
  async unblock() {
    if (this.blocked) await unblock(this.blocked);
    this.blocked = undefined;
    await this.mute(false); /* as the block has done */
  }
  async findBlock() {
    const account = this.account();
    const found = (await blocks()).find(
      (b) => b.game === this.id || (account && b.id === account),
    );
    this.blocked = found?.block;
  }
  report = (reason: Reason, text: string) =>
    askServer(`/api/games/${this.id}/report`, { reason, ...(text ? { text } : {}) });
  async ask() {
    this.tell(await askServer<TalkTold>(`/api/games/${this.id}/talk`));
  }
}

export interface Block {
  block: string;
  id: string | null;
  name: string | null;
  game: string | null;
  at: number;
}
export const blocks = async () => (await askServer<{ blocks: Block[] }>('/api/blocks')).blocks;
export const blockPerson = (id: string) => askServer(`/api/people/${id}/block`, {});
export const reportName = (id: string, text: string) =>
  askServer(`/api/people/${id}/report`, { reason: 'name', ...(text ? { text } : {}) });
export const unblock = (block: string) => askServer('/api/blocks/end', { block });

/* --- For moderators --- */

export interface Reported {
  seat: Seat | null;
  id: string | null;
  name: string | null;
  bot: boolean;
  conduct: Conduct | null;
}
/* How somebody with an account has played: counts, and the rating in what was played. */
export interface Conduct {
  played: number;
  won: number;
  resigned: number;
  late: number;
  accused: number;
  rightly: number;
  lately: number;
  aborted: number;
  rating: number | null;
}
export interface Report {
  report: string;
  at: number;
  /* null: the name of an account was reported, by somebody who may not have met it */
  game: string | null;
  reason: string;
  text: string | null;
  lines: Line[];
  by: Reported;
  against: Reported;
  browser: boolean;
  network: boolean;
  between: { games: number; rated: number; won: number };
  result: { game: string; result: string; rated: boolean; void: boolean } | null;
}
export interface Somebody {
  id: string;
  name: string | null;
}
export interface Pair {
  one: Somebody;
  other: Somebody;
  browser: boolean;
  network: boolean;
  games: number;
  rated: number;
}
export interface Deed {
  at: number;
  action: string;
  report: string | null;
  game: string | null;
  tournament: string | null;
  why: string | null;
  days: number;
  by: Somebody | null;
  who: Somebody | null;
}
export interface Moderation {
  reports: Report[];
  next: string | null; /* where the reports go on */
  pairs: Pair[];
  log: Deed[];
}
export type Action = 'dismiss' | 'mute' | 'unmute' | 'ban' | 'unban' | 'void' | 'unvoid';

export const moderation = (after?: string) =>
  askServer<Moderation>(`/api/moderation${after ? `?after=${after}` : ''}`);
export const moderate = (
  about: { report: string } | { person: string } | { game: string },
  action: Action,
  days: number,
  why: string,
) =>
  askServer('/api/moderation', {
    ...about,
    action,
    ...(action === 'mute' || action === 'ban' ? { days } : {}),
    ...(why ? { why } : {}),
  });

export const reasonWords = (reason: string) =>
  (reasons as readonly string[]).includes(reason) ? t(`report.${reason}` as Key) : reason;
