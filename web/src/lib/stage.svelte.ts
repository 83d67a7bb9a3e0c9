/* A turn being tried out: steps pointed at become tokens, tokens are previewed, taken back, and
 * at last confirmed. What the tokens lead to is asked of a backend: the server, or a lesson. */
import { Refusal, type Ending, type Look, type Path, type Preview } from './api';
import { Layout } from './layout';
import type { Game, Step } from './game';
import { t } from './i18n.svelte';
import { guess, point, verb, verbs, ways } from './steps';

export interface Backend {
  preview(tokens: string[]): Promise<Preview>;
  confirm(tokens: string[]): Promise<void>;
}

export class Stage {
  /* what is shown when nothing is staged; undefined while it is not this seat's turn */
  base: Look | undefined = $state.raw();
  tokens: string[] = $state([]);
  steps: Step[] = $state([]);
  mode: string | undefined = $state();
  /* what was pointed at and is not answered yet, in that order: shown at once, done in turn */
  asked: string[] = $state([]);
  #queue: Promise<void> = Promise.resolve();
  #waits = $state(0);
  /* why the last thing could not be done */
  reason = $state('');
  /* the rule that forbids it, if one does */
  rule = $state('');
  #previews: Preview[] = $state.raw([]);

  constructor(
    readonly game: Game,
    private backend: Backend,
  ) {}

  readonly preview: Preview | undefined = $derived(this.#previews.at(-1));
  readonly look: Look | undefined = $derived(this.preview ?? this.base);
  readonly legal: string[] = $derived(this.look?.legal.map((l) => l.token) ?? []);
  readonly modes: string[] = $derived.by(() =>
    this.#layout ? verbs(this.legal, this.#layout) : [],
  );
  /* What is being pointed out: the handiest, unless somebody chose. Between several action tokens
   * the player chooses, as between cards. */
  readonly verb: string | undefined = $derived.by(() => {
    if (this.mode && this.modes.includes(this.mode)) return this.mode;
    const cards = this.look && this.game.skin.cards(this.look.view, this.game)?.now;
    const open = this.modes.filter((mode) => cards?.some((card) => card.face === mode));
    return open.length > 1 ? undefined : this.modes[0];
  });
  readonly tokensOfMode: string[] = $derived(this.legal.filter((t) => verb(t) === this.verb));
  readonly complete = $derived(
    this.tokens.length > 0 && !!this.preview && (this.preview.complete || !this.legal.length),
  );
  /* of the position itself; positions of things do not depend on how the board is turned */
  #layout = $derived.by(() =>
    this.look ? new Layout(this.game, this.look, false) : undefined,
  );
  readonly pointing = $derived.by(() =>
    this.#layout
      ? point(this.tokensOfMode, this.#layout, this.steps)
      : { next: new Set<Step>() },
  );

  /* What can be pointed at next that would end the game, and how. */
  readonly finals: Map<Step, Ending> = $derived.by(() => {
    const found = new Map<Step, Ending>();
    for (const { token, ends } of this.look?.legal ?? [])
      if (ends && this.#layout && verb(token) === this.verb)
        for (const way of ways(token, this.#layout))
          if (way.length === this.steps.length + 1 && this.steps.every((s, i) => s === way[i]))
            found.set(way.at(-1)!, ends);
    return found;
  });
  /* Whether a way out can be chosen now. */
  readonly open = $derived.by(() => [...this.finals.values()].includes('escape'));
  /* How the turn that is staged ends the game, if it does. */
  readonly ending: Ending | undefined = $derived.by(() =>
    this.complete ? this.told(this.tokens.at(-1)!).ends : undefined,
  );

  /* A token that is legal now or was staged, with the server's words. */
  told(token: string): Path {
    for (const look of [this.base, ...this.#previews].reverse()) {
      const found = look?.legal.find((l) => l.token === token);
      if (found) return found;
    }
    return { token };
  }

  get busy(): boolean {
    return this.#waits > 0;
  }

  /* Does WHAT after everything that was asked before. If the position has changed by then, it is
   * not what was meant. */
  #inTurn(mark: string | undefined, what: () => Promise<void>): Promise<void> {
    const base = this.base;
    const mine = mark === undefined ? [] : [mark];
    this.#waits++;
    this.asked = [...this.asked, ...mine];
    const done = this.#queue.then(async () => {
      try {
        if (base === this.base) await what();
      } finally {
        this.#waits--;
        this.asked = this.asked.slice(mine.length);
      }
    });
    this.#queue = done.catch(() => {});
    return done;
  }

  /* A new position: whatever was staged is gone. */
  reset(base: Look | undefined) {
    this.base = base;
    this.tokens = [];
    this.steps = [];
    this.mode = undefined;
    this.reason = '';
    this.#previews = [];
  }

  setMode(mode: string) {
    this.mode = mode;
    this.steps = [];
    this.reason = '';
  }

  /* Somebody chooses what to do; what needs no pointing is staged. */
  choose(mode: string): Promise<void> {
    this.setMode(mode);
    const [only, ...more] = this.pointing.next;
    const asks = only === undefined || more.length || this.#layout?.points.has(only);
    return asks ? Promise.resolve() : this.pick(only);
  }

  /* Somebody points at something. */
  pick(step: Step): Promise<void> {
    return this.base ? this.#inTurn(step, () => this.#pick(step)) : Promise.resolve();
  }

  async #pick(step: Step) {
    if (!this.#layout) return;
    this.reason = '';
    if (this.pointing.next.has(step)) {
      const steps = [...this.steps, step];
      const { next, token } = point(this.tokensOfMode, this.#layout, steps);
      if (token && next.size === 0) await this.#add(token);
      else this.steps = steps;
    } else if (this.steps.includes(step)) {
      this.steps = this.steps.slice(0, this.steps.indexOf(step));
    } else {
      await this.#switchOrAsk(step);
    }
  }

  /* What is pointed at belongs to another verb, begins anew, or is not possible. */
  async #switchOrAsk(step: Step) {
    const layout = this.#layout!;
    const others = this.modes.filter(
      (mode) =>
        mode !== this.verb &&
        this.legal.some((t) => verb(t) === mode && ways(t, layout).some((w) => w[0] === step)),
    );
    const again = point(this.tokensOfMode, layout, []).next.has(step);
    if (this.steps.length && again) {
      this.steps = [];
      await this.#pick(step);
      return;
    }
    if (!this.steps.length && others.length && (this.verb || others.length === 1)) {
      this.setMode(others[0]!);
      await this.#pick(step);
      return;
    }
    if (!this.verb) {
      this.reason = t('prompt.action');
      return;
    }
    const token = guess(this.tokensOfMode, layout, this.steps, step);
    if (token) await this.#why(token);
    else {
      this.reason = t('stage.nothere');
      this.rule = '';
    }
  }

  #refuse({ message, rule }: Refusal) {
    this.reason = message;
    this.rule = rule;
  }

  async #why(token: string) {
    const look = this.look;
    try {
      await this.backend.preview([...this.tokens, token]);
    } catch (e) {
      if (e instanceof Refusal && look === this.look) this.#refuse(e);
    }
  }

  /* Stages a token that is legal. */
  add(token: string): Promise<void> {
    return this.#inTurn(token, () => this.#add(token));
  }

  async #add(token: string) {
    const base = this.base;
    try {
      const tokens = [...this.tokens, token];
      const preview = await this.backend.preview(tokens);
      if (base !== this.base) return; /* another position by now */
      this.tokens = tokens;
      this.#previews = [...this.#previews, preview];
      this.steps = [];
      this.mode = undefined;
      this.reason = '';
    } catch (e) {
      if (!(e instanceof Refusal)) throw e;
      this.#refuse(e);
    }
  }

  /* Takes back the last step or token. */
  back() {
    void this.#inTurn(undefined, async () => this.#back());
  }

  #back() {
    this.reason = '';
    if (this.steps.length) this.steps = this.steps.slice(0, -1);
    else if (this.tokens.length) {
      this.tokens = this.tokens.slice(0, -1);
      this.#previews = this.#previews.slice(0, -1);
      this.mode = undefined;
    }
  }

  async confirm() {
    if (this.complete && !this.busy) await this.#inTurn(undefined, () => this.#confirm());
  }

  async #confirm() {
    try {
      await this.backend.confirm(this.tokens);
    } catch (e) {
      if (!(e instanceof Refusal)) throw e;
      this.#refuse(e);
    }
  }
}
