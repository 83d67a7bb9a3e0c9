/* What a turn has led to, in numbers: the facts by which a lesson's question is judged. All of
 * them come from the engine's answers, read with what the seat knows; no rule is applied here.
 *
 * A condition is written "small>=3", "leave=0", "won" or "!accused"; it speaks of one fact. */
import type { Trial } from './api';
import type { Seat } from './model';

export interface Facts {
  /* suspects who would be cleared if witnesses were called at the end of the turn: the fewer
   * and the more of the two answers */
  small: number;
  large: number;
  /* suspects left as the seat knows them, before and after */
  before: number;
  after: number;
  /* Jack's own: whether he would be seen, and how many suspects would then be left */
  seen: number;
  crowd: number;
  /* suspects who could leave when played in the rest of the round, if Jack was last unseen */
  leave: number;
  /* characters that the rest of the round may play and that could catch Jack */
  caught: number;
  /* suspects whom the rest of the round could accuse */
  near: number;
  hourglasses: number;
  /* whether the turn draws an alibi card */
  drew: number;
  over: number;
  won: number;
  lost: number;
  accused: number;
  escaped: number;
}

const list = (value: unknown): string[] => (Array.isArray(value) ? (value as string[]) : []);

/* The suspects that SEAT cannot rule out: alibi cards in its hand do that. */
export function suspectsOf(look: Trial, seat: Seat): string[] {
  const alibis = list(look.view.alibis[seat]);
  return look.view.suspects.filter((c) => seat === 'jack' || !alibis.includes(c));
}

/* The facts of TOKENS, a turn of SEAT: BEFORE it, at the end of it STAGED, and AFTER it. */
export function factsOf(
  seat: Seat,
  tokens: string[],
  before: Trial,
  staged: Trial,
  after: Trial,
): Facts {
  const suspects = suspectsOf(after, seat);
  const known = suspectsOf(staged, seat);
  const of = (codes: string[]) => codes.filter((c) => known.includes(c)).length;
  const cleared = [of(staged.witnesses?.visible ?? []), of(staged.witnesses?.invisible ?? [])];
  const { leave, accuse, now, next } = after.outlook;
  const playable = now.length ? now : next;
  const me = before.view.identity ?? '';
  const seen = staged.scene.some((m) => m.symbol === me && m.layer === 'piece' && m.seen);
  const result = after.result;
  const could = (c: string, whom: string) => (accuse[c] ?? []).includes(whom);
  return {
    small: Math.min(...cleared),
    large: Math.max(...cleared),
    before: suspectsOf(before, seat).length,
    after: suspects.length,
    seen: Number(seen),
    crowd: known.length - cleared[seen ? 0 : 1]!,
    leave:
      after.view.witness === 'invisible'
        ? leave.filter((c) => suspects.includes(c) && playable.includes(c)).length
        : 0,
    caught: playable.filter((c) => could(c, me)).length,
    near: suspects.filter((s) => playable.some((c) => could(c, s))).length,
    hourglasses: Number(after.view['hourglasses'] ?? 0),
    drew: Number(
      after.view.to_act === 'chance' &&
        after.view.slot === before.view.slot &&
        after.view.round === before.view.round,
    ),
    over: Number(!!result),
    won: Number(result?.winner === seat),
    lost: Number(!!result && result.winner !== seat),
    accused: Number(tokens.some((x) => x.startsWith('!'))),
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
  const true_ = sign ? compare[sign]!(value, Number(number)) : value > 0;
  return not ? !true_ : true_;
}
