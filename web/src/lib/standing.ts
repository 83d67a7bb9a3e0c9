/* Ratings in words. */
import type { Standing } from './api';
import { t } from './i18n.svelte';

/* "1612 ± 58", with a question mark while it may be far from right. */
export function ratingWords(s: Pick<Standing, 'rating' | 'deviation' | 'provisional'>): string {
  if (s.rating === null) return t('people.unrated');
  const sure = `${s.rating} ± ${2 * (s.deviation ?? 0)}`;
  return s.provisional ? t('people.provisional', { rating: sure }) : sure;
}
