/* Trying something that may fail in front of a person. */
import { reasonOf, Refusal } from './api';
import { hush, warn } from './speak.svelte';

/* How a page tries things: SHOW gets the reason if one fails, and nothing while it is tried, nor
 * when what was refused for some seconds could be tried again. */
export function attempting(show: (failure: string) => void) {
  let latest = 0;
  return async (what: () => Promise<void>) => {
    const number = ++latest;
    show('');
    hush();
    try {
      await what();
    } catch (e) {
      show(reasonOf(e));
      warn(reasonOf(e));
      passing(e, () => number === latest && show(''));
    }
  };
}

/* Calls FORGET when what was refused for some seconds is not refused any more. */
export function passing(e: unknown, forget: () => void) {
  if (e instanceof Refusal && e.seconds > 0) setTimeout(forget, 1000 * e.seconds);
}
