/* Texts in the reader's language, from the *.po files; in English where that lacks one. */
import { texts, type Key, type Text } from '../gen/texts';
import { prefs } from './prefs.svelte';

export type { Key };
export type Values = Record<string, string | number>;

export const languages = { en: 'English', es: 'Español' } as const;
export type Language = keyof typeof languages;

export function language(): Language {
  if (prefs.language !== 'auto') return prefs.language;
  return navigator.languages.some((l) => l.startsWith('es')) &&
    !(navigator.language || '').startsWith('en')
    ? 'es'
    : 'en';
}

/* Puts values into "{name}"; "{*name}" is one word or several that have texts of their own. */
function fill(text: string, values: Values): string {
  const word = (w: string) => maybe(`word.${w}`, w);
  return text.replace(/\{(\*?)(\w+)\}/g, (all, star: string, name: string) => {
    const value = String(values[name] ?? all);
    return star ? value.split(' ').map(word).join(' ') : value;
  });
}

export function t(key: Key, values: Values = {}): string {
  const text: Text = texts[language()]?.[key] ?? texts['en']?.[key] ?? key;
  if (typeof text === 'string') return fill(text, values);
  return fill(text[values['n'] === 1 ? 0 : 1] ?? '', values);
}

/* A text that may not be there, for what the server or a game names: "player.level1". */
export function maybe(key: string, fallback: string): string {
  return key in (texts['en'] ?? {}) ? t(key as Key) : fallback;
}

/* Why the server refuses something, as data: docs/api.md. */
export interface Reason {
  code: string;
  rule: string | null;
  args: Record<string, string>;
}

/* The reason in the reader's language, the rule's id first; undefined for one that this client has
 * never heard of. */
export function explain({ code, rule, args }: Reason): string | undefined {
  const key = `refusal.${code}`;
  if (!(key in (texts['en'] ?? {}))) return undefined;
  return (rule ? `${rule}: ` : '') + t(key as Key, args);
}
