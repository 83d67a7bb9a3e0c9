/* What screen readers are told without being asked. */

import { untrack } from 'svelte';

export const spoken = $state({ calm: '', urgent: '' });

let pending: string[] = [];

/* Says it when there is time; what comes at the same time is said together. */
export function tell(text: string) {
  if (!pending.length)
    setTimeout(() => {
      spoken.calm = pending.join(' ');
      pending = [];
    }, 150);
  pending.push(text);
}

/* Says it at once, also when it is the same as before. */
export function warn(text: string) {
  untrack(() => {
    spoken.urgent = spoken.urgent === text ? text + ' ' : text;
  });
}
