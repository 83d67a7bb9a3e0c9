/* Finished games that this person has taken off the list, kept in this browser. The games stay
 * where they are: their links still lead there. */

const MOST = 500;

export function hiddenNow(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem('alibi hidden') ?? '[]');
    return Array.isArray(found) ? found.map(String) : [];
  } catch {
    return [];
  }
}

export const hidden: { ids: string[] } = $state({ ids: hiddenNow() });

export const hide = (ids: string[]) => keepHidden([...hidden.ids, ...ids].slice(-MOST));

export function keepHidden(ids: string[]) {
  hidden.ids = ids;
  try {
    localStorage.setItem('alibi hidden', JSON.stringify(hidden.ids));
  } catch {
    /* until the page is left */
  }
}
