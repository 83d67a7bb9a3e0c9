/* What screen readers are told without being asked. */

export const spoken = $state({ calm: '', urgent: '' });

/* Says it when there is time; the last one wins. */
export function tell(text: string) {
  spoken.calm = text;
}

/* Says it at once. */
export function warn(text: string) {
  spoken.urgent = spoken.urgent === text ? text + ' ' : text;
}
