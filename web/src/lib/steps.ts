/* From pointing to tokens: a token is pointed out step by step ("the gaslight on c4", "to f3"),
 * and this finds which steps lead to which of the legal tokens. It reads the form of tokens
 * only; what is legal was said by the engine.
 *
 * A step is a place, or else a button. Where several tokens are pointed out by the same steps,
 * or by the beginning of another token's, a last step names the token itself; so every token
 * of every game can be pointed out. */
import type { Step } from './game';
import type { Layout } from './layout';

/* What a token does, in one word: tokens with the same verb are pointed out together. */
export function verb(token: string): string {
  if (/^[A-Z]{2}$/.test(token)) return 'pick';
  if (/^[>!]/.test(token) || token === 'stay') return 'move';
  if (token.startsWith('^')) return 'face';
  return /^[a-z]+/.exec(token)?.[0] ?? token;
}

/* A word of a token as something to point at: characters are where they stand. */
function step(word: string, layout: Layout): Step {
  return /^[A-Z]{2}$/.test(word) ? (layout.where(word) ?? word) : word;
}

/* Every way to point out a token. */
export function ways(token: string, layout: Layout): Step[][] {
  const own = layout.game.skin.steps?.(token, layout);
  if (own) return own;
  if (token.startsWith('^')) return [[token]];
  if (/^[>!]/.test(token)) return [[step(token.slice(1), layout)]];
  const [, ...words] = token.split(/[:>,]/);
  if (!words.length) return [[step(token, layout)]];
  /* A move that does not write down where it leads is pointed out by that place. */
  const end = layout.path(token).at(-1);
  if (end && !words.includes(end)) return [[end]];
  const steps = words.map((w) => step(w, layout));
  if (token.includes(',') && !token.includes('>')) return [steps, [...steps].reverse()];
  return [steps];
}

/* Whether these tokens of the verb "move" only accuse. */
export function accusesOnly(tokens: string[]): boolean {
  const moves = tokens.filter((t) => verb(t) === 'move');
  return moves.length > 0 && moves.every((t) => t.startsWith('!'));
}

/* The verbs of these tokens, the handiest first: moving, other things to do on the board, what
 * has only buttons, and last accusing. */
export function verbs(tokens: string[], layout: Layout): string[] {
  const onBoard = (t: string) => ways(t, layout).some((way) => layout.points.has(way[0] ?? ''));
  const rank = (v: string) => {
    if (v === 'move') return accusesOnly(tokens) ? 3 : 0;
    return tokens.some((t) => verb(t) === v && onBoard(t)) ? 1 : 2;
  };
  return [...new Set(tokens.map(verb))]
    .map((v) => ({ v, rank: rank(v) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ v }) => v);
}

export interface Pointing {
  /* what can be pointed at next: a place, a word, or a token itself */
  next: Set<Step>;
  /* the token that the steps so far point out, if there is only this one */
  token?: string | undefined;
}

/* Where the steps so far have led among the tokens. */
export function point(tokens: string[], layout: Layout, so_far: Step[]): Pointing {
  const next = new Set<Step>();
  const done = new Set<string>();
  for (const t of tokens)
    for (const way of ways(t, layout)) {
      if (so_far.some((s, i) => (way[i] ?? t) !== s) || so_far.length > way.length + 1)
        continue;
      if (so_far.length > way.length) return { next: new Set(), token: t };
      const step = way[so_far.length];
      if (step === undefined) done.add(t);
      else next.add(step);
    }
  const [token] = done;
  if (done.size === 1 && !next.size) return { next, token };
  for (const t of done) next.add(t);
  return { next };
}

/* The token that a person probably means by pointing at a place that is not a target: a legal
 * one, with that place written into it. */
export function guess(
  tokens: string[],
  layout: Layout,
  so_far: Step[],
  at: Step,
): string | undefined {
  const code = layout.pieces(at)[0]?.symbol;
  for (const t of tokens) {
    if (verb(t) === 'pick') {
      if (code) return code;
      continue;
    }
    for (const way of ways(t, layout)) {
      if (so_far.some((s, i) => way[i] !== s)) continue;
      const last = way[so_far.length];
      if (way.length !== so_far.length + 1 || !last || !layout.points.has(last)) continue;
      const where = t.lastIndexOf(last);
      if (where >= 0) return t.slice(0, where) + at + t.slice(where + last.length);
    }
  }
  return undefined;
}
