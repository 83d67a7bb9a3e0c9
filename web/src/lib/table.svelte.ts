/* A game at the server: its state as this seat sees it, shown one event at a time. Every event
 * tells what it changed, so the states in between are made here, without asking for them. */
import {
  api,
  freshKey,
  Refusal,
  reasonOf,
  type Advice,
  type GameState,
  type Happening,
  type News,
  type Played,
  type Preview,
  type Thinking,
  type Viewer,
  type Words,
} from './api';
import { Clocks, type Side } from './clocks.svelte';
import { Here } from './here.svelte';
import { Talk } from './talk.svelte';
import { t } from './i18n.svelte';
import { Link } from './link';
import { moments, type Moment } from './moments';
import { Near } from './near';
import { prefs, pace } from './prefs.svelte';
import { Reel } from './reel.svelte';
import { changed, walked, whole, type Sent } from './scene';
import { play as sound } from './sounds';
import { Stage } from './stage.svelte';
import { Staging } from './staging.svelte';
import { answers, deedsAt, since, trace, type Deed, type Trace } from './trace';
import { lacksWords } from './words';
import type { Game } from './game';

type Player = 'jack' | 'detective';

const sides: Player[] = ['jack', 'detective'];

const FAR = 40; /* events behind, from which on the newest state is shown at once */

/* STATE after EVENT, of so many events so far. */
function advance(game: Game, state: GameState, event: News, seq: number): GameState {
  const { after, ...told } = event;
  const seats = event.kind === 'seat' && event.seat ? { [event.seat]: 'guest' } : {};
  return {
    ...state,
    ...changed(game, state, after),
    status: after.status,
    to_act: after.to_act,
    result: after.result ?? null,
    opening: after.opening ?? null,
    seats: { ...state.seats, ...seats },
    history: [told],
    at: event.seq,
    seq,
  };
}

/* What a step sounds like, by what is written in its token. */
function cueOf({ token = '' }: Happening): string {
  const found = /^(lamp|cover|whistle)/.exec(token);
  return found?.[1] ?? (/^[>!]|^(holmes|watson|toby|joker)/.test(token) ? 'step' : '');
}

export class Table {
  /* the newest state that is shown, and the whole history as far as it is shown */
  state: GameState | undefined = $state.raw();
  history: Happening[] = $state.raw([]);
  /* a state of the past that is looked at */
  past: GameState | undefined = $state.raw();
  viewer: Viewer = $state('public');
  thinking: Thinking | null = $state.raw(null);
  hurried: Thinking | null = $state.raw(null);
  here = new Here();
  talk: Talk;
  clocks = new Clocks();
  linked = $state(true);
  failure = $state('');
  rematch: string | undefined = $state();
  /* the game is not open to this browser any more */
  lost = $state(false);
  /* hot-seat: whose turn it is to look, when the device has to change hands */
  curtain: Player | undefined = $state();
  reach: Record<string, string[]> = $state.raw({});
  stage: Stage;
  staging = new Staging();
  /* what the others have done since this viewer acted */
  trace: Trace | undefined = $state.raw();
  /* the past, played on */
  reel = new Reel({
    at: () => this.shown?.at ?? 0,
    last: () => this.state?.at ?? 0,
    goto: (at, played) => this.#goto(at, played),
    after: (speed) => this.staging.run(speed),
  });

  #link: Link;
  #near = new Near();
  #words: Words;
  #newest = 0; /* the last event that was heard of */
  #queue: News[] = []; /* those that are not shown yet */
  #seen = new Map<number, GameState>(); /* what was shown, by the number of events */
  #own = 0; /* the last event that this seat has tried out before: it need not be shown */
  #following: Promise<void> | undefined;
  #closed = false;
  #reachOf: GameState | undefined;
  /* The numbers of the last wishes: to look back, to look through other eyes. What answers an
   * earlier one comes too late. */
  #wish = 0;
  #eyes = 0;
  /* what was last confirmed, and under which key */
  #tried = '';
  #key = '';

  constructor(
    readonly id: string,
    readonly game: Game,
  ) {
    this.stage = new Stage(game, {
      preview: (tokens) => this.#preview(tokens),
      confirm: (tokens) => this.#confirm(tokens),
    });
    const mine = () => (this.state?.you.length === 1 ? this.state.you[0] : undefined);
    const other = () => (mine() === 'jack' ? 'detective' : 'jack');
    this.talk = new Talk(id, mine, () => this.state?.accounts?.[other()]);
    this.#words = lacksWords(game) ? 1 : undefined;
    this.#link = new Link(id, this.#words, {
      heard: (event) => this.#hear([event]),
      asked: (state) => this.#jump(state),
      thinking: (what) => {
        this.thinking = what;
        this.hurried = null;
      },
      hurried: (what) => (this.hurried = what),
      presence: (who) => this.here.tell(who),
      clocks: (told) => this.clocks.hear(told),
      talk: (told) => this.talk.tell(told),
      linked: (well) => this.#hang(well),
      lost: () => {
        this.lost = true;
        this.close();
      },
    });
  }

  /* The line is lost, or back: then nothing says any more that the server cannot be reached. */
  #hang(well: boolean) {
    const lost = t('failure.network');
    if (well && this.failure === lost) this.failure = '';
    if (well && this.stage.reason === lost) this.stage.reason = '';
    this.linked = well;
  }

  /* Asks the server; where it cannot be reached, the line is tried. */
  async #over<T>(asked: Promise<T>): Promise<T> {
    try {
      return await asked;
    } catch (e) {
      if (e instanceof Refusal && e.code === 'network') this.#link.doubt();
      throw e;
    }
  }

  /* what is said without a trace: of a step of the past, or what the own turn has brought */
  readonly said: Deed[] | undefined = $derived.by(() => {
    const at = this.past?.at;
    if (this.trace && (at === undefined || at >= this.trace.from)) return undefined;
    if (at !== undefined) return deedsAt(this.game, this.history, at);
    const found = answers(this.game, this.history, this.viewer);
    return found.length ? found : undefined;
  });
  readonly shown: GameState | undefined = $derived(this.past ?? this.state);
  readonly hotSeat = $derived((this.state?.you.length ?? 0) > 1);
  /* The game has ended, and all of it has been shown. */
  readonly over = $derived(this.state?.status === 'over' && this.state.at === this.state.seq);
  readonly mine = $derived(
    !!this.state && this.state.to_act !== null && this.state.to_act === this.viewer,
  );

  open(state: Sent<GameState>) {
    this.viewer = state.as;
    this.#newest = state.seq;
    this.clocks.hear(state.clocks);
    this.#take(whole(this.game, state));
    this.#link.listen(state.as, state.seq);
    this.thinking = state.thinking;
    this.here.tell(state.presence);
    void this.#changeHands();
  }

  close() {
    this.#closed = true;
    this.reel.pause();
    this.staging.clear();
    this.here.close();
    this.clocks.close();
    this.#link.close();
    this.#near.close();
  }

  #take(state: GameState) {
    const known = this.history.filter((h) => h.seq <= state.at);
    const last = known.at(-1)?.seq ?? 0;
    this.history = [...known, ...state.history.filter((h) => h.seq > last)];
    for (const h of this.history) if (h.kind === 'rematch') this.rematch = h.id;
    this.state = state;
    this.#seen.set(state.at, state);
    this.reach = {}; /* what Jack could reach is not for other eyes */
    this.failure = '';
    const turn = state.at === state.seq && state.to_act === this.viewer;
    this.#near.follow(state, this.history, this.viewer);
    this.stage.reset(turn ? state : undefined);
    void this.#findTrace(state);
  }

  /* The trace leads from a position that was shown before, or, after a reload, is asked for. */
  async #findTrace(state: GameState) {
    const from = since(this.history, this.viewer);
    if (from === undefined || from !== this.trace?.from) this.trace = undefined;
    if (from === undefined) return;
    const before = this.#seen.get(from) ?? (await this.#ask(from).catch(() => undefined));
    const same = state.at === this.state?.at && state.as === this.state.as;
    if (!before || !same) return;
    this.#seen.set(from, before);
    this.trace = trace(this.game, this.history, from, before, state);
  }

  /* What the others have done, once more. */
  async again() {
    if (this.trace && this.state) await this.reel.play(this.trace.from, this.state.at);
  }

  /* Events have come, from the stream or as the answer to a move: each counts once. */
  #hear(events: News[]) {
    for (const event of events) {
      if (event.seq !== this.#newest + 1) continue;
      this.#newest = event.seq;
      this.#queue.push(event);
      if (event.by === this.thinking?.seat) this.thinking = null;
      if (event.kind === 'seat') void this.#meet().catch(() => {});
    }
    void this.#follow();
  }

  /* Somebody has sat down: which account that is, the event does not say. */
  async #meet() {
    const { accounts } = await api.state(this.id, { as: this.viewer, words: this.#words });
    if (!accounts || !this.state) return;
    this.state = { ...this.state, accounts };
    this.#seen.set(this.state.at, this.state);
  }

  /* A whole state has come, to a window without a stream: it is shown at once. */
  #jump(sent: Sent<GameState>) {
    if (sent.seq <= this.#newest) return;
    this.staging.clear();
    for (const { after: _, ...told } of this.#queue) this.history = [...this.history, told];
    this.#queue = [];
    this.#newest = sent.seq;
    this.#take(whole(this.game, sent));
    void this.#changeHands();
  }

  /* Shows what has happened since, one event after the other, at the reader's pace. With pacing
   * off, or far behind, jump to the latest state. */
  async #follow() {
    if (this.#behind) await (this.#following ??= this.#show());
  }

  get #behind(): boolean {
    return !this.#closed && !!this.state && this.#queue.length > 0;
  }

  async #show() {
    try {
      while (this.#behind) {
        const all = !pace() || this.#queue.length > FAR;
        const own = this.#queue.filter((e) => e.seq <= this.#own).length;
        const events = this.#queue.splice(0, all ? this.#queue.length : Math.max(1, own));
        let state = this.state!;
        const history: Happening[] = [];
        const staged: Moment[] = [];
        for (const event of events) {
          const before = state;
          state = advance(this.game, before, event, this.#newest);
          staged.push(...moments(this.game, before, event, state));
          history.push(...state.history);
          this.#seen.set(state.at, state);
        }
        /* Whoever is far behind, or looks at the past, is not to wait. */
        if (!all && !this.past) this.staging.expect(staged);
        this.#take({ ...state, history });
        await this.#linger(events.at(-1)!);
        if (!this.past) await this.staging.run();
      }
      if (this.mine && document.hidden) sound('turn');
    } finally {
      this.#following = undefined;
      void this.#changeHands();
    }
  }

  /* Somebody else's step stays on the board for a moment, and is seen before a moment covers it;
   * but by itself it never delays this player's own turn, nor does what chance lays out. */
  async #linger(event: Happening) {
    sound(cueOf(event));
    if (event.kind !== 'move' || event.by === this.viewer) return;
    const quiet = !this.staging.pending;
    if (quiet && (this.stage.base || event.by === 'chance')) return;
    await new Promise((resolve) => setTimeout(resolve, pace()));
  }

  /* In a hot-seat game the curtain falls when the other player is to act. What lies behind it
   * is soon what everybody may see; should that fail, who raises it asks again. */
  async #changeHands() {
    const to = this.state?.to_act;
    if (!this.hotSeat || !to || this.over || to === this.viewer || this.curtain === to) return;
    this.curtain = to;
    if (this.viewer !== 'public') await this.look('public').catch(() => {});
  }

  async raise() {
    const seat = this.curtain;
    if (!seat) return;
    await this.look(seat);
    if (this.viewer === seat) this.curtain = undefined;
  }

  /* Looks through other eyes. */
  async look(viewer: Viewer) {
    const mine = ++this.#eyes;
    const state = await api.state(this.id, { as: viewer, words: this.#words });
    if (mine !== this.#eyes) return;
    this.viewer = viewer;
    this.past = undefined;
    this.#wish++;
    this.history = [];
    this.#queue = [];
    this.staging.clear();
    this.#seen.clear();
    this.#newest = state.seq;
    this.thinking = state.thinking;
    this.clocks.hear(state.clocks);
    this.#take(whole(this.game, state));
    if (viewer !== 'truth') this.#link.listen(viewer, state.seq);
  }

  /* Shows how it stood after event number AT; undefined for now. */
  async goto(at: number | undefined) {
    this.reel.pause();
    this.staging.clear();
    await this.#goto(at, false);
  }

  /* What is PLAYED on from the step before it has its moments. */
  async #goto(at: number | undefined, played: boolean) {
    const wish = ++this.#wish;
    this.failure = '';
    try {
      const { state, shown } = this;
      const now = at === undefined || !state || at >= state.at;
      const past = now ? undefined : (this.#seen.get(at) ?? (await this.#ask(at)));
      if (wish !== this.#wish) return;
      const told = this.history.find((h) => h.seq === (past ?? state)?.at);
      if (played && told && shown && shown.at === told.seq - 1)
        this.staging.expect(moments(this.game, shown, told, past ?? state!));
      this.past = past;
    } catch (e) {
      this.failure = reasonOf(e);
    }
  }

  async #ask(at: number): Promise<GameState> {
    const since = Math.max(0, at - 1);
    return whole(
      this.game,
      await this.#over(api.state(this.id, { as: this.viewer, at, since, words: this.#words })),
    );
  }

  async #preview(tokens: string[]): Promise<Preview> {
    const state = this.state!;
    const { complete, path, remarks, ...change } = await this.#over(
      api.preview(this.id, this.viewer, state.seq, tokens, this.#words, this.#near.ask),
    );
    return { ...walked(changed(this.game, state, change), path), complete, path, remarks };
  }

  async #confirm(tokens: string[]) {
    const seq = this.state!.seq;
    this.#own = seq + tokens.length;
    const tried = [this.viewer, seq, ...tokens].join(' ');
    if (tried !== this.#tried) this.#key = freshKey();
    this.#tried = tried;
    let played;
    try {
      played = await api.play(this.id, this.viewer, seq, tokens, this.#key, this.#words);
    } catch (e) {
      if (!(e instanceof Refusal)) throw e;
      /* Another window of this seat was quicker: show what it has played. */
      if (e.code === 'out-of-step') await this.look(this.viewer);
      if (e.code !== 'network') throw e;
      /* Whether it arrived is not known: the same key once more, and it is played once. */
      played = await this.#over(
        api.play(this.id, this.viewer, seq, tokens, this.#key, this.#words),
      );
    }
    this.#done(played);
    await this.#following;
  }

  async findReach() {
    const state = this.state;
    if (!prefs.reach || !state || state.at < state.seq || this.#reachOf === state) return;
    this.#reachOf = state;
    /* It is an aid, and no more: where it fails there is none. */
    const { reach } = await api
      .reach(this.id, this.viewer, this.#near.ask)
      .catch(() => ({ reach: {} }));
    if (state === this.state) this.reach = reach;
  }

  hint(): Promise<Advice> {
    return api.hint(this.id, this.viewer, this.stage.tokens);
  }

  #done({ events, clocks }: Played) {
    if (clocks) this.clocks.hear(clocks);
    this.#hear(events);
  }

  async end(how: 'resign' | 'abort' | 'claim') {
    this.#done(await api.end(this.id, how, this.viewer, freshKey()));
  }

  /* Whether a rated game is played against the computer, which neither aborts nor pauses it. */
  get #strict(): boolean {
    const { state } = this;
    return !!state?.rated && sides.some((seat) => state.seats[seat] !== 'guest');
  }

  /* Whether it can be aborted: a rated game of people in which not both have moved. */
  get abortable(): boolean {
    const { state } = this;
    if (!state?.rated || state.status !== 'playing' || !state.you.length) return false;
    return (
      !this.#strict &&
      sides.some((seat) => !this.history.some((h) => h.kind === 'move' && h.by === seat))
    );
  }

  /* Whether one can ask for a pause now. */
  get pausable(): boolean {
    const { told } = this.clocks;
    if (this.over || !this.state?.you.length || this.#strict) return false;
    return !!told && !told.paused && !told.asks.length;
  }

  /* The other player, who has to move and has been away for so long that the win can be claimed. */
  get deserter(): Player | undefined {
    const { state } = this;
    const to = state?.status === 'playing' && state.you.length === 1 ? state.to_act : null;
    const gone = to && !state?.you.includes(to) && this.here.presence?.[to]?.gone;
    return gone && !this.clocks.told?.paused ? to : undefined;
  }

  /* These seats of this player want the clocks to stand still, or to run. */
  async wish(seats: Side[], paused: boolean) {
    for (const seat of seats) this.#done(await api.pause(this.id, seat, paused));
  }
}
