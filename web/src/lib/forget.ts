/* What this browser remembers of games at the server, or of those that are named, goes with the session:
 * secret links, pencil marks, what it has added to deals, what was taken off the list. Games on this device, settings and ratings
 * belong to whoever has it, and stay. */
import { isOnDevice } from './device.svelte';
import { forgetMixed } from './fair';
import { hiddenNow, keepHidden } from './hidden.svelte';

const OF_A_GAME = /^keys (.+)$|^alibi-pencil-(.+)-[a-z]+$/;

export function forgetServer(only?: Set<string>) {
  const goes = (id: string) => !isOnDevice(id) && (!only || only.has(id));
  try {
    for (const place of [localStorage, sessionStorage])
      for (const name of Object.keys(place)) {
        const [, keys, pencil] = OF_A_GAME.exec(name) ?? [];
        const id = keys ?? pencil;
        if (id !== undefined && goes(id)) place.removeItem(name);
      }
  } catch {
    /* storage is off: nothing was kept */
  }
  if (!only) forgetMixed();
  keepHidden(hiddenNow().filter((id) => !goes(id))); /* another window may have added some */
}
