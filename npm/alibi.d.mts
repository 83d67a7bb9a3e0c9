/* The types of the package, for TypeScript and for editors. README.md is the tour. */
import type { OptionsOf, Seat, StateOf, States, Viewer, ViewOf } from "./state.d.mts";

export type * from "./state.d.mts";

/* --- Loading --- */

/** The bytes of alibi.wasm, the module compiled from them, or where they are. */
export type Source = ArrayBuffer | ArrayBufferView | WebAssembly.Module | URL | string;

/**
 * Loads an engine. Without a source it is the alibi.wasm of this package.
 * An engine is independent of every other; a trap in one leaves the others alone.
 */
export function load(source?: Source): Promise<Engine>;

/** The same at once, from bytes or a module. Browsers want large modules compiled in workers. */
export function loadSync(source: ArrayBuffer | ArrayBufferView | WebAssembly.Module): Engine;

/* --- Refusals --- */

export type Status =
  /** The text does not follow the grammar. */
  | "bad-text"
  /** Well written, but forbidden here. */
  | "bad-move"
  /** Well written, but no game can stand like this. */
  | "bad-position"
  | "no-memory"
  /** The player is thinking. */
  | "busy"
  /** The game, player, analysis or referee was closed. */
  | "closed"
  /** A bug of the engine stopped it: load another. */
  | "stopped";

/** Whatever the engine refuses. A refused call has changed nothing. */
export class AlibiError extends Error {
  private constructor();
  readonly status: Status;
  /** The id of the rule that forbids it, as docs/rules has it: "L-4.1". */
  readonly rule: string | null;
  /**
   * What is refused, for programs and for sentences in other languages: "london.far",
   * with its arguments. `alibi messages` lists all. null where only the message tells.
   */
  readonly code: string | null;
  readonly args: Readonly<Record<string, string>>;
  /** The byte (of the text in UTF-8, or of the token) at which it went wrong. */
  readonly offset: number | null;
  /** The index of the refused token among those of the call. */
  readonly token: number | null;
}

/* --- The engine --- */

/** The names that the types know, and any other. */
export type GameName = (keyof States & string) | (string & {});

export interface Engine {
  /** The games that are built in. */
  games(): GameInfo[];
  /** The kinds of players, the strongest last. */
  players(): { name: string; about: string }[];

  /** A new game from its set-up. */
  game<G extends GameName>(name: G, options?: OptionsOf<G>): Game<G>;
  /** A game from a position line, in which nothing may be hidden. */
  fromPosition(position: string): Game;
  /** A game from a record: one of the whole truth, or a seat's of a game that is over. */
  fromRecord(record: string): Game;

  /** A player who has been told nothing yet, for games that are refereed elsewhere. */
  player<G extends GameName>(
    game: G,
    seat: Seat,
    settings?: PlayerSettings & { options?: OptionsOf<G> },
  ): Player<G>;

  /** Reads a record. */
  record(text: string): GameRecord;
  /** What VIEWER may know of a record, as a record; comments and most tags stay behind. */
  redact(record: string, viewer: Viewer): string;
  /**
   * Checks, as `alibi verify` does, that the game of a record was dealt as its Commitment tag
   * promised (docs/api.md, section 9): how many outcomes of chance follow from its Secret.
   */
  verify(record: string): number;

  /**
   * Whether these tokens are a turn with the idea of the answer to a puzzle (docs/puzzles.md),
   * which is a record.
   */
  isAnswer(puzzle: string, tokens: string[]): boolean;

  /**
   * A table with a new game, which answers the requests of docs/api.md as a server does. ID is 12
   * of the letters a-k m n p-z and digits 2-9, WISH the body of `POST /api/games`; the seats
   * called "me" are held here.
   */
  table(id: string, wish: TableWish, settings?: TableSettings): Table;

  /**
   * A home for games: all that a server answers, for one person, by texts that src/home/home.h
   * describes. Whoever runs it keeps what is to be kept and thinks what is to be thought.
   */
  home(settings?: HomeSettings): Home;

  /** Somebody to think about a job that a home gives out. */
  thinker(job: string): Thinker;

  /**
   * A player for a seat at the end of a record, of the whole truth or that seat's, of which it
   * knows what the seat may know. With variations the record's main line counts.
   */
  playerOf(record: string, seat: Seat, settings?: PlayerSettings): Player;

  /**
   * A seat of a game that is played elsewhere. It is told what the seat is told, and answers
   * previews and reach as the server does, from nothing else.
   */
  seat(game: string, seat: Seat, settings?: { options?: Record<string, string> }): SeatElsewhere;

  /** Begins to analyse a record, of the whole truth or a seat's. */
  analysis(record: string, settings?: AnalysisSettings): Analysis;

  /** The line protocol of `alibi referee`. */
  referee(game: string, options?: Record<string, string>): Referee;
}

export interface GameInfo {
  name: string;
  title: string;
  /** What the places are. Of hexes, the neighbours are (x, y±2) and (x±1, y±1). */
  shape: "hexes" | "squares";
  /** The default value comes first. */
  options: { name: string; values: string[]; about: string }[];
  /** In the order of the game's own list. */
  characters: { code: string; name: string }[];
  places: { name: string; x: number; y: number }[];
}

interface Closable {
  readonly closed: boolean;
  /** Frees the memory now, not when the garbage collector notices. */
  close(): void;
}

/* --- A home --- */

export interface HomeSettings {
  /** 32 random bytes; drawn if left out. */
  seed?: Uint8Array;
  /** Milliseconds for a decision of the computer's. */
  ms?: number;
  /** For tests: outcomes that every deal begins with, with spaces between them. */
  outcomes?: string;
}

export interface Home extends Closable {
  /** Tells it a line, and what belongs to it; false if that cannot be told now. */
  tell(line: string, text?: string): boolean;
  /** All that it has to say: lines, and what belongs to each. */
  hear(): Iterable<[line: string, text: string]>;
}

export interface Thinker extends Closable {
  /** The answer to the job, and after how many milliseconds it may be told. Takes its time. */
  think(): { answer: string; wait: number };
}

/* --- A table --- */

export interface TableWish {
  game: string;
  options?: Record<string, string>;
  /** "me", "open" or the name of a player. */
  seats: Record<Seat, string>;
  public?: boolean;
}

export interface TableSettings {
  /** Of the game's beginning, for records: "2026-11-15". */
  day?: string;
  /** Of chance; take it from a source of real randomness. */
  seed?: bigint | number;
  /** For tests: the first outcomes of chance, with spaces between them. */
  outcomes?: string;
}

export interface Table extends Closable {
  /** The answer to a request: ask("GET", "/api/games/ID?as=jack"). */
  ask(method: "GET" | "POST", path: string, body?: string): { status: number; text: string };
}

/* --- A seat elsewhere --- */

export interface SeatElsewhere extends Closable {
  /** All of these tokens of its history come, or none; then the game has had SEQ events. */
  see(seq: number, ...tokens: string[]): this;
  /** The answer to a preview or to reach; null where only the server can tell. */
  ask(
    method: "GET" | "POST",
    path: string,
    body?: string,
  ): { status: number; text: string } | null;
}

/* --- A game --- */

/** A game in play. It holds the whole truth: keep it where no player can look. */
export interface Game<G extends string = string> extends Closable {
  readonly name: G;

  /** The whole truth. */
  state(): StateOf<G>;
  /** What a viewer sees. */
  view<V extends Viewer>(viewer: V): ViewOf<G, V>;
  /**
   * The legal tokens in ascending order, none when the game is over; for a seat only those of
   * its own decisions. Outcomes of chance are equally likely, and for the referee only.
   */
  legal(viewer?: Viewer): string[];
  /** The position as a line of text. */
  position(): string;
  /** How many sequences of exactly `depth` tokens there are. Beware: it takes its time. */
  perft(depth: number): bigint;

  /** Plays tokens: all of them, or none if one is refused. */
  play(...tokens: string[]): this;
  /** Takes back the last moves, 1 if it is not said how many. */
  undo(moves?: number): this;
  /** Plays what chance has to decide now, if anything; returns the tokens. */
  roll(random?: () => number): string[];

  /** What a viewer has been told since the beginning, secrets as `deal=?`. */
  told(viewer: Viewer): string[];
  /** The record of a viewer, with tags of your own, such as Date or Jack. */
  record(viewer?: Viewer, tags?: Record<string, string>): string;

  /** A player for a seat, who has been told what the seat was told so far. */
  player(seat: Seat, settings?: PlayerSettings): Player<G>;
}

/* --- Players --- */

export interface PlayerSettings {
  /** One of `engine.players()`; the strongest if it is left out. */
  kind?: string;
  /** The same seed, history and number of nodes give the same move. 1 if it is left out. */
  seed?: number | bigint;
  /** The most memory to think with, in MiB, 1 to 2048. 32 if it is left out. */
  memory?: number;
}

/** What a decision may cost, whichever is reached first; without either, what the kind is used to. */
export interface Budget {
  /** Positions to look at. */
  nodes?: number;
  ms?: number;
}

/** Computer player who knows only what its seat was told. */
export interface Player<G extends string = string> extends Closable {
  readonly seat: Seat;

  /** The seat is told tokens, its own moves too: all of them, or none if one is refused. */
  see(...tokens: string[]): this;
  /** The seat is told what it has not been told yet of a game. */
  follow(game: Game): this;
  /** What it has been told. */
  told(): string[];
  /** What the seat sees. */
  view(): ViewOf<G, Seat>;
  /** The chance of each character to be Jack by exact counting, of those who may be. */
  belief(): Record<string, number>;
  /**
   * What a value of a thought has turned out to stand for in games: a search is more confident than it
   * should be. Analyses and hints tell such chances.
   */
  chance(value: number): number;

  /**
   * The next thought considers nothing but the turn that these tokens make: its value says what
   * that turn is worth. Refuses what is no whole turn.
   */
  consider(...tokens: string[]): this;

  /**
   * Thinks in slices of a few milliseconds; the event loop runs in between. When the signal is
   * aborted, it stops and rejects with the signal's reason. Plays nothing.
   */
  think(budget?: Budget & { signal?: AbortSignal }): Promise<Thought>;
  /** The same in one go, for workers and scripts. */
  thinkSync(budget?: Budget): Thought;

  /** Begins to think, for callers with a loop of their own. Returns the limits that hold, 0 for none. */
  begin(budget?: Budget): { nodes: number; ms: number };
  /** Looks at about so many positions; false when there is nothing left to do. */
  step(nodes: number): boolean;
  /** Ends the thinking, whenever you like. The caller keeps to a limit in milliseconds. */
  end(): Thought;
}

export interface Thought {
  /** The token to play. */
  move: string;
  /** Its chance to win as it sees it, 0 to 1. */
  value: number;
  /** Positions looked at. */
  nodes: number;
  /** What could be done, the most frequent first. */
  choices: Choice[];
  /** The tokens that it expects. */
  line: string[];
}

export interface Choice {
  /** The tokens up to the end of the activation, or as far as can be foreseen. */
  move: string[];
  value: number;
  /** How often the player would choose it. */
  share: number;
}

/* --- Analyses --- */

export interface AnalysisSettings extends Budget {
  /** Of a game that goes on, only what this viewer knows is used; "truth" if it is left out. */
  viewer?: Viewer;
  /** One of `engine.players()`; the strongest if it is left out. */
  judge?: string;
  /** 1 if it is left out. */
  seed?: number | bigint;
  /** The most memory to think with, in MiB, 1 to 2048. 32 if it is left out. */
  memory?: number;
  /** Whether to find out what Jack's choices give away; takes several times as long. */
  gave?: boolean;
  /** Only decisions that begin with moves from this one (0) up to that one, without it (0: all). */
  from?: number;
  until?: number;
}

/** What each decision of a game was worth by what its mover knew; docs/analysis.md explains it. */
export interface Analysis extends Closable {
  /** Looks at about so many positions; false when there is nothing left to do. */
  step(nodes: number): boolean;
  /** Ends the thought in progress. The caller keeps to a limit in milliseconds. */
  cut(): void;
  /** Decisions done and all of them; whether a thought is in progress and its limit, 0 for none. */
  progress(): { done: number; total: number; thinking: boolean; ms: number };
  /** A decision, as soon as it is done. */
  decision(i: number): Decision;
  /** Everything, as far as it is done. */
  result(): AnalysisResult;
  /** The same as text, to the byte as `alibi analyse --json` prints it. */
  json(): string;
}

export interface AnalysisResult {
  game: string;
  player: string;
  /** "jack:time"; null while the game goes on. */
  result: string | null;
  decisions: Decision[];
  /** Of each seat, 0 to 100; null without a decision. */
  accuracy: Record<Seat, number | null>;
  believer: "detective" | "public";
  beliefs: Belief[];
}

export interface Decision {
  ply: number;
  round: number;
  slot: number;
  seat: Seat;
  /** The mover's chance to win before it, and with the best choice; what he lost against that. */
  value: number;
  best: number;
  loss: number;
  /** Bits that the Detective learnt of Jack by what followed. */
  told: number;
  /** Whether the judge lists what was played; if not, its value is an upper bound. */
  listed: boolean;
  played: Choice;
  choice: Choice;
  better: Choice[];
  /** How it is judged by `loss`, and why better[0] was better, as far as the mover could see. */
  verdict: Verdict;
  why: Why[];
  /** Bits that Jack's choice gives away, if that was asked for and is known. */
  gave?: number;
}

export type Verdict = "best" | "good" | "inaccuracy" | "mistake" | "blunder";

/** Suspects that a call leaves by its answer, which is null if the mover does not know it. */
export interface Call {
  answer: "visible" | "invisible" | null;
  visible: number;
  invisible: number;
}

export type Why =
  | {
      code: "ends";
      suspects: number;
      played: "accusation" | "escape" | null;
      better: "accusation" | "escape" | null;
    }
  | { code: "then"; ended: "accusation" | "escape" }
  | { code: "catch" | "leave"; who: string[]; by: string[] }
  | { code: "left"; played: Call; better: Call }
  | { code: "soon"; winner: "jack" | "detective"; played: number; better: number }
  | { code: "expect"; played: number; better: number };

export interface Belief {
  ply: number;
  round: number;
  slot: number;
  after: string;
  bits: number;
  gained: number;
  chance: Record<string, number>;
}

/* --- Records and lines --- */

export interface GameRecord {
  /** The record in its canonical layout. */
  text: string;
  /** Whose redacted history it is, or "truth". */
  viewer: Viewer;
  /** All tags: Game, those of the options, Result, and others. */
  tags: Record<string, string>;
  tokens: string[];
  /** The comment on the whole record, then that after each token. */
  comments: (string | null)[];
}

export interface Referee extends Closable {
  /** The answer to a line; null to `quit`, which closes. */
  send(line: string): string | null;
  /** The same in bytes. */
  exchange(line: Uint8Array): Uint8Array | null;
}
