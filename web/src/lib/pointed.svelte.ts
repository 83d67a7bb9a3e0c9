/* What the board and the parts around it share: whom somebody points at, why that one is seen, and
 * whether Jack's card is being held up (where two people share a screen it lies face down), and the
 * fingers on the board. */
import type { Touch } from './touch.svelte';

export const pointed: {
  code: string | undefined;
  why: string;
  held: boolean;
  touch: Touch | undefined;
} = $state({ code: undefined, why: '', held: false, touch: undefined });
