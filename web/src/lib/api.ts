/* The requests of docs/api.md, each asked of the home that answers it: the server, or this device. */
import { alone, fileAt } from './address';
import {
  device,
  DeviceFailure,
  deviceLacks,
  hasDevice,
  isOnDevice,
  line,
  marked,
  unmarked,
} from './device.svelte';
import { toMix } from './fair';
import { server, type Home, type Method, type Said } from './home';
import { capital, explain, t, type Reason } from './i18n.svelte';
import type { TalkTold } from './talk.svelte';
import type { GameData, Mark, Seat, State, Stroke, Viewer } from './model';
import type { Change, Sent } from './scene';

export type { Viewer };

export interface Catalogue {
  version: string;
  games: GameData[];
  players: { name: string; about: string }[];
}

/* What games have come to, all together. */
export interface Counts {
  rated: number;
  played: number;
  won: number;
  rounds: number;
  suspects: number;
  /* suspects at the accusations by which games have ended */
  among: number;
  /* how often games have ended in which way */
  ends: Record<string, number>;
}

/* How somebody stands in one game and role. */
export interface Standing extends Counts {
  rating: number | null;
  deviation?: number;
  provisional?: boolean;
}

export interface Person {
  id: string;
  name: string;
  bot: boolean;
}

export interface Profile extends Person {
  since: number;
  /* ALL is what everybody's games have come to */
  standings: (Standing & { game: string; role: Seat; all: Counts })[];
}

/* Somebody with the ratings they have. */
export interface Known extends Person {
  ratings: {
    game: string;
    role: Seat;
    rating: number;
    deviation: number;
    provisional: boolean;
  }[];
}

/* A rating at the end of a day. */
export interface Day {
  at: number;
  rating: number;
  deviation: number;
}

export interface Curve {
  game: string;
  role: Seat;
  days: Day[];
}

export interface Score {
  place: number;
  points: number;
  won: number;
  played: number;
}

export type Rung = Person & Standing & { place: number };

export interface Ladder {
  people: Rung[];
  next: string | null;
  you: (Standing & { place: number }) | null;
}

/* The points of a day, which lasts from one time to another. */
export interface DayLadder {
  from: number;
  to: number;
  people: (Person & Score)[];
  next: string | null;
  you: Score | null;
}

/* What somebody wants to play with anybody. */
export interface Wish {
  game: string;
  role?: Seat | 'any';
  clock?: string;
  rated?: boolean;
}

/* Somebody in a challenge, with the ratings in its game. */
export interface Challenger extends Omit<Person, 'name'> {
  name: string | null;
  jack: number | null;
  detective: number | null;
}

/* A challenge that is open; the role is the challenger's. */
export interface Challenge extends Wish {
  id: string;
  from: Challenger;
  to: Challenger;
  role: Seat | 'any';
  rated: boolean;
  until: number;
}

/* What somebody is told of others: the game to which a ticket has led, and challenges. */
export interface News {
  met: { ticket: string; game: string } | null;
  challenges: Challenge[];
  called: Call[];
}

/* In a tournament a game is next: until when one has to be there, or the game, when it has begun. */
export interface Call {
  tournament: string;
  title: string;
  opponent: string | null;
  until?: number;
  game?: string;
}

/* The lobby as it changes. */
export interface Lobby {
  games: Summary[];
  about: {
    waiting: { game: string; clock?: string; rated: boolean; people: number }[];
    people: {
      id: string;
      name: string | null;
      bot: boolean;
      game: string;
      role: Seat;
      rating: number | null;
    }[];
  };
}

/* A game that somebody has played. */
export interface PlayedGame {
  id: string;
  game: string;
  role: Seat;
  won: boolean;
  result: string;
  rated: boolean;
  /* it is listed for its players only */
  private?: boolean;
  rating?: number;
  gain?: number;
  against?: number;
  opponent: { player: string; id?: string | null; name?: string | null };
  rounds: number;
  suspects: number;
  ended: number;
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
  kind: 'move' | 'seat' | 'resign' | 'flag' | 'abort' | 'left' | 'rematch' | 'mix';
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

/* How the clocks stand: milliseconds left when it was told, and whose runs; the sides that want a
 * pause, or during one to go on. */
export interface ClocksTold {
  jack: number;
  detective: number;
  runs: 'jack' | 'detective' | null;
  paused: boolean;
  asks: ('jack' | 'detective')[];
}

/* Who is here. A seat of nobody or the computer is null; `away`: for so many seconds, `seen`: the last
 * day, where they are known. */
export interface Presence {
  jack: SeatPresence | null;
  detective: SeatPresence | null;
  watching: number;
}
export interface SeatPresence {
  here: boolean;
  away: number | null;
  seen: string | null;
  /* for so long that the other may claim the win */
  gone?: boolean;
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
  /* whether it goes on from a position of another game */
  onward?: boolean;
  as: Viewer;
  seq: number;
  at: number;
  to_act: 'jack' | 'detective' | null;
  thinking: Thinking | null;
  presence: Presence | null;
  history: Happening[];
  /* nobody wins what was aborted */
  result: { winner: 'jack' | 'detective' | null; why: string } | null;
  /* whether ratings depend on it, and the accounts that play */
  rated?: boolean;
  accounts?: Record<Seat, string | null>;
  /* what was agreed on for the clocks, "300+5" or "3d", and how they stand */
  clock?: string;
  clocks?: ClocksTold;
  /* the seats of whose entropy it waits */
  awaits?: Seat[];
  commitment: string | null;
  opening: {
    secret: string;
    salt: string;
    entropy: Record<Seat, string | null>;
  } | null;
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

/* How it stands at the end of a line of a study: what can come next, whoever is to act; the position as
 * a line; where each character could go. */
export interface StudyLook extends Trial {
  position: string;
  reach: Record<string, string[]>;
  legal: (Path & { then?: string[] })[];
}

/* A record with its variations: each step with the number of the one before it, or -1. */
export interface Studied {
  game: string;
  as: Viewer;
  comment: string | null;
  record: string;
  steps: (Told & {
    after: number;
    seq?: number;
    by?: 'jack' | 'detective' | 'chance';
    round?: number;
    slot?: number;
    told?: Told[];
    comment?: string;
  })[];
}

/* A record with tokens tried out at its end. */
export interface Trial extends GameState {
  complete: boolean;
  remarks?: Remark[];
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
  clock?: string;
  rated?: boolean;
  accounts?: Record<Seat, string | null>;
  /* the day of the last change */
  changed: string;
  to_act: 'jack' | 'detective' | null;
  /* milliseconds that whoever is to act has left, while that clock runs; and until when that is, by
   * the clock of this device */
  left?: number;
  until?: number;
}

/* What was told to last so long ends at a time of this device's. */
const dated = ({ games }: { games: Summary[] }) => ({
  games: games.map((g) => (g.left === undefined ? g : { ...g, until: Date.now() + g.left })),
});

/* A browser that holds a seat; the days are null where nobody has noted them. */
export interface Browser {
  browser: string;
  since: string | null;
  seen: string | null;
  this: boolean;
  may_end: boolean;
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
    /* where in a text it shows, and the reason without that */
    readonly at?: { line: number; column: number; why: string },
    /* after how many seconds it holds no longer, if that is known */
    readonly seconds = 0,
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
  if (why === undefined) return reason ? capital(reason) : t('failure.refused', { code });
  return line && column ? t('failure.at', { line, column, why }) : why;
}

/* Where in a text that was sent it shows. */
function placeOf({ reason, refusal, line, column }: Failure) {
  const why = (refusal && explain(refusal)) ?? reason ?? '';
  return line && column ? { line, column, why } : undefined;
}

/* Why something failed, for a person. */
export const reasonOf = (e: unknown) =>
  e instanceof Refusal || e instanceof DeviceFailure ? e.message : String(e);

/* What a home says of games that are not the server's has ids without their mark. */
interface HasIds {
  id?: string;
  games?: { id?: string }[];
  history?: Happening[];
  events?: Happening[];
}

function mark<T extends HasIds>(said: T): T {
  const { games = [], history = [], events = [] } = said;
  for (const named of [said, ...games, ...history, ...events])
    if (named.id !== undefined) named.id = marked(named.id);
  return said;
}

/* Somebody nearer than the server, who may know the answer in the same bytes. */
export type Nearer = (
  method: Method,
  path: string,
  body?: string,
) => Promise<Said | null> | undefined;

/* What a home answers, or somebody nearer; a Refusal with code "network" if it cannot be reached. */
async function reach(home: Home, path: string, body?: unknown, nearer?: Nearer, key = '') {
  const method = body === undefined ? 'GET' : 'POST';
  const text = body === undefined ? undefined : JSON.stringify(body);
  const near = await nearer?.(method, path, text);
  try {
    if (!near && home === server && alone) throw new Error('there is none');
    const said = near ?? (await home.ask(method, path, text, key));
    const answer = JSON.parse(said.text);
    if (!near && home === server) line.down = false;
    return { status: said.status, answer: home === device ? mark(answer) : answer };
  } catch (e) {
    if (e instanceof DeviceFailure) throw new Refusal('device', e.message);
    if (home === server) line.down = true;
    if (alone && !hasDevice)
      throw new Refusal('device', t('device.cannot', { what: deviceLacks.join(', ') }));
    throw new Refusal('network', t(alone ? 'device.only' : 'failure.network'));
  }
}

async function ask<T>(home: Home, path: string, body?: unknown, nearer?: Nearer): Promise<T> {
  const { status, answer } = await reach(home, path, body, nearer);
  if (status >= 200 && status < 300) return answer as T;
  const error: Failure = answer.error ?? { code: 'network' };
  const full = home === device && error.refusal?.code === 'server.not-written';
  const why = full ? t('device.full') : tell(error);
  throw new Refusal(
    error.code,
    why,
    status,
    error.refusal?.rule ?? '',
    placeOf(error),
    Number(error.refusal?.args.seconds ?? 0),
  );
}

/* What only the server knows. */
export const askServer = <T>(path: string, body?: unknown) => ask<T>(server, path, body);

/* What belongs to no game: both homes say the same, so the nearer one does where the other cannot be
 * reached. */
async function either<T>(path: string, body?: unknown): Promise<T> {
  const homes = !hasDevice ? [server] : line.down ? [device, server] : [server, device];
  const why = new Map<Home, Refusal>();
  for (const home of homes) {
    try {
      return await ask<T>(home, path, body);
    } catch (e) {
      if (!(e instanceof Refusal) || !['network', 'device'].includes(e.code)) throw e;
      why.set(home, e);
    }
  }
  throw why.get(alone ? device : server) ?? why.get(server);
}

/* What is studied here is nobody's business elsewhere: a server hears of it only where this device cannot
 * answer. */
const nearest = <T>(path: string, body: unknown) =>
  ask<T>(hasDevice ? device : server, path, body);

/* The home of a game. */
const homeOf = (id: string) => (isOnDevice(id) ? device : server);

const game = (id: string) =>
  `/api/games/${encodeURIComponent(isOnDevice(id) ? unmarked(id) : id)}`;

/* Asks the home of game ID. */
const of = <T>(id: string, path: string, body?: unknown, nearer?: Nearer) =>
  ask<T>(homeOf(id), game(id) + path, body, nearer);

function query(values: Record<string, string | number | undefined>): string {
  const found = Object.entries(values).filter(([, v]) => v !== undefined);
  return found.length
    ? '?' + found.map(([k, v]) => `${k}=${encodeURIComponent(v!)}`).join('&')
    : '';
}

/* Whether the server is asked for its words. */
export type Words = 1 | undefined;

export interface Wished {
  game: string;
  options: Record<string, string>;
  seats: Seats;
  public: boolean;
  hints?: boolean;
  /* "300+5", "3d" */
  clock?: string;
  rated?: boolean;
  /* a position of a game that is over, from which this one goes on */
  from?: { record: string; at: number };
}

/* The events that a request has made. */
export interface Played {
  seq: number;
  events: News[];
  clocks?: ClocksTold;
}

/* The receiver of a game's stream. */
export interface Followed {
  opened(): void;
  news(event: News): void;
  thinking(what: Thinking): void;
  hurried(what: Thinking): void;
  presence(who: Presence): void;
  talk(told: TalkTold): void;
  clocks(told: ClocksTold): void;
  broken(ended: boolean): void;
}

/* Whoever plays at a server adds entropy of this browser: nothing is dealt before. */
const mixes = (id: string) => (isOnDevice(id) ? {} : { mix: true });

/* Asks under a key of its own; once more under the same one if nobody knows whether it arrived. */
async function again<T>(asks: (request: string) => Promise<T>): Promise<T> {
  const request = freshKey();
  try {
    return await asks(request);
  } catch (e) {
    if (!(e instanceof Refusal) || e.code !== 'network') throw e;
    return asks(request);
  }
}

export const api = {
  catalogue: () => either<Catalogue>('/api/catalogue'),
  lobby: () => ask<{ games: Summary[] }>(server, '/api/lobby'),
  /* The same again and again. Returns how to stop. */
  followLobby: (heard: (lobby: Lobby) => void) =>
    server.listen('/api/lobby/events', {
      opened() {},
      heard: (name, data) => name === 'lobby' && heard(JSON.parse(data)),
      broken() {},
    }),
  /* This browser becomes known to the server, if it is not. */
  guest: () => ask(server, '/api/guest', {}),
  /* Quick pairing: the game, once there is somebody. */
  pairing: (wish: Wish & { ticket: string }) =>
    ask<{ game: string | null }>(server, '/api/pairing', wish),
  challenges: () => ask<News>(server, '/api/challenges'),
  challenge: (wish: Wish & { to: string; public: boolean }) =>
    ask<News>(server, '/api/challenges', wish),
  acceptChallenge: (id: string) => ask<News>(server, `/api/challenges/${id}/accept`, {}),
  endChallenge: (id: string) => ask<News>(server, `/api/challenges/${id}/end`, {}),
  endPairing: () => ask(server, '/api/pairing/leave', {}),
  /* People with accounts. */
  profile: (id: string) => ask<Profile>(server, `/api/people/${encodeURIComponent(id)}`),
  played: (id: string, wish: Record<string, string | undefined>) =>
    ask<{ games: PlayedGame[]; next: string | null }>(
      server,
      `/api/people/${encodeURIComponent(id)}/games` + query(wish),
    ),
  /* Their records; the same wish as before. */
  records: (id: string, wish: Record<string, string | undefined>) =>
    ask<{ records: GameRecord[]; next: string | null }>(
      server,
      `/api/people/${encodeURIComponent(id)}/records` + query(wish),
    ),
  curves: (id: string) =>
    ask<{ curves: Curve[] }>(server, `/api/people/${encodeURIComponent(id)}/ratings`),
  people: (ids: string[]) =>
    ask<{ people: Known[] }>(server, '/api/people' + query({ ids: ids.join('-') })),
  ladder: (game: string, role: Seat, after?: string) =>
    ask<Ladder>(server, '/api/ladder' + query({ game, role, after })),
  ladderOfDay: (after?: string) => ask<DayLadder>(server, '/api/ladder/day' + query({ after })),
  /* A public game that goes on, or none. */
  featured: () => ask<{ games: Summary[] }>(server, '/api/featured'),
  /* The games of this person at the server, and on this device. */
  mine: async () => dated(await ask<{ games: Summary[] }>(server, '/api/games')),
  /* The first again and again, whenever they change. */
  follow: (heard: (games: Summary[]) => void, news: (news: News) => void) =>
    server.listen('/api/games/events', {
      opened() {},
      heard(name, data) {
        if (name === 'games') heard(dated(JSON.parse(data)).games);
        if (name === 'news') news(JSON.parse(data));
      },
      broken() {},
    }),
  here: () => ask<{ games: Summary[] }>(device, '/api/games'),
  /* The cookie comes first: were the answer lost, the seat would be nobody's. With it the same
   * request can be sent again. */
  make: async (wish: Wished, onDevice = false) => {
    if (onDevice) return ask<Made>(device, '/api/games', wish);
    await ask(server, '/api/guest', {});
    return again((request) => ask<Made>(server, '/api/games', { ...wish, request, mix: true }));
  },
  /* What an invitation leads to; null if it leads nowhere any more. */
  invited: async (id: string, key: string) => {
    const { status, answer } = await reach(homeOf(id), game(id), undefined, undefined, key);
    return status === 200 ? (answer as GameState) : null;
  },
  enter: async (id: string, with_: { key: string } | { seat: string }) => {
    await ask(homeOf(id), '/api/guest', {});
    return again((request) =>
      of<{ id: string; you: string[]; key?: string }>(id, '/enter', {
        ...with_,
        request,
        ...mixes(id),
      }),
    );
  },
  /* Adds 32 random bytes to the chance of a game whose commitment is known by now, so that the server
   * cannot have chosen the deal. Another window of this browser may have been quicker. */
  mix: async (id: string, as: Seat, commitment: string) => {
    try {
      await of(id, '/entropy', { as, entropy: toMix(id, as, commitment, randomHex(32)) });
    } catch (e) {
      if (!(e instanceof Refusal) || e.status !== 409) throw e;
    }
  },
  /* Who holds a seat; ending that, and another secret link. */
  browsers: (id: string, as: Seat) =>
    of<{ seat: Seat; browsers: Browser[] }>(id, '/browsers' + query({ as })),
  endBrowser: (id: string, as: Seat, browser: string) =>
    of(id, '/browsers/end', { as, browser }),
  link: (id: string, as: Seat) => of<{ key: string }>(id, '/link', { as }),
  /* This browser holds nothing any more at the server. */
  leave: () => ask(server, '/api/guest/leave', {}),
  /* WORDS: tokens and notes in English come too. */
  state: (id: string, q: { as?: Viewer; at?: number; since?: number; words?: Words } = {}) =>
    of<Sent<GameState>>(id, query(q)),
  preview: (
    id: string,
    as: Viewer,
    seq: number,
    tokens: string[],
    words: Words,
    nearer?: Nearer,
  ) =>
    of<Change & { complete: boolean; path?: string[]; remarks?: Remark[] }>(
      id,
      '/preview' + query({ words }),
      { as, seq, tokens },
      nearer,
    ),
  play: (id: string, as: Viewer, seq: number, tokens: string[], key: string, words: Words) =>
    of<Played>(id, '/moves' + query({ words }), {
      as,
      seq,
      tokens,
      key,
    }),
  reach: (id: string, as: Viewer, nearer?: Nearer) =>
    of<{ reach: Record<string, string[]> }>(id, '/reach' + query({ as }), undefined, nearer),
  hint: (id: string, as: Viewer, tokens: string[]) => of<Advice>(id, '/hint', { as, tokens }),
  coach: (id: string, as: Viewer) => of<Coaching>(id, '/coach' + query({ as })),
  /* Giving up; aborting a rated game before both have moved; claiming the win of one that was left. */
  end: (id: string, how: 'resign' | 'abort' | 'claim', as: Viewer, key: string) =>
    of<Played>(id, `/${how}`, { as, key }),
  /* This side wants the clocks to stand still, or to run. */
  pause: (id: string, as: Viewer, paused: boolean) => of<Played>(id, '/pause', { as, paused }),
  rematch: (id: string, sides: 'same' | 'swapped') =>
    again((request) =>
      of<{ id: string; you: string[] }>(id, '/rematch', { sides, request, ...mixes(id) }),
    ),
  course: (id: string) => of<Course>(id, '/course'),
  replay: (record: string, at?: number, as?: Viewer) =>
    either<Sent<GameState>>('/api/replay', {
      record,
      ...(at === undefined ? {} : { at }),
      ...(as === undefined ? {} : { as }),
    }),
  /* A record, looked at by the seat to act, with these tokens tried out at its end, or after its
   * first AT moves. */
  trial: (record: string, as: Viewer, tokens: string[], at?: number, words?: Words) =>
    either<Sent<Trial>>('/api/replay' + query({ words }), {
      record,
      as,
      tokens,
      ...(at === undefined ? {} : { at }),
    }),
  study: {
    read: (record: string) => nearest<Studied>('/api/study', { record }),
    trial: (record: string, as: Viewer, tokens: string[], words: Words) =>
      nearest<Sent<StudyLook>>('/api/replay' + query({ words }), { record, as, tokens }),
  },
  /* The record of a game: where a browser finds it, or the text itself. */
  recordAddress: (id: string, as: Viewer) => fileAt(game(id) + '/record' + query({ as })),
  record: async (id: string, as: Viewer) => {
    const said = await homeOf(id).ask('GET', game(id) + '/record' + query({ as }));
    if (said.status === 200) return said.text;
    throw new Refusal('network', t('failure.network'), said.status);
  },
  /* Returns how to stop. */
  events: (id: string, as: Viewer, since: number, words: Words, ear: Followed) =>
    homeOf(id).listen(game(id) + '/events' + query({ as, since, words }), {
      opened: ear.opened,
      broken: ear.broken,
      heard(name, data) {
        const said = JSON.parse(data);
        if (name === 'thinking') ear.thinking(said);
        else if (name === 'hurried') ear.hurried(said);
        else if (name === 'presence') ear.presence(said);
        else if (name === 'clocks') ear.clocks(said);
        else if (name === 'talk') ear.talk(said);
        else ear.news(isOnDevice(id) ? mark(said) : said);
      },
    }),
};

function randomHex(n: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(n));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
}

/* A new idempotency key. */
export const freshKey = () => randomHex(12);

export interface GameRecord {
  id: string;
  record: string;
}

/* The records of all games of somebody's that fit the wish, one page after the other. SO_FAR is told
 * after each how many there are. */
export async function allRecords(
  id: string,
  wish: Record<string, string | undefined>,
  soFar: (n: number) => void,
): Promise<GameRecord[]> {
  const records: GameRecord[] = [];
  for (let after: string | undefined; ;) {
    const page = await api.records(id, { ...wish, after });
    records.push(...page.records);
    soFar(records.length);
    if (!page.next) return records;
    after = page.next;
  }
}
