/* The solver: ratings, streaks and what was tried, kept in this browser. A puzzle counts once: by the
 * first turn that was confirmed, or by having been shown. */
import { rate, type Rating } from './glicko';
import { keep, kept } from './kept';
import { gameOfPuzzle, today, type Puzzle } from './puzzlefile';

/* Found at the first try; not found at it; shown. */
export type How = 'solved' | 'failed' | 'shown';

export interface Tried {
  how: How;
  rating: Rating; /* the puzzle's, as this solver has made it */
}

interface Memory {
  players: Record<string, Rating>; /* by game */
  tried: Record<string, Tried>; /* by puzzle */
  row: number; /* puzzles solved one after the other */
  best: number;
  found: Record<string, number>; /* by game, the last day whose puzzle was solved */
  day: number; /* the last of them */
  days: number; /* days one after the other */
}

/* What somebody is taken to be before the first puzzle: the middle of the files. Puzzles spread by about
 * 200, so that one slip moves nobody from one end to the other. */
const NEW: Rating = { rating: 1000, rd: 200, volatility: 0.06 };
const NAME = 'alibi-puzzles';
const empty = () => ({
  players: {} as Record<string, Rating>,
  tried: {} as Record<string, Tried>,
  row: 0,
  best: 0,
  found: {} as Record<string, number>,
  day: 0,
  days: 0,
});

/* What was kept, as far as it has the form of it. */
function remembered(): Memory {
  const found: Record<string, unknown> = empty();
  for (const [key, value] of Object.entries(kept(NAME)))
    if (value && typeof value === typeof found[key]) found[key] = value;
  return found as unknown as Memory;
}

const memory: Memory = $state(remembered());

class Solver {
  ratingOf = (game: string): Rating => memory.players[game] ?? NEW;
  tried = (id: string): Tried | undefined => memory.tried[id];
  get count() {
    return Object.keys(memory.tried).length;
  }
  get row() {
    return memory.row;
  }
  get best() {
    return memory.best;
  }
  /* days in a row, as long as the row can still go on */
  get days() {
    return memory.day >= today() - 1 ? memory.days : 0;
  }
  /* whether today's puzzle of a game was found, without having been shown */
  foundToday = (game: string) => memory.found[game] === today();

  /* The day's puzzle was found, at whichever try. */
  #day(game: string) {
    memory.found[game] = today();
    if (memory.day === today()) return;
    memory.days = memory.day === today() - 1 ? memory.days + 1 : 1;
    memory.day = today();
  }

  #rate(puzzle: Puzzle, how: How): number {
    const game = gameOfPuzzle(puzzle.id);
    const own = this.ratingOf(game);
    const its: Rating = { rating: puzzle.rating, rd: 150, volatility: 0.06 };
    const score = how === 'solved' ? 1 : 0;
    memory.players[game] = rate(own, [{ against: its, score }]);
    const after = rate(its, [{ against: own, score: 1 - score }]);
    memory.tried[puzzle.id] = { how, rating: after };
    memory.row = score ? memory.row + 1 : 0;
    memory.best = Math.max(memory.best, memory.row);
    return memory.players[game].rating - own.rating;
  }

  /* Counts a try; what it did to the rating, or nothing if it was not the first one. */
  judge(puzzle: Puzzle, how: How, ofDay: boolean): number | undefined {
    const before = memory.tried[puzzle.id];
    if (ofDay && how === 'solved' && before?.how !== 'shown')
      this.#day(gameOfPuzzle(puzzle.id));
    const change = before ? undefined : this.#rate(puzzle, how);
    if (before && how === 'shown' && before.how === 'failed') before.how = how;
    keep(memory, NAME);
    return change;
  }

  forget() {
    Object.assign(memory, empty());
    keep(memory, NAME);
  }
}

export const solver = new Solver();
