/* A home: where games are kept, and who answers the requests of docs/api.md. There are two, the
 * server and this device (device.svelte.ts), and both answer in the same bytes. */
import { fileAt } from './address';

export type Method = 'GET' | 'POST';

export interface Said {
  status: number;
  text: string;
}

/* The receiver of a stream of events. */
export interface Listener {
  opened(): void;
  /* an event of this NAME, "message" unless it has one of its own */
  heard(name: string, data: string): void;
  /* ENDED: it does not come back by itself */
  broken(ended: boolean): void;
}

export interface Home {
  /* KEY is one that whoever asks has been given. Rejects if nobody can be reached. */
  ask(method: Method, path: string, body?: string, key?: string): Promise<Said>;
  /* Returns how to stop listening. */
  listen(path: string, ear: Listener): () => void;
}

/* Whether it may be asked again in a second: there are too many requests, or too many thoughts. What is
 * refused for longer is told at once. */
function isBusy({ status, text }: Said): boolean {
  return status === 429 && /"code":"server\.(too-many|thinking)"/.test(text);
}

/* A server that is asked too much says when to come back, and has done nothing. */
async function patiently(ask: () => Promise<Response>): Promise<Said> {
  for (let i = 0; ; i++) {
    const response = await ask();
    const said = { status: response.status, text: await response.text() };
    if (i === 5 || !isBusy(said)) return said;
    const seconds = Number(response.headers.get('Retry-After')) || 1;
    await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
  }
}

/* What streams tell. */
const names = [
  'message',
  'thinking',
  'hurried',
  'presence',
  'clocks',
  'games',
  'news',
  'lobby',
  'tournament',
  'talk',
];

export const server: Home = {
  ask(method, path, body, key) {
    const get = key ? { headers: { Authorization: `Bearer ${key}` } } : {};
    const post = { method, headers: { 'Content-Type': 'application/json' }, body: body ?? '' };
    const once = () => fetch(fileAt(path), method === 'GET' ? get : post);
    return patiently(once);
  },

  listen(path, ear) {
    const source = new EventSource(fileAt(path));
    source.onopen = () => ear.opened();
    /* The browser takes a broken stream up again by itself, but not one that was refused. */
    source.onerror = () => ear.broken(source.readyState === EventSource.CLOSED);
    for (const name of names)
      source.addEventListener(name, (message) => ear.heard(name, message.data));
    return () => source.close();
  },
};
