/* Which puzzle comes next. */
import { keep, kept } from './kept';
import { gameOfPuzzle, type Puzzle } from './puzzlefile';
import { solver } from './solver.svelte';
import type { Seat } from './model';

/* What somebody wants to train, kept in this browser: '' is anything. */
const NAME = 'alibi-practice';
function remembered(): { theme: string; seat: Seat | '' } {
  const { theme, seat } = kept(NAME);
  return {
    theme: typeof theme === 'string' ? theme : '',
    seat: seat === 'jack' || seat === 'detective' ? seat : '',
  };
}
export const wish = $state(remembered());
export const keepWish = () => keep(wish, NAME);

/* Not every game has every theme. */
export function wishAmong(puzzles: Puzzle[]) {
  if (!puzzles.some((p) => p.theme === wish.theme)) wish.theme = '';
}

export const fits = ({ theme, seat }: Puzzle) =>
  (!wish.theme || wish.theme === theme) && (!wish.seat || wish.seat === seat);

const AMONG = 5; /* so that two days with the same rating do not begin alike */

const untried = ({ id }: Puzzle) => !solver.tried(id);
const unsolved = ({ id }: Puzzle) => solver.tried(id)?.how !== 'solved';

/* A new one that fits and lies near the solver's rating. */
export const nextPuzzle = (puzzles: Puzzle[], except?: string): Puzzle | undefined =>
  near(puzzles.filter((p) => fits(p) && untried(p) && p.id !== except));

/* One that was tried before: one that was not found, if there is any. */
export function oldPuzzle(puzzles: Puzzle[]): Puzzle | undefined {
  const all = puzzles.filter(fits);
  return near(all.filter(unsolved)) ?? near(all);
}

function near(from: Puzzle[]): Puzzle | undefined {
  if (!from[0]) return undefined;
  const { rating } = solver.ratingOf(gameOfPuzzle(from[0].id));
  const sorted = [...from].sort(
    (a, b) => Math.abs(a.rating - rating) - Math.abs(b.rating - rating),
  );
  return sorted[Math.floor(Math.random() * Math.min(AMONG, sorted.length))];
}
