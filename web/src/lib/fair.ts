/* Whether a game was dealt as the server had promised: what this browser saw and added before anything
 * was dealt is kept, and compared with what the server opens at the end. The engine does what
 * `alibi verify` does. docs/api.md, section 9. */
import type { GameState, Happening } from './api';
import { hasEngine } from './engine';
import { keep, kept } from './kept';
import type { Seat } from './model';
import type { Reason } from './i18n.svelte';

const MIXED = 'alibi mixed';
const MOST = 200; /* games of which it is kept */

/* What was promised before this browser added, and what it has added. */
interface Mixed {
  commitment: string;
  entropy: string;
}

const place = (id: string, seat: Seat) => `${id} ${seat}`;

export const mixedOf = (id: string, seat: Seat) =>
  kept(MIXED)[place(id, seat)] as Mixed | undefined;

/* The entropy for a seat: FRESH, unless this browser has thought of some before. It is kept before it is
 * sent, so that every window and every attempt sends the same. */
export function toMix(id: string, seat: Seat, commitment: string, fresh: string): string {
  const before = mixedOf(id, seat);
  if (before) return before.entropy;
  const all = { ...kept(MIXED), [place(id, seat)]: { commitment, entropy: fresh } };
  keep(Object.fromEntries(Object.entries(all).slice(-MOST)), MIXED);
  return fresh;
}

export const forgetMixed = () => keep({}, MIXED);

/* What the worker is asked, and what it says. */
export interface Question {
  record: string;
  /* what was told to a viewer of the game, as this page knows it */
  told: { viewer: string; tokens: string[] }[];
}
export type Verified =
  | { outcomes: number; tags: Record<string, string>; same: boolean }
  | { refused: Reason }
  | { failed: true };

export type Fairness =
  | { fair: true; outcomes: number; own: Seat[] }
  | { fair: false; what: 'promise' | 'entropy' | 'record' }
  | { fair: false; what: 'deal'; why: Reason };

/* What a history has told VIEWER. The truth is its moves: what was announced after them follows. */
export const toldTo = (viewer: string, history: Happening[]) => ({
  viewer,
  tokens: history.flatMap(({ token, told = [] }) =>
    token === undefined
      ? []
      : [token, ...(viewer === 'truth' ? [] : told.map((more) => more.token))],
  ),
});

function verify(question: Question): Promise<Verified> {
  const worker = new Worker(new URL('./fair.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Verified>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<Verified>) => resolve(data);
    worker.onerror = (event) => {
      event.preventDefault();
      resolve({ failed: true });
    };
    worker.postMessage(question);
  }).finally(() => worker.terminate());
}

const seats = ['jack', 'detective'] as const;

/* The game that is over, as this page knows it, and its record. Undefined where nobody can tell: the
 * browser lacks the engine, or it could not be had. */
export async function checkDeal(
  end: GameState,
  record: string,
  told: Question['told'],
): Promise<Fairness | undefined> {
  const { commitment, opening } = end;
  if (!hasEngine || !opening || !commitment) return undefined;
  const own = seats.flatMap((seat) => {
    const mixed = end.you.includes(seat) && mixedOf(end.id, seat);
    return mixed ? [{ seat, ...mixed }] : [];
  });
  if (own.some((mixed) => mixed.commitment !== commitment))
    return { fair: false, what: 'promise' };
  if (own.some((mixed) => mixed.entropy !== opening.entropy[mixed.seat]))
    return { fair: false, what: 'entropy' };
  const found = await verify({ record, told });
  if ('failed' in found) return undefined;
  if ('refused' in found) return { fair: false, what: 'deal', why: found.refused };
  const { tags } = found;
  const same =
    tags.Commitment === commitment &&
    tags.Secret === opening.secret &&
    tags.Salt === opening.salt &&
    (tags.EntropyJack ?? null) === opening.entropy.jack &&
    (tags.EntropyDetective ?? null) === opening.entropy.detective;
  if (!same || !found.same) return { fair: false, what: 'record' };
  return { fair: true, outcomes: found.outcomes, own: own.map((mixed) => mixed.seat) };
}
