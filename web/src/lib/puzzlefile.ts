/* Puzzles as text (docs/puzzles.md): a puzzle is a record; its tags say what the client shows, the engine
 * reads the rest. */
import type { Seat } from './model';

export interface Puzzle {
  id: string;
  seat: Seat;
  theme: string;
  rating: number;
  /* the solver's chances with the right turn, and with the best one of another idea */
  value: number;
  next: number;
  answer: string[];
  /* all of it, as it is in the file, and the same without the answer: what is shown and studied */
  text: string;
  record: string;
}

/* "london-17": of which game a puzzle is. */
export const gameOfPuzzle = (id: string) => id.slice(0, id.lastIndexOf('-'));

/* Everything that a solver must not be told lies in these tags. */
const secret = /^\[(Theme|Rating|Value|Next|Answer|Result) ".*"\]\n/gm;

export function parsePuzzle(text: string): Puzzle {
  const tags = Object.fromEntries(
    Array.from(text.matchAll(/^\[(\w+) "(.*)"\]$/gm), ([, key, value]) => [key, value!]),
  );
  return {
    id: tags['Puzzle'] ?? '',
    seat: tags['View'] === 'jack' ? 'jack' : 'detective',
    theme: tags['Theme'] ?? '',
    rating: Number(tags['Rating']),
    value: Number(tags['Value']),
    next: Number(tags['Next']),
    answer: (tags['Answer'] ?? '').split(' '),
    text,
    record: text.replace(secret, ''),
  };
}

export const parsePuzzles = (file: string): Puzzle[] =>
  file
    .split(/\n\n+(?=\[)/)
    .filter((text) => text.includes('[Puzzle '))
    .map((text) => parsePuzzle(`${text.trimEnd()}\n\n`));

/* --- The puzzle of the day --- */

/* Days since 1970 in Greenwich: the same for everybody, and no server is asked. */
export const today = (now = Date.now()) => Math.floor(now / 86_400_000);

/* Which of N puzzles is that day's; the terminal counts in the same way. */
export const indexOfDay = (day: number, n: number) => (day * 7919) % n;

export const puzzleOfDay = (puzzles: Puzzle[], day = today()): Puzzle | undefined =>
  puzzles[indexOfDay(day, puzzles.length)];
