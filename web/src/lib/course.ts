/* The course of a game that is over, as lines of a graph and as a story in a sentence. */
import type { Course, GameState, Happening } from './api';
import type { Game } from './game';
import { maybe, percent, t } from './i18n.svelte';
import { fewer } from './moments';
import { lines } from './story';
import { capital, seatName, theSeat } from './words';

const LEAST = 0.1; /* how much the chances change where a game turns */

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

/* The same in words, for whoever does not see the graph. */
export function pointsWords(what: string, points: Point[], value: (share: number) => string) {
  const numbers = points.map((p) => value(p.share)).join(', ');
  return t('end.graph', { what, numbers });
}

/* "Arrested in round 6, 2 suspects left." An escape is told as it was made. */
export function storyOf(
  game: Game,
  state: GameState,
  course: Course,
  history: Happening[] = [],
): string {
  const why = state.result?.why ?? '';
  const loser = state.result?.winner === 'jack' ? 'detective' : 'jack';
  const last = lines(game, history).filter((line) => line.kind === 'jack');
  const values = {
    round: course.rounds.at(-1)?.round ?? 1,
    left: t('end.left', { n: course.suspects }),
    loser: capital(theSeat(game, loser)),
    how: last.at(-1)?.words ?? t('moment.over.escape'),
  };
  return maybe(`end.story.${why}`, t('end.story', values), values);
}

/* The round in which the chances changed most, and what happened in it; nothing while they are
 * not known, or where they hardly changed. Neither giving up nor the clock nor leaving turns a game. */
export function turningOf(game: Game, state: GameState, course: Course): string {
  const points = chancePoints(course, state.result?.winner ?? undefined);
  if (course.going) return '';
  if (['resignation', 'clock', 'absence'].includes(state.result?.why ?? '')) points.pop();
  const swings = points.slice(1).map((to, i) => ({ from: points[i]!, to }));
  const size = (s: (typeof swings)[number]) => Math.abs(s.to.share - s.from.share);
  const [most] = swings.sort((a, b) => size(b) - size(a));
  if (!most || size(most) < LEAST) return '';
  const round = most.to.round - 1; /* the last one in between */
  const at = course.rounds.findIndex((r) => r.round === round);
  const { witness, suspects } = course.rounds[at]!;
  const left = course.rounds[at + 1]?.suspects ?? course.suspects;
  const answer = witness && t(witness === 'visible' ? 'moment.seen' : 'moment.unseen');
  return [
    t('end.turning', {
      round,
      seat: seatName(game, 'detective'),
      from: percent(most.from.share),
      to: percent(most.to.share),
    }),
    ...(answer ? [`${answer}: ${fewer(suspects, left).toLocaleLowerCase()}.`] : []),
  ].join(' ');
}
