/* The keys of secret links, which this browser got when it made or entered a game. The server
 * shows them once and keeps only hashes, so they are stored here. */

export function keep(id: string, keys: Record<string, string | undefined>) {
  try {
    const all = { ...recall(id), ...keys };
    sessionStorage.setItem(`keys ${id}`, JSON.stringify(all));
  } catch {
    /* shown nowhere else, then */
  }
}

export function recall(id: string): Record<string, string> {
  try {
    return JSON.parse(sessionStorage.getItem(`keys ${id}`) ?? '{}');
  } catch {
    return {};
  }
}
