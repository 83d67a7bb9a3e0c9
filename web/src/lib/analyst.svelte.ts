/* A review on its way: what has been found so far of a record, by a worker with the engine. */
import type { AnalysisResult, Decision } from '../../../npm/alibi.mjs';
import type { Found, Refused, Wish } from './analyse.worker';
import { engineLacks, hasEngine } from './engine';
import { explain, t } from './i18n.svelte';
import { keepReview, keptReview } from './reviews';

export type { Decision };

/* In which sentence the engine's refusal is told. */
const said = ({ code, args, message }: Refused) =>
  (code && explain({ code, args: { ...args }, rule: null })) || message;

function work(wish: Wish, heard: (found: Found) => void): Worker {
  const worker = new Worker(new URL('./analyse.worker.ts', import.meta.url), {
    type: 'module',
  });
  worker.onmessage = ({ data }: MessageEvent<Found>) => heard(data);
  worker.onerror = (event) => {
    event.preventDefault();
    const message = event.message || t('review.broken');
    heard({ is: 'refused', why: { message, code: null, args: {} } });
  };
  worker.postMessage(wish);
  return worker;
}

/* Why nothing can be analysed in this browser, or with this build; empty if it can. */
export const analystLacks = () =>
  hasEngine
    ? ''
    : engineLacks.length
      ? t('review.lacks', { what: engineLacks.join(', ') })
      : t('review.none');

export class Analyst {
  /* the record to replay, the whole truth where it is known */
  record = $state('');
  tokens: string[] | null = $state.raw(null);
  result: AnalysisResult | undefined = $state.raw();
  /* which decisions have been judged as well as is usual */
  judged: Set<number> = $state.raw(new Set());
  phase: 'loading' | 'quick' | 'usual' | 'gave' | 'done' | 'failed' = $state('loading');
  failure = $state('');
  #worker: Worker | undefined;
  #given = '';

  readonly decisions = $derived(this.result?.decisions ?? []);
  readonly settled = $derived(this.phase === 'gave' || this.phase === 'done');

  async start(record: string) {
    this.#given = record;
    this.failure = analystLacks();
    if (this.failure) {
      this.phase = 'failed';
      return;
    }
    const known = await keptReview(record);
    if (this.#given !== record) return;
    if (!known) {
      this.#worker = work({ record }, (found) => this.#hear(found));
      return;
    }
    Object.assign(this, known);
    this.judged = new Set(known.result.decisions.keys());
    this.phase = 'done';
  }

  #hear(found: Found) {
    if (found.is === 'record') {
      this.record = found.record;
      this.tokens = found.tokens;
      this.phase = 'quick';
    } else if (found.is === 'quick') {
      this.result = found.result;
      this.phase = 'usual';
    } else if (found.is === 'decision') {
      this.#replace(found.i, found.decision);
      this.judged = new Set(this.judged).add(found.i);
    } else if (found.is === 'usual') {
      this.result = found.result;
      this.phase = 'gave';
    } else if (found.is === 'gave') {
      this.#replace(found.i, { ...this.decisions[found.i]!, gave: found.gave });
    } else if (found.is === 'refused') {
      this.failure = said(found.why);
      this.phase = 'failed';
    } else {
      this.phase = 'done';
      const { record, tokens, result } = this;
      void keepReview(this.#given, { record, tokens, result: result! });
    }
  }

  #replace(i: number, decision: Decision) {
    const { result } = this;
    if (!result) return;
    const decisions = result.decisions.map((d, k) => (k === i ? decision : d));
    this.result = { ...result, decisions };
  }

  stop() {
    this.#given = '';
    this.#worker?.terminate();
    this.#worker = undefined;
  }
}

/* How a turn is judged that begins with move FROM and is the last one of RECORD. */
export function judge(record: string, from: number): Promise<Decision | undefined> {
  return new Promise((resolve, reject) => {
    const worker = work({ record, from }, (found) => {
      if (found.is === 'refused') reject(new Error(said(found.why)));
      else if (found.is === 'usual') resolve(found.result.decisions[0]);
      else return;
      worker.terminate();
    });
  });
}
