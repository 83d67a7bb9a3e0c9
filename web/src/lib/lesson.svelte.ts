/* A lesson in play. The engine is asked through `replay`, which keeps nothing: the lesson is a
 * record that grows. Every legal move can be tried; what the lesson thinks of it is said at
 * once. One can go back to any step, and go on another day. */
import { api, Refusal, type Preview, type Trial } from './api';
import { factsOf, holds } from './facts';
import type { Game, Lesson, LessonStep } from './game';
import { t } from './i18n.svelte';
import { pace } from './prefs.svelte';
import { keepProgress, progressOf } from './progress.svelte';
import { whole } from './scene';
import { Stage } from './stage.svelte';
import { textOf } from './words';

/* What the lesson says of an answer. */
export interface Verdict {
  good: boolean;
  text: string;
}

export class Course {
  at = $state(0);
  busy = $state(false);
  look: Trial | undefined = $state.raw();
  /* what the others have just done */
  told: { token: string; active: string }[] = $state.raw([]);
  verdict: Verdict | undefined = $state.raw();
  stage: Stage;
  /* what was played before each step */
  #trail: string[][] = [];
  /* the answer that was judged right, with which the lesson goes on */
  #answer: string[] = [];

  constructor(
    readonly game: Game,
    readonly lesson: Lesson,
  ) {
    this.stage = new Stage(game, {
      preview: (tokens) => this.#preview(tokens),
      confirm: (tokens) => this.#confirm(tokens),
    });
  }

  readonly name = $derived.by(() => `${this.game.name}/${this.lesson.id}`);
  readonly step: LessonStep = $derived.by(() => this.lesson.steps[this.at]!);
  readonly last = $derived.by(() => this.at === this.lesson.steps.length - 1);
  /* What the step says; what is to be played, as far as it has not been staged. */
  readonly text = $derived.by(() => this.#text(this.step.say));
  readonly next: string | undefined = $derived.by(() => {
    const left = [...(this.step.want ?? [])];
    for (const token of this.stage.tokens) left.splice(left.indexOf(token), 1);
    return left.find((token) => this.stage.legal.includes(token));
  });
  readonly playing = $derived.by(() => !!(this.step.want ?? this.step.ask) && !this.verdict);

  #text(name: string): string {
    return textOf(this.game, `learn.${this.lesson.id}.${name}`, '');
  }

  /* Begins where it was left, or at the first step. */
  async start(from = progressOf(this.name)) {
    const trail = from?.trail ?? [];
    const step = this.lesson.steps[from?.step ?? 0];
    if (from && step && trail[from.step] && !(from.done && !this.lesson.steps[from.step + 1])) {
      try {
        this.look = await this.#ask(trail[from.step]!);
        this.#trail = trail;
        this.#arrive(from.step);
        return;
      } catch (e) {
        if (!(e instanceof Refusal) || e.code !== 'illegal') throw e;
        /* The lesson has changed since then. */
      }
    }
    await this.#enter(0, this.lesson.setup ?? []);
  }

  async goOn() {
    if (this.busy || this.playing || this.last || this.verdict?.good === false) return;
    await this.#enter(this.at + 1, this.#answer);
  }

  /* Back to the position of the question. */
  async again() {
    await this.#show(this.at);
  }

  async back() {
    if (this.busy) return;
    if (this.verdict) await this.#show(this.at);
    else if (this.at > 0) await this.#show(this.at - 1);
  }

  async #show(at: number) {
    this.look = await this.#ask(this.#trail[at]!);
    this.told = [];
    this.#arrive(at);
  }

  /* Enters a step by these tokens, and shows what the others do in it. Where the line breaks,
   * everything is as before and can be tried again. */
  async #enter(at: number, tokens: string[] = []) {
    const before = { at: this.at, look: this.look, told: this.told };
    const story = [...(this.#trail[this.at] ?? []), ...tokens];
    this.busy = true;
    try {
      if (tokens.length || !this.look) this.look = await this.#ask(story);
      this.told = [];
      this.at = at;
      for (const token of this.step.others ?? []) {
        await new Promise((resolve) => setTimeout(resolve, pace()));
        const active = this.look?.view.active ?? '';
        story.push(token);
        this.look = await this.#ask(story);
        this.told = [...this.told, { token, active }];
      }
    } catch (e) {
      Object.assign(this, before);
      throw e;
    } finally {
      this.busy = false;
    }
    this.#trail = [...this.#trail.slice(0, at), story];
    this.#arrive(at);
  }

  #arrive(at: number) {
    this.at = at;
    this.verdict = undefined;
    this.#answer = [];
    this.stage.reset(this.playing ? this.look : undefined);
    keepProgress(this.name, { step: at, trail: this.#trail, done: this.last });
  }

  async #ask(story: string[], tokens: string[] = []): Promise<Trial> {
    const { position } = this.lesson;
    const tags = `[Game "${this.game.name}"]\n${position ? `[Position "${position}"]\n` : ''}`;
    const record = `${tags}\n${story.join(' ')}\n`;
    return whole(this.game, await api.trial(record, this.lesson.seat, tokens));
  }

  /* What is staged is what the seat sees. A move that the lesson does not want is legal all the
   * same, so the reason why not is the lesson's own. */
  async #preview(tokens: string[]): Promise<Preview> {
    const after = await this.#ask(this.#trail[this.at]!, tokens);
    const left = [...(this.step.want ?? [])];
    for (const token of this.step.want ? tokens : []) {
      const i = left.indexOf(token);
      if (i < 0)
        throw new Refusal('lesson', this.#text(`${this.step.say}.why`) || t('learn.other'));
      left.splice(i, 1);
    }
    return after;
  }

  async #confirm(tokens: string[]) {
    if (this.step.want) return this.#enter(this.at + 1, tokens);
    if (this.step.ask) await this.#judge(tokens);
  }

  async #judge(tokens: string[]) {
    const ask = this.step.ask!;
    const story = this.#trail[this.at]!;
    const before = this.stage.base as Trial;
    const staged = await this.#ask(story, tokens);
    const after = await this.#ask([...story, ...tokens]);
    const facts = factsOf(this.lesson.seat, tokens, before, staged, after);
    const good = ask.right.every((condition) => holds(facts, condition));
    const [name = 'wrong'] =
      Object.entries(ask.wrong ?? {}).find(([, condition]) => holds(facts, condition)) ?? [];
    const text = this.#text(`${this.step.say}.${good ? 'right' : name}`);
    this.look = after;
    this.#answer = good ? tokens : [];
    this.verdict = { good, text: fill(text, { ...facts }) };
    this.stage.reset(undefined);
  }
}

/* Facts in a text: "{small}". */
const fill = (text: string, values: Record<string, number>) =>
  text.replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all));
