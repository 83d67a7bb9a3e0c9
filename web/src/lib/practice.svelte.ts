/* Learning from mistakes: the position before each of them is shown through the eyes of the seat that
 * made it, any turn can be tried, and the engine judges it as it judged the one that was played. */
import { api, type Preview, type Trial } from './api';
import { judge, type Decision } from './analyst.svelte';
import type { Game } from './game';
import { whole } from './scene';
import { Stage } from './stage.svelte';

/* What came of an attempt: how the turn is judged, or that the answer is shown. */
export type Outcome =
  { is: 'right' | 'closer' | 'wrong'; tokens: string[]; decision: Decision } | { is: 'shown' };

const isRight = ({ verdict }: Decision) => verdict === 'best' || verdict === 'good';

export class Practice {
  at = $state(0);
  busy = $state(false);
  look: Trial | undefined = $state.raw();
  outcome: Outcome | undefined = $state.raw();
  /* how many were found without help */
  found = $state(0);
  stage: Stage;
  #tried = false; /* this one was shown, or counted already */

  constructor(
    readonly game: Game,
    private record: string,
    private tokens: string[],
    readonly mistakes: Decision[],
  ) {
    this.stage = new Stage(game, {
      preview: (tokens) => this.#preview(tokens),
      confirm: (tokens) => this.#judge(tokens),
    });
  }

  readonly mistake: Decision = $derived.by(() => this.mistakes[this.at]!);
  readonly last = $derived.by(() => this.at === this.mistakes.length - 1);

  async go(at: number) {
    this.at = at;
    this.#tried = false;
    await this.again();
  }

  async again() {
    this.outcome = undefined;
    this.look = await this.#ask([]);
    this.stage.reset(this.look);
  }

  show() {
    this.#tried = true;
    this.outcome = { is: 'shown' };
    this.stage.reset(undefined);
  }

  async #ask(tokens: string[]): Promise<Trial> {
    const { ply, seat } = this.mistake;
    return whole(this.game, await api.trial(this.record, seat, tokens, ply));
  }

  async #preview(tokens: string[]): Promise<Preview> {
    return this.#ask(tokens);
  }

  /* The game up to the decision, and then these tokens: the engine judges them as part of it. */
  #with(tokens: string[]): string {
    const tags = this.record
      .slice(0, this.record.indexOf('\n\n'))
      .split('\n')
      .filter((line) => !/^\[(Result|Ended|Commitment|Secret|Salt) /.test(line));
    const played = [...this.tokens.slice(0, this.mistake.ply), ...tokens];
    return `${tags.join('\n')}\n\n${played.join(' ')}\n`;
  }

  async #judge(tokens: string[]) {
    const { mistake } = this;
    this.busy = true;
    try {
      const after = await this.#ask(tokens);
      const decision = await judge(this.#with(tokens), mistake.ply);
      if (!decision || mistake !== this.mistake) return;
      const closer = decision.loss < mistake.loss - 0.02;
      const is = isRight(decision) ? 'right' : closer ? 'closer' : 'wrong';
      if (is === 'right' && !this.#tried) this.found++;
      if (is === 'right') this.#tried = true;
      this.look = after;
      this.outcome = { is, tokens, decision };
      this.stage.reset(undefined);
    } finally {
      this.busy = false;
    }
  }
}
