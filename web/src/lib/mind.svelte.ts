/* The engine's opinion of a position while it thinks about it: in a worker of its own, in the place of the
 * seat to act, from what that seat may know. */
import type { Thought } from '../../../npm/alibi.mjs';
import { hasEngine } from './engine';
import type { Seat } from './model';

export interface Question {
  number: number;
  record: string;
  /* who thinks, if anybody; whose belief is asked for, if anybody's can be */
  seat: Seat | undefined;
  believer: Seat | undefined;
}

interface Answer {
  number: number;
  thought?: Thought;
  belief?: Record<string, number>;
  done?: boolean;
  failure?: string;
}

export class Mind {
  thought: Thought | undefined = $state.raw();
  belief: Record<string, number> | undefined = $state.raw();
  busy = $state(false);
  failure = $state('');
  #worker: Worker | undefined;
  #number = 0;

  /* Thinks about this instead of what it thought about before. */
  ask(question: Omit<Question, 'number'>) {
    this.thought = undefined;
    this.belief = undefined;
    this.failure = '';
    this.busy = hasEngine && !!question.seat;
    if (!hasEngine) return;
    this.#worker ??= this.#make();
    this.#worker.postMessage({ ...question, number: ++this.#number });
  }

  #make(): Worker {
    const worker = new Worker(new URL('./mind.worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      if (data.number !== this.#number) return;
      if (data.thought) this.thought = data.thought;
      if (data.belief) this.belief = data.belief;
      if (data.failure) this.failure = data.failure;
      if (data.done || data.failure) this.busy = false;
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.failure = event.message || 'worker';
      this.close();
    };
    return worker;
  }

  close() {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.busy = false;
  }
}
