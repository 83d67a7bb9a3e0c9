/* Reviews that were finished, kept in the browser's database: looking again costs nothing. A review
 * belongs to a record and to the build that made it. */
import type { AnalysisResult } from '../../../npm/alibi.mjs';
import { version } from './address';
import { GameStore } from './gamestore';

export interface Review {
  record: string;
  tokens: string[] | null;
  result: AnalysisResult;
}

const MOST = 100;
const store = new GameStore('alibi-reviews');
const memory = new Map<string, Review>();

const nameOf = (record: string) => `${version}\n${record}`;

/* Where the database cannot be used, this page remembers them. */
export async function keptReview(record: string): Promise<Review | undefined> {
  const name = nameOf(record);
  const known = memory.get(name);
  if (known) return known;
  try {
    const kept = (await store.all()).find(({ id }) => id === name);
    return kept && (JSON.parse(kept.text) as Review);
  } catch {
    return undefined;
  }
}

export async function keepReview(record: string, review: Review) {
  const name = nameOf(record);
  memory.set(name, review);
  try {
    const all = (await store.all()).sort((a, b) => b.n - a.n);
    const n = (all[0]?.n ?? 0) + 1;
    const old = all.slice(MOST - 1).map(({ id }) => id);
    await store.write([{ id: name, text: JSON.stringify(review), n }], old);
  } catch {
    /* remembered by this page only */
  }
}
