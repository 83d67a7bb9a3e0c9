/* Who the accounts at tables are: asked for once, many at a time, for whoever shows their ids. */
import { SvelteMap } from 'svelte/reactivity';
import { api, type Known } from './api';

const MANY = 20; /* that one request may ask for */

/* null: somebody who has left */
const known = new SvelteMap<string, Known | null>();
const asked = new Set<string>();
let waiting: string[] = [];

async function ask() {
  const ids = waiting.splice(0, MANY);
  if (waiting.length) queueMicrotask(ask);
  try {
    const { people } = await api.people(ids);
    for (const id of ids) known.set(id, people.find((p) => p.id === id) ?? null);
  } catch {
    for (const id of ids) asked.delete(id); /* whoever shows them next asks again */
  }
}

/* What is known of them may have changed: it is shown until the server has answered again. */
export function askAgain(ids: string[]) {
  for (const id of ids) if (waiting.push(id) === 1) setTimeout(ask, 0);
}

/* Undefined until the server has said it. */
export function personOf(id: string): Known | null | undefined {
  if (!asked.has(id)) {
    asked.add(id);
    askAgain([id]);
  }
  return known.get(id);
}
