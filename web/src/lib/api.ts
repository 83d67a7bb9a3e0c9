/* The server's HTTP API, docs/api.md. */
import { fileAt } from './address';
import { explain, t, type Reason } from './i18n.svelte';
import type { GameData, Mark, State, Stroke, Viewer } from './model';
import type { Change, Sent } from './scene';

export type { Viewer };

export interface Catalogue {
  version: string;
  games: GameData[];
  players: { name: string; about: string }[];
}

/* How a token ends the game at once. */
export type Ending = 'accusation' | 'escape';

/* A token, the server's words for it, the places through which it leads its piece, and how it
 * ends the game, if it does. */
export interface Path {
  token: string;
  words?: string;
  path?: string[];
  ends?: Ending;
}

export interface Told extends Path {
  words: string;
}

export interface Happening {
  seq: number;
  kind: 'move' | 'seat' | 'resign' | 'rematch';
  by?: 'jack' | 'detective' | 'chance';
  seat?: 'jack' | 'detective';
  id?: string;
  round?: number;
  slot?: number;
  token?: string;
  words?: string;
  path?: string[];
  told?: Told[];
}

/* An event with all that it changed: what is needed to show it. */
export interface News extends Happening {
  after: Change & {
    status: GameState['status'];
    to_act: GameState['to_act'];
    result?: GameState['result'];
    opening?: GameState['opening'];
  };
}

export interface Witnesses {
  visible: string[];
  invisible: string[];
}

/* One reason why somebody is seen: what is at the place, by the symbol of the scene. */
export interface Sight {
  by: 'lamp' | 'beam' | 'neighbour' | 'watcher';
  place: string;
  symbol: string;
}

/* What a viewer can tell from the view: docs/api.md. */
export interface Insight {
  suspects: string[];
  answer: 'visible' | 'invisible' | null;
  left: Witnesses;
  leave: { who: string; exits: string[]; later: boolean }[];
  caught: { who: string; by: string[]; later: boolean }[];
  narrow: boolean;
  seen: Record<string, Sight[]>;
  missing?: number;
}

/* What a turn changes, as data. */
export interface Remark {
  code: string;
  who?: string[];
  by?: string[];
  answer?: 'visible' | 'invisible' | null;
  visible?: number;
  invisible?: number;
}

/* What the computer would play: the next token and the whole turn, why, and the chance to win. */
export interface Advice extends Omit<Told, 'ends'> {
  tokens: Told[];
  ends: boolean;
  remarks: Remark[];
  chance: { before: number; after: number };
}

/* A position as one viewer sees it. */
export interface Look {
  view: State;
  scene: Mark[];
  lines: Stroke[];
  notes?: string[] | undefined;
  witnesses: Witnesses | null;
  insight: Insight;
  legal: Path[];
  /* of the last token that was tried out */
  path?: string[] | undefined;
  history?: Happening[];
}

/* The computer thinks in this seat's place, for about so many milliseconds. */
export interface Thinking {
  seat: 'jack' | 'detective';
  ms: number;
}

export type Seats = Record<'jack' | 'detective', string>;

export interface GameState extends Look {
  id: string;
  game: string;
  options: Record<string, string>;
  status: 'waiting' | 'playing' | 'over';
  seats: Seats;
  public: boolean;
  /* whether the computer may advise here */
  hints: boolean;
  you: ('jack' | 'detective')[];
  as: Viewer;
  seq: number;
  at: number;
  to_act: 'jack' | 'detective' | null;
  thinking: Thinking | null;
  history: Happening[];
  result: { winner: 'jack' | 'detective'; why: string } | null;
  commitment: string | null;
  opening: { secret: string; salt: string } | null;
}

/* The course of a game that is over: how each round began, and how many suspects were left. The
 * chances are the Detective's; `going`: more of them are to come. */
export interface Course {
  rounds: {
    round: number;
    at: number;
    suspects: number;
    witness: 'visible' | 'invisible' | null;
    chance: number | null;
  }[];
  suspects: number;
  going: boolean;
}

/* What tokens that are tried out lead to. */
export interface Preview extends Look {
  complete: boolean;
  remarks?: Remark[] | undefined;
}

/* What the coach says of the turn that ended with event SEQ. */
export interface Coaching {
  seq: number;
  remarks: Remark[];
}

/* A record with tokens tried out at its end. */
export interface Trial extends GameState {
  complete: boolean;
  insight: Insight;
}

export interface Summary {
  id: string;
  game: string;
  options: Record<string, string>;
  status: 'waiting' | 'playing' | 'over';
  seats: Seats;
  you: ('jack' | 'detective')[];
  public: boolean;
  result: { winner: string; why: string } | null;
  /* the day of the last change */
  changed: string;
  to_act: 'jack' | 'detective' | null;
}

export interface Made {
  id: string;
  you: ('jack' | 'detective')[];
  keys: Partial<Record<'jack' | 'detective' | 'spectator', string>>;
}

/* An answer that was no success; CODE is one of section 2, or "network". */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    reason: string,
    readonly status = 0,
    /* the id of the rule that forbids it */
    readonly rule = '',
  ) {
    super(reason);
  }
}

/* What the server says of a request that it refuses. */
interface Failure {
  code: string;
  reason?: string;
  refusal?: Reason;
  line?: number;
  column?: number;
}

/* The sentence in the reader's language; the server's own English for what is new to this client. */
function tell({ code, reason, refusal, line, column }: Failure): string {
  const why = refusal && explain(refusal);
  if (why === undefined) return reason || t('failure.refused', { code });
  return line && column ? t('failure.at', { line, column, why }) : why;
}

/* Why something failed, for a person. */
export const reasonOf = (e: unknown) => (e instanceof Refusal ? e.message : String(e));

/* A server that is asked too much says when to come back, and has done nothing. */
async function patiently(ask: () => Promise<Response>): Promise<Response> {
  let response = await ask();
  for (let i = 0; i < 5 && response.status === 429; i++) {
    const seconds = Number(response.headers.get('Retry-After')) || 1;
    await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
    response = await ask();
  }
  return response;
}

/* Somebody nearer than the server, who may know the answer in the same bytes. */
export type Nearer = (
  method: 'GET' | 'POST',
  path: string,
  body?: string,
) => Promise<{ status: number; text: string } | null> | undefined;

async function ask<T>(path: string, body?: unknown, nearer?: Nearer): Promise<T> {
  const post = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  };
  const said = await (body === undefined
    ? nearer?.('GET', path)
    : nearer?.('POST', path, post.body));
  if (said) return answered(said.status, JSON.parse(said.text));
  let response: Response, answer;
  try {
    response = await patiently(() => fetch(fileAt(path), body === undefined ? {} : post));
    answer = await response.json();
  } catch {
    throw new Refusal('network', t('failure.network'));
  }
  return answered(response.status, answer);
}

function answered<T>(status: number, answer: T | { error?: Failure }): T {
  if (status >= 200 && status < 300) return answer as T;
  const error = (answer as { error?: Failure }).error ?? { code: 'network' };
  throw new Refusal(error.code, tell(error), status, error.refusal?.rule ?? '');
}

const game = (id: string) => `/api/games/${encodeURIComponent(id)}`;

function query(values: Record<string, string | number | undefined>): string {
  const found = Object.entries(values).filter(([, v]) => v !== undefined);
  return found.length
    ? '?' + found.map(([k, v]) => `${k}=${encodeURIComponent(v!)}`).join('&')
    : '';
}

/* Whether the server is asked for its words. */
export type Words = 1 | undefined;

export const api = {
  catalogue: () => ask<Catalogue>('/api/catalogue'),
  lobby: () => ask<{ games: Summary[] }>('/api/lobby'),
  mine: () => ask<{ games: Summary[] }>('/api/games'),
  make: (wish: {
    game: string;
    options: Record<string, string>;
    seats: Seats;
    public: boolean;
    hints?: boolean;
  }) => ask<Made>('/api/games', wish),
  /* The cookie comes first: were the answer lost, the seat would be nobody's. */
  enter: async (id: string, with_: { key: string } | { seat: string }) => {
    await ask('/api/guest', {});
    return ask<{ id: string; you: string[]; key?: string }>(`${game(id)}/enter`, with_);
  },
  /* WORDS: tokens and notes in English come too. */
  state: (id: string, q: { as?: Viewer; at?: number; since?: number; words?: Words } = {}) =>
    ask<Sent<GameState>>(game(id) + query(q)),
  preview: (
    id: string,
    as: Viewer,
    seq: number,
    tokens: string[],
    words: Words,
    nearer?: Nearer,
  ) =>
    ask<Change & { complete: boolean; path?: string[]; remarks?: Remark[] }>(
      `${game(id)}/preview` + query({ words }),
      {
        as,
        seq,
        tokens,
      },
      nearer,
    ),
  play: (id: string, as: Viewer, seq: number, tokens: string[], key: string, words: Words) =>
    ask<{ seq: number; events: News[] }>(`${game(id)}/moves` + query({ words }), {
      as,
      seq,
      tokens,
      key,
    }),
  reach: (id: string, as: Viewer, nearer?: Nearer) =>
    ask<{ reach: Record<string, string[]> }>(
      `${game(id)}/reach` + query({ as }),
      undefined,
      nearer,
    ),
  hint: (id: string, as: Viewer, tokens: string[]) =>
    ask<Advice>(`${game(id)}/hint`, { as, tokens }),
  coach: (id: string, as: Viewer) => ask<Coaching>(`${game(id)}/coach` + query({ as })),
  resign: (id: string, as: Viewer, key: string) =>
    ask<{ seq: number; events: News[] }>(`${game(id)}/resign`, { as, key }),
  rematch: (id: string, sides: 'same' | 'swapped') =>
    ask<{ id: string; you: string[] }>(`${game(id)}/rematch`, { sides }),
  course: (id: string) => ask<Course>(`${game(id)}/course`),
  replay: (record: string, at?: number, as?: Viewer) =>
    ask<Sent<GameState>>('/api/replay', {
      record,
      ...(at === undefined ? {} : { at }),
      ...(as === undefined ? {} : { as }),
    }),
  /* A record, looked at by the seat to act, with these tokens tried out at its end. */
  trial: (record: string, as: Viewer, tokens: string[]) =>
    ask<Sent<Trial>>('/api/replay', { record, as, tokens }),
  recordAddress: (id: string, as: Viewer) => fileAt(`${game(id)}/record` + query({ as })),
  events: (id: string, as: Viewer, since: number, words: Words) =>
    new EventSource(fileAt(`${game(id)}/events` + query({ as, since, words }))),
};

/* A new idempotency key. */
export function freshKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
}
