/* A puzzle being solved: the position through the solver's eyes, a turn that is tried out and confirmed,
 * and what came of it. Everything is asked of the engine on this device. */
import { api, type StudyLook } from './api';
import type { Game } from './game';
import type { Judged, Tries } from './puzzle.worker';
import type { Puzzle } from './puzzlefile';
import { whole } from './scene';
import { solver, type How } from './solver.svelte';
import { Stage } from './stage.svelte';
import { lacksWords } from './words';

export type Outcome =
  | { is: 'right'; tokens: string[] }
  | { is: 'wrong'; tokens: string[]; value: number }
  | { is: 'shown' };

export class Solving {
  busy = $state(false);
  look: StudyLook | undefined = $state.raw();
  outcome: Outcome | undefined = $state.raw();
  /* how the turn that was tried, or the answer, is seen by the solver */
  after: StudyLook | undefined = $state.raw();
  /* what the last try did to the rating: only the first one does anything */
  change: number | undefined = $state();
  stage: Stage;
  #worker: Worker | undefined;
  #number = 0;

  constructor(
    readonly game: Game,
    readonly puzzle: Puzzle,
    readonly ofDay: boolean,
  ) {
    this.stage = new Stage(game, {
      preview: (tokens) => this.#ask(tokens),
      confirm: (tokens) => this.#confirm(tokens),
    });
  }

  readonly over = $derived.by(
    () => this.outcome?.is === 'right' || this.outcome?.is === 'shown',
  );

  async begin() {
    this.outcome = undefined;
    this.after = undefined;
    this.look = await this.#ask([]);
    this.stage.reset(this.look);
  }

  /* Gives the answer away, which counts as not solved. */
  async show() {
    this.after = await this.#told(this.puzzle.answer);
    this.#count('shown');
    this.outcome = { is: 'shown' };
    this.stage.reset(undefined);
  }

  #count(how: How) {
    this.change = solver.judge(this.puzzle, how, this.ofDay);
  }

  async #ask(tokens: string[]): Promise<StudyLook> {
    const { record, seat } = this.puzzle;
    const words = lacksWords(this.game) ? 1 : undefined;
    return whole(this.game, await api.study.trial(record, seat, tokens, words));
  }

  /* The same with what there is to remark on a whole turn: of one that ends the game, that is nothing. */
  async #told(tokens: string[]): Promise<StudyLook> {
    const [before, after] = [await this.#ask(tokens.slice(0, -1)), await this.#ask(tokens)];
    const ends = before.legal.find((l) => l.token === tokens.at(-1))?.ends;
    return ends ? { ...after, remarks: [] } : after;
  }

  async #confirm(tokens: string[]) {
    this.busy = true;
    try {
      const after = await this.#told(tokens);
      const { right, value = 0 } = await this.#judge(tokens);
      /* No turn of another idea is worth more than the proof has found. */
      this.outcome = right
        ? { is: 'right', tokens }
        : { is: 'wrong', tokens, value: Math.min(value, this.puzzle.next) };
      this.after = after;
      this.#count(right ? 'solved' : 'failed');
      this.stage.reset(undefined);
    } finally {
      this.busy = false;
    }
  }

  #judge(tokens: string[]): Promise<Judged> {
    const { text, seat } = this.puzzle;
    this.#worker ??= new Worker(new URL('./puzzle.worker.ts', import.meta.url), {
      type: 'module',
    });
    const worker = this.#worker;
    const number = ++this.#number;
    const asked: Tries = { number, puzzle: text, seat, tokens: [...tokens] };
    return new Promise((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Judged>) => {
        if (data.number !== number) return;
        if (data.failure) reject(new Error(data.failure));
        else resolve(data);
      };
      worker.onerror = (event) => {
        event.preventDefault();
        reject(new Error(event.message));
      };
      worker.postMessage(asked);
    });
  }

  close() {
    this.#worker?.terminate();
    this.#worker = undefined;
  }
}
