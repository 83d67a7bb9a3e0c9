/* Announcements for screen readers. */

import { untrack } from 'svelte';

export const spoken = $state({ calm: '', urgent: '' });

let pending: string[] = [];

/* A polite announcement; texts that arrive together are said together. */
export function tell(text: string) {
  if (!pending.length)
    setTimeout(() => {
      spoken.calm = pending.join(' ');
      pending = [];
    }, 150);
  pending.push(text);
}

/* An urgent announcement, repeated even if the text is the same as before. */
export function warn(text: string) {
  untrack(() => {
    spoken.urgent = spoken.urgent === text ? text + ' ' : text;
  });
}

/* What was urgent is over: nobody is to come upon it later. */
export function hush() {
  spoken.urgent = '';
}
