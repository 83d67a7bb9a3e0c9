/* States and views as docs/protocol.md, section 4, defines them. */

export type Seat = "jack" | "detective";

/** Who looks: a player, a spectator, or the referee, who alone may know everything. */
export type Viewer = Seat | "public" | "truth";

/** What is the same in every game. Characters and places are the codes of the game. */
export interface CommonState {
  game: string;
  /** 0 before the deal, then 1 and up. */
  round: number;
  /** Which activation or action of the round, from 1. */
  slot: number;
  to_act: Seat | "chance" | "none";
  /** Those who are not cleared. */
  suspects: string[];
  /** Jack's character; null before the deal. */
  identity: string | null;
  /** The alibi cards that each player drew. */
  alibis: Record<Seat, string[]>;
  alibis_drawn: Record<Seat, number>;
  result: Result | null;
}

export interface Result {
  winner: Seat;
  why: Why;
}

export type Why =
  "arrest" | "wrong-accusation" | "escape" | "time" | "suspects" | "hourglasses" | "unseen";

/** What London and New York share. */
interface CardState extends CommonState {
  /** The cards still face up. */
  cards: string[];
  /** The cards of the coming even round. */
  next: string[];
  /** The character being played. */
  active: string | null;
  witness: "visible" | "invisible";
  positions: Record<string, string>;
  /** Those whom witnesses would see now. */
  visible: string[];
}

export interface LondonState extends CardState {
  game: "london";
  options: { edition: "2016" | "2006"; whistle: "direct" | "free" };
  lantern: "n" | "ne" | "se" | "s" | "sw" | "nw";
  /** The lit gaslights by place, with their numbers; 0 for one without a number. */
  lamps: Record<string, number>;
  covers: string[];
  cordons: string[];
}

export interface NewYorkState extends CardState {
  game: "newyork";
  metro: string[];
  gaslamp: string[];
  site: string[];
  park: string[];
  investigation: [string, string][];
  steamers: string[];
  informant: { at: string; side: "talkative" | "silent" };
}

export type PocketFace =
  "rotate" | "exchange" | "joker" | "alibi" | "holmes" | "toby" | "watson";

export interface PocketTile {
  who: string;
  wall: "n" | "e" | "s" | "w" | null;
  side: "suspect" | "empty";
}

export interface PocketState extends CommonState {
  game: "pocket";
  /** By slot; null where no tile lies yet. */
  tiles: (PocketTile | null)[];
  detectives: { holmes: number; watson: number; toby: number };
  faces: PocketFace[];
  next: PocketFace[];
  rotated: string[];
  tokens: Record<Seat, number>;
  hourglasses: number;
  visible: string[];
}

export interface NullState extends CommonState {
  game: "null";
  lit: string[];
}

/** The states by the names of the games. A program with a game of its own adds to this. */
export interface States {
  london: LondonState;
  newyork: NewYorkState;
  pocket: PocketState;
  null: NullState;
}

/** The options of those games. */
export interface GameOptions {
  london: Partial<LondonState["options"]>;
  newyork: Record<string, never>;
  pocket: Record<string, never>;
  null: Record<string, never>;
}

/** The state of a game by its name; of an unknown game, what is the same in all. */
export type StateOf<G extends string> = G extends keyof States
  ? States[G]
  : CommonState & { [key: string]: unknown };

/** What is secret is absent from a view: not null, but without its key. */
type Hidden<S> = S extends CommonState
  ? Omit<S, "identity" | "alibis" | "hourglasses"> &
      Partial<Pick<S, Extract<keyof S, "identity" | "hourglasses">>> & {
        alibis: Partial<S["alibis"]>;
      }
  : never;

/** What VIEWER sees of a game. */
export type ViewOf<G extends string, V extends Viewer = Viewer> = V extends "truth"
  ? StateOf<G>
  : G extends keyof States
    ? Hidden<States[G]>
    : Omit<CommonState, "identity" | "alibis"> & {
        identity?: string | null;
        alibis: Partial<Record<Seat, string[]>>;
        [key: string]: unknown;
      };

/** The options of a game: each has a default. */
export type OptionsOf<G extends string> = G extends keyof GameOptions
  ? GameOptions[G]
  : Record<string, string>;
