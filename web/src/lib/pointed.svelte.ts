/* What the board and the parts around it share: whom somebody points at, why that one is seen,
 * whether Jack's card is being held up (where two people share a screen it lies face down), the
 * fingers on the board, whether keys move on it, and the words around it that may name places. */
import type { Touch } from './touch.svelte';

export const pointed: {
  code: string | undefined;
  why: string;
  held: boolean;
  touch: Touch | undefined;
  keys: boolean;
  words: string[];
} = $state({ code: undefined, why: '', held: false, touch: undefined, keys: false, words: [] });

/* What could be the name of a place, in a text: "Holmes goes to g10". */
const NAME = /\b[a-z]+\d+\b/g;

/* Watches what NODE says, so that the board can show where the places are that it names. Of the log,
 * that is the line that is shown. */
export function names(node: HTMLElement) {
  const read = () => {
    const said = [...node.querySelectorAll('.strip, .bar, .side [aria-current="true"]')];
    const found = said.flatMap((e) => e.textContent?.match(NAME) ?? []);
    if (found.join() !== pointed.words.join()) pointed.words = found;
  };
  const watcher = new MutationObserver(read);
  watcher.observe(node, {
    childList: true,
    subtree: true,
    characterData: true,
    attributeFilter: ['aria-current'],
  });
  read();
  return {
    destroy() {
      watcher.disconnect();
      pointed.words = [];
    },
  };
}
