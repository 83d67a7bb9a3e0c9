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

const patterns = new Map<string, [RegExp, string][]>();

/* The sentences of a language as patterns, those that say most first: %s stands for anything. */
function sentences(code: string): [RegExp, string][] {
  let found = patterns.get(code);
  if (!found) {
    found = (engine[code] ?? [])
      .map(([id, text]) => ({ parts: id.split('%s'), text }))
      .sort((a, b) => b.parts.join('').length - a.parts.join('').length)
      .map(({ parts, text }) => {
        const plain = parts.map((p) => p.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
        return [new RegExp(`^${plain.join('(.+?)')}$`, 's'), text];
      });
    patterns.set(code, found);
  }
  return found;
}

/* What fills a hole: a part of a sentence, a list of words, or a name that stays. */
function part(text: string, code: string): string {
  const word = (w: string) => translate(w, code) ?? w;
  return translate(text, code) ?? text.split(' ').map(word).join(' ');
}

/* A sentence of the engine's in the reader's language; undefined where nobody has translated
 * it. The id of the rule before it stays. */
export function translate(sentence: string, code: string = language()): string | undefined {
  const [, rule = '', rest = ''] = /^([LNPZ]-[\d.]+: )?(.*)$/s.exec(sentence) ?? [];
  for (const [pattern, text] of sentences(code)) {
    const found = pattern.exec(rest);
    if (!found) continue;
    let i = 0;
    return rule + text.replace(/%s/g, () => part(found[++i] ?? '', code));
  }
  return undefined;
}
