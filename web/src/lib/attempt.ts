/* Trying something that may fail in front of a person. */
import { reasonOf } from './api';
import { hush, warn } from './speak.svelte';

/* How a page tries things: SHOW gets the reason if one fails, and nothing while it is tried. */
export const attempting =
  (show: (failure: string) => void) => async (what: () => Promise<void>) => {
    show('');
    hush();
    try {
      await what();
    } catch (e) {
      show(reasonOf(e));
      warn(reasonOf(e));
    }
  };
