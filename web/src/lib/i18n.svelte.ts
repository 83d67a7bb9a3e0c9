/* Texts in the reader's language, from po/*.po. */
import { engine, texts, type Key } from '../gen/texts';
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

function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all));
}

export function t(key: Key, values: Values = {}): string {
  const text: string | readonly string[] = texts[language()][key];
  if (typeof text === 'string') return fill(text, values);
  return fill(text[values['n'] === 1 ? 0 : 1] ?? '', values);
}

/* A text that may not be there, for what the server names: "player.level1". */
export function maybe(key: string, fallback: string): string {
  return key in texts.en ? t(key as Key) : fallback;
}

/* A sentence of the engine's in the reader's language; as it is where nobody has translated
 * it. The id of the rule before it stays. */
export function translate(sentence: string): string {
  const [, rule = '', rest = ''] = /^([LNPZ]-[\d.]+: )?(.*)$/s.exec(sentence) ?? [];
  for (const [id, text] of engine[language()] ?? []) {
    const pattern = id
      .split(/%[sdu]/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('(.+?)');
    const found = new RegExp(`^${pattern}$`, 's').exec(rest);
    if (!found) continue;
    let i = 0;
    return rule + text.replace(/%[sdu]/g, () => found[++i] ?? '');
  }
  return sentence;
}
