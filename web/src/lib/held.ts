/* What a page was given to work on, held for this tab and for this entry of its history: a reload or the
 * way back finds it again, whoever comes anew begins anew. A page holds one text. */

interface Held {
  id: string;
  text: string;
}

export function hold(page: string, text: string) {
  try {
    const id = history.state?.held ?? String(Math.random());
    if (!history.state?.held) history.replaceState({ ...history.state, held: id }, '');
    sessionStorage.setItem(`held ${page}`, JSON.stringify({ id, text } satisfies Held));
  } catch {
    /* storage is off or full: it is gone with the page */
  }
}

export function held(page: string): string {
  try {
    const found: Held | null = JSON.parse(sessionStorage.getItem(`held ${page}`) ?? 'null');
    return found && found.id === history.state?.held ? found.text : '';
  } catch {
    return '';
  }
}
