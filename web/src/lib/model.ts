/* What the server tells of a game. Nothing in here knows a rule: states, scenes and legal tokens
 * come from the engine. */

export type Seat = 'jack' | 'detective';
/* Who looks at a game: a player, a spectator, or after the end anybody who is shown all. */
export type Viewer = Seat | 'public' | 'truth';

export interface Place {
  name: string;
  x: number;
  y: number;
  ground: string;
}

export interface Character {
  code: string;
  name: string;
}

/* A field of a position line, for editing: docs/api.md. */
export interface FieldData {
  name: string;
  kind:
    | 'choice'
    | 'character'
    | 'characters'
    | 'hand'
    | 'drawn'
    | 'stand'
    | 'places'
    | 'tiles'
    | 'words'
    | 'text';
  words: string[];
}

/* A game as the catalogue describes it. */
export interface GameData {
  name: string;
  title: string;
  /* for those who write games: the front page does not offer it */
  unlisted: boolean;
  shape: 'hexes' | 'squares';
  characters: Character[];
  places: Place[];
  /* who has which turn, round by round */
  turns: Seat[][];
  /* the faces of each token that is thrown */
  sides: [string, string][];
  options: { name: string; values: string[]; about: string }[];
  /* what the fields of a position line hold, after its options */
  fields: FieldData[];
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
export interface Stroke {
  from: string;
  to: string;
  symbol: string;
}

/* A position as docs/protocol.md has it; a game's own members are read by its skin. */
export interface State {
  game: string;
  options?: Record<string, string>;
  round: number;
  slot: number;
  to_act: Seat | 'chance' | 'none';
  suspects: string[];
  identity?: string | null;
  alibis: Partial<Record<Seat, string[]>>;
  alibis_drawn: Record<Seat, number>;
  result: { winner: Seat; why: string } | null;
  witness?: 'visible' | 'invisible';
  visible?: string[];
  active?: string | null;
  cards?: string[];
  next?: string[];
  [key: string]: unknown;
}
