/* What a turn has led to, in numbers: the facts by which a lesson's question is judged. All of
 * them are the engine's own, as its insight tells them to the seat; no rule is applied here.
 *
 * A condition is written "small>=3", "leave=0", "won" or "!accused"; it speaks of one fact. */
import type { Trial } from './api';
import type { Seat } from './model';

export interface Facts {
  /* suspects who would be cleared if witnesses were called at the end of the turn: the fewer
   * and the more of the two answers */
  small: number;
  large: number;
  /* for Jack: whether he is seen then, and how many suspects his answer would leave */
  seen: number;
  crowd: number;
  /* suspects who could leave, and who could be caught, in the other side's next turn */
  leave: number;
  caught: number;
  /* whether the turn draws an alibi card, accuses, ends the game, and how */
  drew: number;
  accused: number;
  over: number;
  won: number;
  lost: number;
  escaped: number;
}

/* The facts of TOKENS, a turn of SEAT: BEFORE it, at the end of it STAGED, and AFTER it. */
export function factsOf(
  seat: Seat,
  tokens: string[],
  before: Trial,
  staged: Trial,
  after: Trial,
): Facts {
  const { suspects, left, answer } = staged.insight;
  const cleared = [left.visible, left.invisible].map((l) => suspects.length - l.length);
  const { result } = after;
  const same = after.view.round === before.view.round && after.view.slot === before.view.slot;
  return {
    small: Math.min(...cleared),
    large: Math.max(...cleared),
    seen: Number(answer === 'visible'),
    crowd: answer ? left[answer].length : 0,
    leave: after.insight.leave.length,
    caught: after.insight.caught.length,
    drew: Number(same && after.view.to_act === 'chance'),
    accused: Number(tokens.some((token) => token.startsWith('!'))),
    over: Number(!!result),
    won: Number(result?.winner === seat),
    lost: Number(!!result?.winner && result.winner !== seat),
    escaped: Number(result?.why === 'escape'),
  };
}

const compare: Record<string, (a: number, b: number) => boolean> = {
  '>=': (a, b) => a >= b,
  '<=': (a, b) => a <= b,
  '=': (a, b) => a === b,
};

/* Whether a condition holds. One that speaks of no fact is an error of the lesson. */
export function holds(facts: Facts, condition: string): boolean {
  const [, not, name = '', sign, number] =
    /^(!?)(\w+)(?:(>=|<=|=)(\d+))?$/.exec(condition) ?? [];
  const value = facts[name as keyof Facts];
  if (value === undefined) throw new Error(`no such condition: ${condition}`);
  const met = sign ? compare[sign]!(value, Number(number)) : value > 0;
  return not ? !met : met;
}
