/* A game as the client knows it: what the catalogue says of it, and its skin.
 *
 * A skin is what a folder of src/games adds: pictures, words, lessons. Whatever a skin leaves
 * out is drawn and worded plainly, from the scene, the catalogue and the server's own words
 * (lib/plain.ts). So a game without any skin can be played. */
import type { Catalogue, Look } from './api';
import type { Point, Shape } from './draw';
import type { Key, Values } from './i18n.svelte';
import type { Layout } from './layout';
import type { GameData, Mark, Seat, State, Stroke } from './model';
import type { Portrait } from './portrait';

export interface Game extends GameData {
  skin: Skin;
}

/* The catalogue, each game in its skin. */
export interface Library extends Omit<Catalogue, 'games'> {
  games: Game[];
}

/* An enamel badge: its ground, and the face on it; without one, a disc with letters. */
export interface Badge {
  colour: string;
  portrait?: Portrait;
}

/* One thing to point at on the way to a token: a place, or something else that has a name and
 * perhaps a spot on the board (a direction of the lantern). */
export type Step = string;

/* Something to point at that is not a place: where it is drawn, and what is drawn there, around
 * the origin. */
export interface Spot extends Point {
  shapes: Shape[];
}

/* A card or action token beside the board. */
export interface Card {
  id: string;
  /* a character's code, or an action */
  face: string;
  /* what is on its other side, if it has two */
  back?: string | undefined;
  used?: boolean;
}

/* What Jack has of what he collects and what he lacks, the cards of unknown worth, and the turn
 * tokens of each side. */
export interface Collected {
  have: number;
  missing: number;
  hidden: number;
  tokens: Record<Seat, number>;
}

/* Something that the panel tells of a seat, or of the whole game. */
export interface Holding {
  seat?: Seat;
  icon?: string;
  text: string;
}

/* A lesson: a record that grows while the learner plays one seat of it. Its texts have the keys
 * GAME.learn.ID and GAME.learn.ID.STEP. */
export interface Lesson {
  id: string;
  seat: Seat;
  /* where its record begins, if not with the set-up; what happens before the first step */
  position?: string;
  setup?: string[];
  /* how a game of this seat may be lost that this lesson helps with: the result's `why` */
  mends?: string[];
  steps: LessonStep[];
}

/* A step says something, points it out, and may let the others play first. Then the learner goes
 * on, plays a turn that is told, or answers a question by a turn of his own. */
export interface LessonStep {
  /* the end of the text's key. Another legal move than the wanted one is answered by the text
   * ID.STEP.why, if there is one. */
  say: string;
  /* see lib/marks.ts */
  marks?: string[];
  others?: string[];
  want?: string[];
  ask?: Question;
}

/* A question is answered by any turn with which all these conditions hold (lib/facts.ts), and
 * TURN is one of them. The texts are ID.STEP.right, and ID.STEP.NAME for the first of `wrong`
 * that holds, else ID.STEP.wrong. */
export interface Question {
  turn: string[];
  right: string[];
  wrong?: Record<string, string>;
}

/* Draws a mark of the scene, around the origin. */
export type Draw = (mark: Mark, layout: Layout) => Shape[];

export interface Skin {
  /* what lies around the board, and the colour of the game's card on the front page */
  around: 'night' | 'water';
  tint: string;
  /* space around the outermost places, in points of the picture; more of it to the left */
  margin: number;
  bay: number;
  /* the radius of a piece */
  size: number;
  badges: Record<string, Badge>;

  /* What lies under all places. */
  plate(layout: Layout): Shape[];
  /* Mist and the like, over all grounds. */
  air(layout: Layout): Shape[];
  /* Pictures by the word of the mark: of grounds, the tall ones last; of what stands on a ground, above the light;
   * of things, in the order in which they lie on each other. */
  tiles: Record<string, Draw>;
  fixtures: Record<string, Draw>;
  things: Record<string, Draw>;
  /* A lit place, the things that shine, and lines, which are drawn where they are. */
  lit: Draw;
  shining: string[];
  strokes: Record<string, (stroke: Stroke, layout: Layout) => Shape[]>;
  /* What else lies on the board; each shape has a key. */
  extras(layout: Layout): Shape[];
  /* The outline of a place that is not of the usual shape and size. */
  outline?(place: string, layout: Layout): string | undefined;

  /* Grounds whose places need no name on the board, and those that the text mode leaves out. */
  unnamed: string[];
  everyday: string[];

  /* The ways to point out a token, if they are not what `ways` of lib/steps.ts finds. */
  steps?(token: string, layout: Layout): Step[][] | undefined;
  /* A step that is not a place but has its spot on the board. */
  spot(step: Step, before: Step[], layout: Layout): Spot | undefined;
  /* A token of this game's own in words: a text and what is filled in. */
  say?(token: string, active: string, game: Game): [Key, Values] | undefined;

  /* The open cards or action tokens, of this round and known for the next; undefined in a game
   * without. */
  cards(state: State, game: GameData): { now: Card[]; next: Card[] } | undefined;
  /* What the panel tells besides; by default the notes that the server writes. */
  holdings(state: State, notes: string[]): Holding[];

  /* What Jack collects, as far as this viewer knows; undefined in a game in which he does not. */
  collected?(look: Look): Collected | undefined;

  lessons?: Lesson[];
}
