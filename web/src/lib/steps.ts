/* From pointing to tokens: a token is pointed out step by step ("the gaslight on c4", "to f3"),
 * and this finds which steps lead to which of the legal tokens. It reads the form of tokens
 * only; what is legal was said by the engine. */
import type { Board } from './board';
import type { Game, Step } from './game';

/* What a token does, in one word: tokens with the same verb are pointed out together. */
export function verb(token: string): string {
  if (/^[A-Z]{2}$/.test(token)) return 'pick';
  if (/^[>!]/.test(token) || token === 'stay') return 'move';
  if (token.startsWith('^')) return 'face';
  return /^[a-z]+/.exec(token)?.[0] ?? token;
}

/* A word of a token as something to point at: characters are where they stand. */
function step(word: string, board: Board): Step {
  return /^[A-Z]{2}$/.test(word) ? (board.where(word) ?? word) : word;
}

/* Every way to point out a token. */
export function ways(game: Game, token: string, board: Board): Step[][] {
  const own = game.steps?.(token, board);
  if (own) return own;
  if (token.startsWith('^')) return [[token]];
  if (/^[>!]/.test(token)) return [[step(token.slice(1), board)]];
  const words = token.split(/[:>,]/);
  if (words.length === 1) return [[step(token, board)]];
  const steps = words.slice(1).map((w) => step(w, board));
  if (token.includes(',') && !token.includes('>')) return [steps, [...steps].reverse()];
  return [steps];
}

/* The verbs of these tokens, moving first. */
export function verbs(tokens: string[]): string[] {
  const found = [...new Set(tokens.map(verb))];
  return found.sort((a, b) => Number(b === 'move') - Number(a === 'move'));
}

export interface Pointing {
  /* what can be pointed at next */
  next: Set<Step>;
  /* the token that the steps so far point out, if they do */
  token?: string | undefined;
}

/* Where the steps so far have led among the tokens. */
export function point(game: Game, tokens: string[], board: Board, so_far: Step[]): Pointing {
  const next = new Set<Step>();
  let token: string | undefined;
  for (const t of tokens) {
    for (const way of ways(game, t, board)) {
      if (so_far.some((s, i) => way[i] !== s)) continue;
      const step = way[so_far.length];
      if (step === undefined) token = t;
      else next.add(step);
    }
  }
  return { next, token };
}

/* The token that somebody seems to mean who points at a place that is no target: one that is
 * possible, with that place written into it. */
export function guess(
  game: Game,
  tokens: string[],
  board: Board,
  so_far: Step[],
  at: Step,
): string | undefined {
  const code = board.pieces(at)[0]?.symbol;
  for (const t of tokens) {
    if (verb(t) === 'pick') {
      if (code) return code;
      continue;
    }
    for (const way of ways(game, t, board)) {
      if (so_far.some((s, i) => way[i] !== s)) continue;
      const last = way[so_far.length];
      if (way.length !== so_far.length + 1 || !last || !board.points.has(last)) continue;
      const where = t.lastIndexOf(last);
      if (where >= 0) return t.slice(0, where) + at + t.slice(where + last.length);
    }
  }
  return undefined;
}
