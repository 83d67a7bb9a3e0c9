/* Finding people to play with: waiting for anybody who wants the same, and challenges by name. What the
 * others do comes by the stream of one's own games (turns.svelte.ts); who waits says now and then that
 * they still do. */
import { account } from './account.svelte';
import { alone, fileAt } from './address';
import { api, freshKey, reasonOf, Refusal, type Challenge, type News, type Wish } from './api';
import { passing } from './attempt';
import { calls } from './calls.svelte';
import { inDays } from './clocks.svelte';
import { t } from './i18n.svelte';
import { notifyUnseen } from './notify';
import { go, route } from './route.svelte';
import { play } from './sounds';
import { tell, warn } from './speak.svelte';
import { turns } from './turns.svelte';

/* The clocks that most people choose, so that they find each other; others follow. */
export const usual = ['', '300+5', '900+10', '1d', '3d'];

/* What is chosen in a form: like a wish, with everything in it. */
export type Choice = Required<Wish>;

class Meet {
  /* what this page waits for somebody for, and since when */
  wish: Wish | undefined = $state.raw();
  since = $state(0);
  challenges: Challenge[] = $state.raw([]);
  /* somebody has accepted a challenge, and this page has not gone there; or has not */
  accepted: { game: string; name: string } | undefined = $state.raw();
  declined = $state('');
  /* this page has gone to a game that began while nobody looked, and nobody has looked since */
  found = $state(false);
  failure = $state('');
  #ticket = '';
  #refused = ''; /* the ticket of which the failure tells */
  #accepting = '';
  #known = false; /* the challenges are those of a moment ago */
  #sent = new Map<string, string>(); /* to whom challenges were sent that were open before */
  #here = new Set<string>(); /* those that were sent by this page */
  #ended = new Set<string>(); /* by this page */
  #beat: Worker | undefined;

  readonly incoming = $derived(this.challenges.filter((c) => c.to.id === account.me?.id));
  readonly outgoing = $derived(this.challenges.filter((c) => c.from.id === account.me?.id));

  constructor() {
    turns.hearing((news) => this.hear(news));
    if (alone) return;
    addEventListener('pagehide', () => this.#leave());
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) this.found = false;
    });
  }

  /* --- Anybody --- */

  async start(wish: Wish) {
    this.stop();
    this.wish = wish;
    this.since = Date.now();
    this.#ticket = freshKey();
    this.failure = '';
    const ticket = this.#ticket;
    this.#beat = new Worker(new URL('./beat.worker.ts', import.meta.url), { type: 'module' });
    this.#beat.onmessage = () => void this.#ask(wish, ticket);
    await this.#ask(wish, ticket, true);
  }

  async #ask(wish: Wish, ticket: string, first = false) {
    try {
      if (first) {
        await api.guest();
        turns.again(); /* as whom this browser is known now */
      }
      if (ticket !== this.#ticket) return;
      const { game } = await api.pairing({ ...wish, ticket });
      if (game && ticket === this.#ticket) this.#found(game);
    } catch (e) {
      if (ticket !== this.#ticket || (e instanceof Refusal && e.code === 'network')) return;
      this.stop();
      this.failure = reasonOf(e);
      this.#refused = ticket;
      warn(this.failure);
      passing(e, () => this.#refused === ticket && (this.failure = ''));
    }
  }

  #found(game: string) {
    this.#end();
    this.#begin(game);
  }

  #end() {
    this.#beat?.terminate();
    this.#beat = undefined;
    this.#ticket = '';
    this.wish = undefined;
  }

  stop() {
    if (!this.#ticket) return;
    this.#end();
    api.endPairing().catch(() => {}); /* a wish that is not renewed ends, too */
  }

  /* Whoever closes the page plays with nobody. */
  #leave() {
    if (this.#ticket)
      navigator.sendBeacon(
        fileAt('/api/pairing/leave'),
        new Blob(['{}'], { type: 'application/json' }),
      );
  }

  /* --- Somebody --- */

  /* What is open, when somebody has signed in or this page has just been opened. */
  async look() {
    this.#known = false;
    this.challenges = [];
    calls.take([]);
    if (!account.me) return;
    try {
      this.hear(await api.challenges());
    } catch {
      /* the stream tells it when the line is back */
    }
  }

  async challenge(to: string, wish: Wish) {
    turns.begin();
    const before = new Set(this.outgoing.map((c) => c.id));
    this.hear(await api.challenge({ ...wish, to, public: true }));
    const fresh = this.outgoing.filter((c) => !before.has(c.id));
    for (const c of fresh) this.#here.add(c.id);
    tell(fresh.map((c) => t('meet.to', { name: nameOf(c.to) })).join(' '));
  }

  async accept(id: string) {
    this.#accepting = id;
    this.hear(await api.acceptChallenge(id));
  }

  async end(id: string) {
    this.#ended.add(id);
    this.hear(await api.endChallenge(id));
  }

  hear({ met, challenges, called }: News) {
    calls.take(called);
    const before = this.challenges;
    this.challenges = challenges;
    if (met && met.ticket === this.#ticket) this.#found(met.game);
    else if (met && met.ticket === this.#accepting) {
      this.#accepting = '';
      this.#begin(met.game);
    }
    if (this.#known) this.#compare(before, met);
    this.#known = true;
    for (const c of this.outgoing) this.#sent.set(c.id, nameOf(c.to));
  }

  /* To a game that begins now; who does not look is told until they do. */
  #begin(id: string) {
    void play('turn');
    go(`/g/${id}`);
    tell(t('meet.found'));
    if (!document.hidden) return;
    this.found = true;
    void notifyUnseen(t('meet.found'), `/g/${id}`);
  }

  #compare(before: Challenge[], met: News['met']) {
    const me = account.me?.id;
    const now = new Set(this.challenges.map((c) => c.id));
    const old = new Set(before.map((c) => c.id));
    const come = this.challenges.find((c) => c.to.id === me && !old.has(c.id));
    const accepted = met && this.#sent.get(met.ticket);
    const gone = before.find((c) => c.from.id === me && !now.has(c.id));
    if (come) {
      void play('turn');
      const words = t('meet.from', { name: nameOf(come.from) });
      tell(words);
      void notifyUnseen(words, '');
    }
    if (accepted) {
      this.#sent.delete(met.ticket);
      this.declined = '';
      tell(t('meet.accepted', { name: accepted }));
      if (!busy() && (!document.hidden || this.#here.has(met.ticket))) this.#begin(met.game);
      else {
        this.accepted = { game: met.game, name: accepted };
        void play('turn');
        void notifyUnseen(t('meet.accepted', { name: accepted }), `/g/${met.game}`);
      }
    }
    if (accepted || !gone || this.#ended.has(gone.id)) return;
    if (this.challenges.some((c) => c.from.id === me && c.to.id === gone.to.id)) return;
    if (gone.until <= Date.now()) return;
    this.declined = nameOf(gone.to);
    tell(t('meet.declined', { name: this.declined }));
  }
}

export const nameOf = (side: { name: string | null }) => side.name ?? '?';

/* This page shows a game of one's own whose clocks run: nobody is led away from it. */
function busy(): boolean {
  const { page, id } = route.now;
  const game = page === 'game' ? turns.games?.find((g) => g.id === id) : undefined;
  return (
    game?.status === 'playing' && game.you.length > 0 && !!game.clock && !inDays(game.clock)
  );
}

export const meet = new Meet();
