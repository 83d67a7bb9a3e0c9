/* The course of a game that is over, as lines of a graph and as a story in a sentence. */
import type { Course, GameState } from './api';
import type { Game } from './game';
import { maybe, t } from './i18n.svelte';
import { seatName } from './words';

/* A point of a graph: which round, and a share of the height, 0 below. */
export interface Point {
  round: number;
  share: number;
}

/* Suspects at the beginning of each round and at the end, as shares of all of them. */
export function suspectPoints(course: Course, all: number): Point[] {
  const last = course.rounds.at(-1)?.round ?? 0;
  return [
    ...course.rounds.map((r) => ({ round: r.round, share: r.suspects / all })),
    ...(last ? [{ round: last + 1, share: course.suspects / all }] : []),
  ];
}

/* The Detective's chances, as far as they are known; at the end somebody has won. */
export function chancePoints(course: Course, winner: string | undefined): Point[] {
  const last = course.rounds.at(-1)?.round ?? 0;
  const known = course.rounds.flatMap(({ round, chance }) =>
    chance === null ? [] : [{ round, share: chance }],
  );
  if (known.length && winner && !course.going)
    known.push({ round: last + 1, share: winner === 'detective' ? 1 : 0 });
  return known;
}

/* "Arrested in round 6, 2 suspects left." */
export function storyOf(game: Game, state: GameState, course: Course): string {
  const why = state.result?.why ?? '';
  const loser = state.result?.winner === 'jack' ? 'detective' : 'jack';
  const values = {
    round: course.rounds.at(-1)?.round ?? 1,
    left: t('end.left', { n: course.suspects }),
    loser: seatName(game, loser),
  };
  return maybe(`end.story.${why}`, t('end.story', values), values);
}
