/* The links that this browser was given when it made or entered a game: the server shows them
 * once and keeps only hashes, so they are kept here. */

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
