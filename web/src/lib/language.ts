/* Which language a reader wants: the one chosen in the settings, else the first one known of the
 * browser's. */
import { languages, type Language } from '../gen/texts';

const known = (code: unknown): code is Language =>
  typeof code === 'string' && Object.hasOwn(languages, code);

export function languageFor(chosen: unknown): Language {
  if (known(chosen)) return chosen;
  return navigator.languages.map((l) => l.split('-')[0]).find(known) ?? 'en';
}
