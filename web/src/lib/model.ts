/* What the client is told of a game. Nothing in here knows a rule: states, scenes and legal
 * tokens come from the engine, through the server. */

export type Seat = 'jack' | 'detective' | 'public';
export type Actor = 'jack' | 'detective' | 'chance' | 'none';

export interface Place {
  name: string;
  x: number;
  y: number;
  ground: string;
}

export interface Person {
  code: string;
  name: string;
}

/* A game as it lies in the box. */
export interface Box {
  name: string;
  title: string;
  shape: 'hexes' | 'squares';
  characters: Person[];
  places: Place[];
  /* who has which turn, round by round */
  turns: ('jack' | 'detective')[][];
  /* the faces of each token that is thrown */
  sides: [string, string][];
  options: { name: string; values: string[]; about: string }[];
  /* how the ground differs from that of the places with these options */
  grounds: { options: Record<string, string>; ground: Record<string, string> }[];
}

export type Layer = 'ground' | 'light' | 'wall' | 'thing' | 'piece';

export interface Mark {
  place: string;
  layer: Layer;
  symbol: string;
  cleared?: boolean;
  seen?: boolean;
  active?: boolean;
}

/* A line to draw: a beam of light, a look, a ferry's way. */
export interface Line {
  from: string;
  to: string;
  symbol: string;
}

/* A position as docs/protocol.md has it; the games' own members are read by the games' files. */
export interface State {
  game: string;
  options?: Record<string, string>;
  round: number;
  slot: number;
  to_act: Actor;
  suspects: string[];
  identity?: string | null;
  alibis: Partial<Record<'jack' | 'detective', string[]>>;
  alibis_drawn: { jack: number; detective: number };
  result: { winner: 'jack' | 'detective'; why: string } | null;
  witness?: 'visible' | 'invisible';
  visible?: string[];
  active?: string | null;
  cards?: string[];
  next?: string[];
  [key: string]: unknown;
}
