/* This device as a home: its worker, home.worker.ts, has the engine and the games. Their ids begin
 * with a mark, so that an id tells its home. */
import { alone, folder } from './address';
import { engineLacks, hasEngine } from './engine';
import type { Home, Listener, Said } from './home';
import type { Heard, Notice, Why, Wish } from './home.worker';
import { t } from './i18n.svelte';
import { warn } from './speak.svelte';

const MARK = 'device-';
/* Which games were here, to notice when the browser removes them. */
const LIST = 'alibi device';

export const isOnDevice = (id: string) => id.startsWith(MARK);
export const marked = (id: string) => MARK + id;
export const unmarked = (id: string) => id.slice(MARK.length);

/* What this browser lacks to keep games: windows that share one home need locks. */
export const deviceLacks = [
  ...engineLacks,
  ...('locks' in navigator ? [] : ['Web Locks']),
  ...('indexedDB' in globalThis ? [] : ['IndexedDB']),
];
export const hasDevice = hasEngine && !deviceLacks.length;

/* What the device could not do, and why. */
export class DeviceFailure extends Error {
  constructor(why: Why) {
    super(t(`device.${why}`));
  }
}

function known(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(LIST) ?? '[]');
    return Array.isArray(found) ? found.map(String) : [];
  } catch {
    return [];
  }
}

function note(ids: string[]) {
  try {
    localStorage.setItem(LIST, JSON.stringify(ids));
  } catch {
    /* then nobody notices */
  }
}

class Device implements Home {
  /* games that were kept here and are gone; that are here and cannot be read */
  gone = $state(0);
  unreadable = $state(0);
  /* what was last done could not be kept; the browser had cleared games that are back now */
  full = $state(false);
  restored = $state(false);
  #worker: Worker | undefined;
  #ears = new Map<number, (heard: Heard) => void>();
  #number = 0;
  #forgetting: Promise<void> = Promise.resolve();

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./home.worker.ts', import.meta.url), {
      type: 'module',
      name: folder,
    });
    worker.onmessage = ({ data: [number, said] }: MessageEvent<[number, Heard | Notice]>) => {
      if (number && (said as Heard).failed === 'closed') this.#end();
      else if (number) this.#ears.get(number)?.(said as Heard);
      else this.#notice(said as Notice);
    };
    /* Its file is not there, or it broke: whoever asks next tries anew. */
    worker.onerror = (event) => {
      event.preventDefault();
      this.#end();
    };
    return (this.#worker = worker);
  }

  #end() {
    this.#worker?.terminate();
    this.#worker = undefined;
    const ears = [...this.#ears.values()];
    this.#ears.clear();
    for (const ear of ears) ear({ failed: 'closed' });
  }

  #notice({ games, opened, unreadable, unkept, restored }: Notice) {
    if (opened && games) {
      this.gone += known().filter((id) => !games.includes(id)).length;
      this.unreadable = unreadable ?? 0;
    }
    if (games) note(games);
    if (unkept) warn(t('device.full'));
    if (restored) warn(t('device.restored'));
    this.restored ||= !!restored;
    this.full = !!unkept || (this.full && !games);
  }

  /* Asks the worker; every answer goes to EAR. Returns the number of the wish. */
  #send(wish: Wish, ear: (heard: Heard) => void): number {
    const number = ++this.#number;
    this.#ears.set(number, ear);
    this.#start().postMessage([number, wish]);
    return number;
  }

  #once(wish: Wish): Promise<Heard> {
    return new Promise((resolve, reject) => {
      const number = this.#send(wish, (heard) => {
        this.#ears.delete(number);
        if (heard.failed) reject(new DeviceFailure(heard.failed));
        else resolve(heard);
      });
    });
  }

  async ask(method: 'GET' | 'POST', path: string, body = ''): Promise<Said> {
    return (await this.#once({ ask: [method, path, body] })).said!;
  }

  listen(path: string, ear: Listener): () => void {
    let rest = '';
    const number = this.#send({ ask: ['GET', path, ''] }, (heard) => {
      if (heard.failed || heard.end || heard.said) {
        this.#ears.delete(number);
        ear.broken(true);
        return;
      }
      const blocks = (rest + heard.events).split('\n\n');
      rest = blocks.pop()!;
      for (const block of blocks) {
        const field = (name: string) =>
          block
            .split('\n')
            .find((line) => line.startsWith(`${name}: `))
            ?.slice(name.length + 2);
        const data = field('data');
        if (data !== undefined) ear.heard(field('event') ?? 'message', data);
      }
      ear.opened();
    });
    return () => {
      if (this.#ears.delete(number)) this.#worker?.postMessage([number, { leave: true }]);
    };
  }

  /* A game as it is kept, with its secrets; such a text brought here; a game removed. */
  async save(id: string): Promise<string> {
    return (await this.#once({ save: unmarked(id) })).text!;
  }

  async bring(text: string): Promise<string> {
    return marked((await this.#once({ bring: text })).text!);
  }

  /* One that is in use, by a window or by the computer that thinks, is tried for a while. */
  forget(id: string): Promise<void> {
    return (this.#forgetting = (async () => {
      for (let left = 20; ; left--) {
        try {
          await this.#once({ forget: unmarked(id) });
          return;
        } catch (e) {
          if (!left) throw e;
          await new Promise((resolve) => setTimeout(resolve, 200));
        }
      }
    })());
  }

  /* Whether there may be games here, to be found out without the engine. */
  async isUsed(): Promise<boolean> {
    if (!hasDevice) return false;
    await this.#forgetting.catch(() => {});
    if (alone || known().length) return true;
    const found = await indexedDB.databases?.().catch(() => []);
    return found?.some(({ name }) => name === `alibi home ${folder}`) ?? false;
  }

  /* The browser is asked not to clear what is kept here when it needs room. */
  cherish() {
    void navigator.storage?.persist?.().catch(() => false);
  }
}

export const device = new Device();

/* Whether the server can be reached, as far as the last request tells. */
export const line: { down: boolean } = $state({ down: alone });
globalThis.addEventListener?.('online', () => (line.down = alone));
