/* What screen readers are told without being asked. */

import { untrack } from 'svelte';

export const spoken = $state({ calm: '', urgent: '' });

/* Says it when there is time; the last one wins. */
export function tell(text: string) {
  spoken.calm = text;
}

/* Says it at once, also when it is the same as before. */
export function warn(text: string) {
  untrack(() => {
    spoken.urgent = spoken.urgent === text ? text + ' ' : text;
  });
}
