/* How far somebody has come in the lessons, stored in this browser. */

export interface Progress {
  /* the step that was reached, and what had been played before each step so far */
  step: number;
  trail: string[][];
  done: boolean;
}

const NAME = 'alibi-lessons';

function load(): Record<string, Progress> {
  try {
    return JSON.parse(localStorage.getItem(NAME) ?? '{}') as Record<string, Progress>;
  } catch {
    return {}; /* storage is off, or holds something else */
  }
}

const all: Record<string, Progress> = $state(load());

/* A lesson by its game and id: "london/detective". */
export function progressOf(name: string): Progress | undefined {
  const found = all[name];
  return found && Array.isArray(found.trail) ? found : undefined;
}

export function keepProgress(name: string, progress: Progress) {
  all[name] = { ...progress, done: progress.done || (all[name]?.done ?? false) };
  try {
    localStorage.setItem(NAME, JSON.stringify(all));
  } catch {
    /* kept for this page only */
  }
}
