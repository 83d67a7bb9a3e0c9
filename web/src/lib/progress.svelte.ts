/* How far somebody has come in the lessons, stored in this browser. */
import { keep, kept } from './kept';

export interface Progress {
  /* the step that was reached, and what had been played before each step so far */
  step: number;
  trail: string[][];
  done: boolean;
}

const NAME = 'alibi-lessons';

const all: Record<string, Progress> = $state(kept(NAME) as Record<string, Progress>);

/* A lesson by its game and id: "london/detective". */
export function progressOf(name: string): Progress | undefined {
  const found = all[name];
  return found && Array.isArray(found.trail) ? found : undefined;
}

export function keepProgress(name: string, progress: Progress) {
  all[name] = { ...progress, done: progress.done || (all[name]?.done ?? false) };
  keep(all, NAME);
}
