/* A lesson in play. The engine is asked through `replay`, which keeps nothing: the lesson is a
 * record that grows. Only what the lesson wants next is offered, so that nobody gets lost. */
import { api, Refusal, type GameState, type Look, type Preview } from './api';
import type { Game, Lesson } from './game';
import { t } from './i18n.svelte';
import { pace } from './prefs.svelte';
import { whole } from './scene';
import { Stage } from './stage.svelte';

export class Course {
  part = $state(0);
  busy = $state(false);
  look: GameState | undefined = $state.raw();
  played: string[] = $state([]);
  stage: Stage;

  constructor(
    readonly game: Game,
    readonly lesson: Lesson,
  ) {
    this.stage = new Stage(game, {
      preview: (tokens) => this.#preview(tokens),
      confirm: (tokens) => this.#enter(this.part + 1, tokens),
    });
  }

  readonly text = $derived.by(() => this.lesson.parts[this.part]?.text);
  readonly want: string[] = $derived.by(() => this.lesson.parts[this.part]?.want ?? []);
  readonly last = $derived.by(() => this.part === this.lesson.parts.length - 1);

  start(): Promise<void> {
    return this.#enter(0, this.lesson.setup);
  }

  async next() {
    if (!this.busy && !this.want.length && !this.last) await this.#enter(this.part + 1);
  }

  /* Goes on to a part, by these tokens, and shows what the others do in it. Where the line
   * breaks, everything is as before and can be tried again. */
  async #enter(part: number, tokens: string[] = []) {
    const before = { part: this.part, look: this.look };
    const story = [...this.played, ...tokens];
    const others = this.lesson.parts[part]?.others ?? [];
    try {
      if (tokens.length) this.look = await this.#ask(story);
      this.busy = true;
      this.part = part;
      for (const token of others) {
        await new Promise((resolve) => setTimeout(resolve, pace()));
        story.push(token);
        this.look = await this.#ask(story);
      }
    } catch (e) {
      Object.assign(this, before);
      throw e;
    } finally {
      this.busy = false;
    }
    this.played = story;
    this.stage.reset(this.want.length && this.look ? this.#offer(this.look, 0) : undefined);
  }

  async #ask(tokens: string[]): Promise<GameState> {
    const record = `[Game "${this.game.name}"]\n\n${tokens.join(' ')}\n`;
    return whole(this.game, await api.replay(record, undefined, 'detective'));
  }

  /* A position with the one token that is wanted next. */
  #offer(look: Look, n: number): Look {
    const token = this.want[n];
    return { ...look, legal: token ? [{ token }] : [] };
  }

  async #preview(tokens: string[]): Promise<Preview> {
    if (tokens.some((token, i) => token !== this.want[i]))
      throw new Refusal('illegal', t('learn.other'));
    const after = await this.#ask([...this.played, ...tokens]);
    const complete = tokens.length === this.want.length;
    const shown = complete ? this.#before(after) : after;
    return { ...this.#offer(shown, tokens.length), complete };
  }

  /* The last token of a turn as a preview: its piece has moved, but nobody has been cleared and
   * no other player has acted. */
  #before(after: GameState): Look {
    const now = this.stage.look!;
    const cleared = new Set(now.scene.filter((m) => m.cleared).map((m) => m.symbol));
    const pieces = after.scene
      .filter((m) => m.layer === 'piece')
      .map((m) => ({ ...m, cleared: cleared.has(m.symbol) }));
    const same = after.view.round === now.view.round && !after.view.result;
    const rest = (same ? after : now).scene.filter((m) => m.layer !== 'piece');
    return {
      ...now,
      view: same ? after.view : now.view,
      scene: [...rest, ...pieces],
      lines: (same ? after : now).lines,
      path: after.history.at(-1)?.path,
    };
  }
}
