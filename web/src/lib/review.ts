/* A decision of a review in words, and as arrows. What is true was found by the engine; here it
 * becomes sentences in the reader's language. */
import type { AnalysisResult, Call, Decision, Why } from '../../../npm/alibi.mjs';
import type { Look } from './api';
import type { Game } from './game';
import { list, percent, t } from './i18n.svelte';
import { Layout } from './layout';
import { verb, ways } from './steps';
import { nameOf, phrases, seatName, sentences } from './words';

export const isMistake = (d: Decision) => d.verdict === 'mistake' || d.verdict === 'blunder';

const names = (game: Game, codes: string[]) => list(codes.map((c) => nameOf(game, c)));

/* The engine's words for tokens of a game that has none of its own. */
export type Told = ReadonlyMap<string, string>;

/* Tokens as a turn: "Sherlock Holmes goes to g10." */
export const turnWords = (game: Game, tokens: string[], told?: Told, active = '') =>
  sentences(
    phrases(
      game,
      tokens.map((token) => ({ token, words: told?.get(token) })),
      active,
    ),
  );

/* "Round 3, Jack". */
export const whenWords = (game: Game, d: Decision) =>
  t('review.when', { round: d.round, seat: seatName(game, d.seat) });

/* A loss in whole per cent that were lost entirely: what is shown as 10 % is a mistake. */
export const lossOf = (d: Decision) => Math.floor(100 * d.loss + 1e-6) / 100;
export const lossWords = (d: Decision) => percent(lossOf(d));

/* The chances before and after, which differ by the loss that is shown. */
export function chancesWords(game: Game, d: Decision): string {
  const before = Math.round(100 * d.best) / 100;
  return t('review.value', {
    seat: seatName(game, d.seat),
    before: percent(before),
    after: percent(Math.max(0, before - lossOf(d))),
  });
}

/* How many suspects a call leaves: by the answer that is known, or by both. */
function callWords({ answer, visible, invisible }: Call): string {
  if (answer) return t('review.call.known', { n: answer === 'visible' ? visible : invisible });
  if (!visible || !invisible) return t('review.call.known', { n: visible + invisible });
  return t('review.call.either', { visible, invisible });
}

function reasonWords(game: Game, { seat }: Decision, why: Why): string {
  const jack = seat === 'jack';
  switch (why.code) {
    case 'ends':
      if (why.better === 'escape') return t('review.why.escape');
      if (why.better === 'accusation') return t('review.why.accuse', { n: why.suspects });
      if (why.played === 'accusation') return t('review.why.early', { n: why.suspects });
      return t('review.why.stay');
    case 'then':
      return t(why.ended === 'escape' ? 'review.why.then.escape' : 'review.why.then.arrest');
    case 'catch':
      return t(jack ? 'review.why.catch.jack' : 'review.why.catch.detective', {
        who: names(game, why.who),
        by: names(game, why.by),
      });
    case 'leave':
      return t(jack ? 'review.why.leave.jack' : 'review.why.leave.detective', {
        who: names(game, why.who),
      });
    case 'left':
      return t('review.why.left', {
        played: callWords(why.played),
        better: callWords(why.better),
      });
    case 'soon':
      return t(`review.why.soon.${why.winner}`, {
        played: percent(why.played),
        better: percent(why.better),
      });
    case 'expect':
      return t('review.why.expect', {
        played: Math.round(10 * why.played) / 10,
        better: Math.round(10 * why.better) / 10,
      });
  }
}

/* Why the best choice was better, a sentence each. Of a mistake it is said where only the search
 * knows; of less than that, nothing. */
export function whyWords(game: Game, d: Decision): string[] {
  if (!d.why.length && isMistake(d)) return [t('review.why.none')];
  return d.why.map((w) => reasonWords(game, d, w));
}

/* Bits with two digits, as numbers that the texts write in the reader's way. */
export const bitsOf = (n: number) => Math.round(100 * n) / 100;

/* What a comment of a record may not hold. */
const commentOf = (text: string) => ` {${text.replaceAll('{', '(').replaceAll('}', ')')}}`;

/* The record with what the review says of it: a comment on each mistake, the better turn as a variation.
 * Notation: docs/notation.md. TOKENS are the moves of the record, outcomes of chance included. */
export function annotated(
  game: Game,
  record: string,
  tokens: string[],
  decisions: Decision[],
): string {
  const said = tokens.slice();
  for (const d of decisions.filter(isMistake)) {
    const { move, value } = d.better[0] ?? { move: [], value: 0 };
    const same = move.findIndex((token, i) => token !== d.played.move[i]);
    const at = d.ply + same;
    if (same < 0 || tokens[at] !== d.played.move[same]) continue;
    const words = [
      t(`review.verdict.${d.verdict}`),
      chancesWords(game, d),
      ...whyWords(game, d),
    ];
    const other = move.slice(same);
    other[0] += commentOf(percent(value));
    said[at] += `${commentOf(words.join(' '))} (${other.join(' ')})`;
  }
  return `${record.slice(0, record.indexOf('\n\n'))}\n\n${said.join('\n')}\n`;
}

/* A turn drawn on the board: arrows from place to place, and places with a ring. */
export interface Drawn {
  arrows: [string, string][];
  rings: string[];
}

/* Who is played goes from where it stands; what else is moved goes from place to place; what
 * happens at one place has a ring. */
export function drawTurn(game: Game, look: Look, tokens: string[]): Drawn {
  const layout = new Layout(game, look, false);
  const found: Drawn = { arrows: [], rings: [] };
  let active = look.view.active ?? '';
  let stands = layout.where(active);
  for (const token of tokens) {
    if (verb(token) === 'pick') {
      active = token;
      stands = layout.where(active);
      if (stands) found.rings.push(stands);
      continue;
    }
    const places = (ways(token, layout)[0] ?? []).filter((s) => layout.points.has(s));
    const [first, last] = [places[0], places.at(-1)];
    if (!first || !last) continue;
    if (verb(token) === 'move' && stands && stands !== last) {
      found.arrows.push([stands, last]);
      stands = last;
    } else if (places.length > 1) found.arrows.push([first, last]);
    else found.rings.push(first);
  }
  return found;
}

/* A point of the graph: which decision, and the chance of a side. */
export interface Chance {
  i: number;
  share: number;
}

/* Each side's chances by what that side knew, where it had something to decide; at the end
 * somebody has won. */
export function chancesOf(result: AnalysisResult, seat: 'jack' | 'detective'): Chance[] {
  const own = result.decisions.flatMap((d, i) =>
    d.seat === seat ? [{ i, share: d.value }] : [],
  );
  const [winner] = result.result?.split(':') ?? [];
  if (winner) own.push({ i: result.decisions.length, share: winner === seat ? 1 : 0 });
  return own;
}

/* What was believed before move PLY: the last belief that was known then. */
export function beliefAt({ beliefs }: AnalysisResult, ply: number) {
  return beliefs.filter((b) => b.ply < ply).at(-1) ?? beliefs[0];
}

/* Suspects before each decision and at the end. */
export function suspectsOf(result: AnalysisResult): Chance[] {
  const plies = [...result.decisions.map((d) => d.ply), Infinity];
  return plies.map((ply, i) => ({
    i,
    share: Object.keys(beliefAt(result, ply)?.chance ?? {}).length,
  }));
}
