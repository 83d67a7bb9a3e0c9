/* What this browser remembers of games at the server goes with the session: secret links, pencil marks,
 * what it has added to deals, what was taken off the list. Games on this device, settings and ratings
 * belong to whoever has it, and stay. */
import { isOnDevice } from './device.svelte';
import { forgetMixed } from './fair';
import { hiddenNow, keepHidden } from './hidden.svelte';

const OF_A_GAME = /^keys (.+)$|^alibi-pencil-(.+)-[a-z]+$/;

export function forgetServer() {
  try {
    for (const place of [localStorage, sessionStorage])
      for (const name of Object.keys(place)) {
        const [, keys, pencil] = OF_A_GAME.exec(name) ?? [];
        const id = keys ?? pencil;
        if (id !== undefined && !isOnDevice(id)) place.removeItem(name);
      }
  } catch {
    /* storage is off: nothing was kept */
  }
  forgetMixed();
  keepHidden(hiddenNow().filter(isOnDevice)); /* another window may have added some */
}
