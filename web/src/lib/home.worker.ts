/* The home on this device. One worker of all the windows of a browser has it, by a lock; the others
 * pass on what they are asked, and one of them takes over when it is gone. Everything that was
 * answered is on the disk by then, so nothing is lost. */
import type { Engine, Home } from '../../../npm/alibi.mjs';
import { startLater } from '../../../npm/start.mjs';
import { compileEngine } from './engine';
import { GameStore, type Kept } from './gamestore';
import { Thinkers } from './thinkers';

export interface Wish {
  ask?: ['GET' | 'POST', string, string];
  leave?: true;
  save?: string;
  bring?: string;
  forget?: string;
}

/* Why something could not be done: device.* in the texts. */
export type Why = 'closed' | 'full' | 'there' | 'unsound' | 'busy';

export interface Heard {
  said?: { status: number; text: string };
  events?: string;
  end?: true;
  text?: string;
  failed?: Why;
}

/* For every window. */
export interface Notice {
  games?: string[];
  opened?: true;
  unreadable?: number;
  unkept?: string;
  restored?: true;
}

type Post =
  | { from: string; number: number; wish: Wish }
  | { to: string; number: number; heard: Heard }
  | { notice: Notice }
  | { ready: true };

const name = `alibi home ${self.name}`;
const me = crypto.randomUUID();
const channel = new BroadcastChannel(name);
const post = (message: Post) => channel.postMessage(message);

/* --- The home, where it is --- */

type Answer = (heard: Heard) => void;

class House {
  #kept = new Map<string, Kept>();
  #numbers = new Map<string, number>(); /* of requests, by who asked and the number there */
  #answers = new Map<number, Answer>();
  #last = 0;
  #home: Home;
  #thinkers: Thinkers;
  #forgetting = new Map<string, Answer>();

  constructor(
    engine: Engine,
    module: WebAssembly.Module,
    private store: GameStore,
    private notify: (notice: Notice) => void,
  ) {
    this.#home = engine.home({});
    this.#thinkers = new Thinkers(module, (number, answer) => {
      this.#home.tell(`thought ${number}`, answer);
      this.#pump();
    });
  }

  /* Everything that was kept, the newest first. */
  async open() {
    const games = (await this.store.all()).sort((a, b) => b.n - a.n);
    let unreadable = 0;
    for (const game of games) {
      /* Also one that cannot be read: it is not ours to remove. */
      this.#kept.set(game.id, game);
      if (!this.#home.tell('load', game.text)) unreadable++;
    }
    this.notify({ opened: true, games: [...this.#kept.keys()], unreadable });
    this.#tick();
    setInterval(() => this.#tick(), 1000);
  }

  #tick() {
    this.#home.tell(`tick ${new Date().toISOString().slice(0, 10)}`);
    this.#pump();
  }

  take(who: string, wish: Wish, answer: Answer) {
    if (wish.ask) this.#ask(who, wish.ask, answer);
    else if (wish.leave) this.#leave(who);
    else if (wish.save !== undefined) {
      const game = this.#kept.get(wish.save);
      answer(game ? { text: game.text } : { failed: 'closed' });
    } else if (wish.bring !== undefined) void this.#bring(wish.bring, answer);
    else if (wish.forget !== undefined) this.#forget(wish.forget, answer);
  }

  #ask(who: string, [method, path, body]: ['GET' | 'POST', string, string], answer: Answer) {
    const number = ++this.#last;
    this.#numbers.set(who, number);
    this.#answers.set(number, (heard) => {
      if (heard.said || heard.end) {
        this.#answers.delete(number);
        this.#numbers.delete(who);
      }
      answer(heard);
    });
    this.#home.tell(`ask ${number} ${method} ${path}`, body);
    this.#pump();
  }

  #leave(who: string) {
    const number = this.#numbers.get(who);
    if (number === undefined) return;
    this.#numbers.delete(who);
    this.#answers.delete(number);
    this.#home.tell(`leave ${number}`);
    this.#pump();
  }

  /* A game from elsewhere: it is looked at, kept, and only then here. */
  async #bring(text: string, answer: Answer) {
    let id = '';
    try {
      id = String(JSON.parse(text).id);
    } catch {
      return answer({ failed: 'unsound' });
    }
    if (this.#kept.has(id)) return answer({ failed: 'there' });
    if (!this.#home.tell('load', text)) return answer({ failed: 'unsound' });
    try {
      await this.#write([{ id, text }], []);
      answer({ text: id });
    } catch {
      this.#home.tell(`forget ${id}`);
      this.#pump();
      answer({ failed: 'full' });
    }
  }

  #forget(id: string, answer: Answer) {
    if (!this.#home.tell(`forget ${id}`)) return answer({ failed: 'busy' });
    this.#forgetting.set(id, answer);
    this.#pump();
  }

  /* --- What the home says --- */

  #pump() {
    for (const [line, text] of this.#home.hear()) {
      const [verb, number = '', status] = line.split(' ');
      const answer = this.#answers.get(Number(number));
      if (verb === 'answer') answer?.({ said: { status: Number(status), text } });
      else if (verb === 'events') answer?.({ events: text });
      else if (verb === 'end') answer?.({ end: true });
      else if (verb === 'think') this.#thinkers.think(number, text);
      else void this.#keep(text.trimEnd().split('\n'));
    }
  }

  /* On the disk first; then the home goes on. */
  async #keep(lines: string[]) {
    const pairs = lines.map((line) => line.split(/ (.*)/s));
    const puts = pairs
      .filter(([, text]) => text)
      .map(([id, text]) => ({ id: id!, text: text! }));
    const removes = pairs.filter(([, text]) => !text).map(([id]) => id!);
    let kept = true;
    try {
      await this.#write(puts, removes);
    } catch (e) {
      kept = false;
      this.notify({ unkept: e instanceof Error ? e.name : String(e) });
    }
    this.#home.tell(kept ? 'kept' : 'unkept');
    for (const id of removes) {
      this.#forgetting.get(id)?.(kept ? { text: id } : { failed: 'full' });
      this.#forgetting.delete(id);
    }
    this.#pump();
  }

  async #write(puts: { id: string; text: string }[], removes: string[]) {
    const games = puts.map(({ id, text }) => ({
      ...{ id, text },
      n: this.#kept.get(id)?.n ?? Math.max(0, ...[...this.#kept.values()].map((k) => k.n)) + 1,
    }));
    await this.#restore();
    await this.store.write(games, removes);
    for (const game of games) this.#kept.set(game.id, game);
    for (const id of removes) this.#kept.delete(id);
    this.notify({ games: [...this.#kept.keys()] });
  }

  /* What somebody has cleared away while it was in use is put back. */
  async #restore() {
    const there = new Set(await this.store.ids());
    const missing = [...this.#kept.values()].filter(({ id }) => !there.has(id));
    if (!missing.length) return;
    await this.store.write(missing, []);
    this.notify({ restored: true });
  }
}

/* --- This window --- */

let house: House | 'closed' | undefined; /* where this worker has it */
const pending = new Map<number, Wish>(); /* what this window has asked, and listens to */

function deliver(number: number, heard: Heard) {
  if (!pending.has(number)) return;
  if (!heard.events) pending.delete(number);
  postMessage([number, heard]);
}

function take(from: string, number: number, wish: Wish) {
  const answer = (heard: Heard) =>
    from === me ? deliver(number, heard) : post({ to: from, number, heard });
  if (house === 'closed') answer({ failed: 'closed' });
  else house?.take(`${from} ${number}`, wish, answer);
}

/* To whoever has the home. While nobody has it, whoever gets it asks again. */
function pass(number: number, wish: Wish) {
  if (house) take(me, number, wish);
  else post({ from: me, number, wish });
}

addEventListener('message', ({ data: [number, wish] }: MessageEvent<[number, Wish]>) => {
  if (wish.leave) pending.delete(number);
  else pending.set(number, wish);
  pass(number, wish);
});

channel.onmessage = ({ data }: MessageEvent<Post>) => {
  if ('to' in data && data.to === me) deliver(data.number, data.heard);
  if ('notice' in data) postMessage([0, data.notice]);
  if ('ready' in data) for (const [number, wish] of pending) pass(number, wish);
  if ('from' in data && house) take(data.from, data.number, data.wish);
};

async function begin() {
  try {
    const module = await compileEngine();
    const notify = (notice: Notice) => {
      postMessage([0, notice]);
      post({ notice });
    };
    const opened = new House(await startLater(module), module, new GameStore(name), notify);
    await opened.open();
    house = opened;
  } catch {
    house = 'closed';
  }
  for (const [number, wish] of pending) take(me, number, wish);
  post({ ready: true });
}

/* What breaks the home is an error of this worker: the window then begins anew with another. */
addEventListener('unhandledrejection', ({ reason }) => {
  setTimeout(() => {
    throw reason;
  });
});

/* The lock is this worker's until it is gone. */
void navigator.locks.request(name, async () => {
  await begin();
  await new Promise(() => {});
});
