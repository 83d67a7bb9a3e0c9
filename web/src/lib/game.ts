/* What a game's file tells the client: how its board looks, and how its tokens are pointed out
 * on it. Everything else is shared, so a new game needs one such file and one line in
 * games/index.ts. */
import type { Board } from './board';
import type { Point, Shape } from './draw';
import type { Key, Values } from './i18n.svelte';
import type { Box, State } from './model';

/* An enamel badge: its ground, and the silhouette on it. */
export interface Badge {
  colour: string;
  figure: Shape[];
}

/* One thing to point at on the way to a token: a place, or something else that has a name and
 * perhaps a spot on the board (a direction of the lantern). */
export type Step = string;

/* Something to point at that is no place: where it is drawn, and what is drawn there, around
 * the origin. */
export interface Spot extends Point {
  shapes: Shape[];
}

/* A card or action token beside the board. */
export interface Card {
  id: string;
  /* a character's code, or an action */
  face: string;
}

/* A lesson: a whole short game in which the learner plays the Detective. Each part says
 * something; then the learner plays what is wanted, or the others play. */
export interface Lesson {
  setup: string[];
  parts: { text: Key; want?: string[]; others?: string[] }[];
}

export interface Game {
  name: string;
  /* space around the outermost places, in points of the picture */
  margin: number;
  /* more of it to the left */
  bay?: number;
  badges: Record<string, Badge>;
  /* what lies around the board, and the colour of the game's card on the front page */
  around: 'night' | 'water';
  tint: string;
  /* grounds whose names nobody needs */
  unnamed: string[];

  /* The picture from the ground up; what is lit lies between ground and things. Every shape of
   * light and things has a key: one that comes or goes fades in or out. */
  ground(board: Board): Shape[];
  light(board: Board): Shape[];
  things(board: Board): Shape[];

  /* The ways to point out a token, if they are not what `steps` of lib/steps.ts finds. */
  steps?(token: string, board: Board): Step[][] | undefined;

  /* A token of this game's own in words: a text and what is filled in. */
  say?(token: string, active: string, box: Box): [Key, Values] | undefined;

  /* A step that is no place but has its spot on the board. */
  spot?(step: Step, before: Step[], board: Board): Spot | undefined;

  /* The outline of a place that is not of the usual shape and size. */
  outline?(place: string, board: Board): string | undefined;

  /* The cards or action tokens of this round and of the coming even one. */
  hand(state: State): { now: Card[]; next: Card[] };

  /* the radius of a piece */
  size: number;

  lesson: Lesson;
}
