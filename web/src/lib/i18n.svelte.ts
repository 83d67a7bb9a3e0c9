/* Texts in the reader's language, compiled from the *.po files. Only the language in use is loaded:
 * speak() fetches it before the first page is drawn and when the reader chooses another, and until
 * the new texts are there the old ones stay. Every language is complete (a test sees to it); while
 * one is being written, `npm run dev` shows English where it lacks a text. */
import { languages, load, type Key, type Language, type Texts } from '../gen/texts';
import { languageFor } from './language';
import { prefs } from './prefs.svelte';

export { languages };
export type { Key, Language };
export type Values = Record<string, string | number>;

const units = (locale: string, unit: string) =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' });

const minute = { hour: 'numeric', minute: '2-digit' } as const;

/* A language: its texts, and how it counts and writes. */
function spoken(code: Language, texts: Texts) {
  const locale = code === 'en' ? 'en-GB' : code;
  return {
    code,
    texts,
    plural: new Intl.PluralRules(locale),
    number: new Intl.NumberFormat(locale),
    percent: new Intl.NumberFormat(locale, { style: 'percent' }),
    day: new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }),
    weekday: new Intl.DateTimeFormat(locale, { weekday: 'long', ...minute }),
    date: new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', ...minute }),
    minutes: units(locale, 'minute'),
    hours: units(locale, 'hour'),
    days: units(locale, 'day'),
    list: new Intl.ListFormat(locale, { type: 'conjunction' }),
  };
}

let now = $state.raw(spoken('en', {}));

/* The language that the page is in. */
export function language(): Language {
  return now.code;
}

/* The language that the reader wants. */
export const wanted = () => languageFor(prefs.language);

/* Puts the page into the language that is wanted. */
export async function speak() {
  const code = wanted();
  const { default: own } = await load[code]();
  const spare = import.meta.env.DEV ? (await load.en()).default : {};
  if (code === wanted()) now = spoken(code, { ...spare, ...own });
}

/* A share between 0 and 1: "34%". */
export function percent(share: number): string {
  return now.percent.format(share);
}

/* The day of a time in milliseconds since 1970. */
export function day(time: number): string {
  return now.day.format(time);
}

/* A time to come, as short as it is clear where the reader is: "Friday 14:05", "27 November at
 * 14:05". */
export function moment(time: number): string {
  const week = new Date();
  week.setDate(week.getDate() + 7);
  return (time < week.setHours(0, 0, 0, 0) ? now.weekday : now.date).format(time);
}

/* How long that is, in the largest unit: "2 min", "3 h". */
export function elapsed(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return now.minutes.format(minutes);
  return minutes < 24 * 60
    ? now.hours.format(Math.floor(minutes / 60))
    : now.days.format(Math.floor(minutes / 60 / 24));
}

/* "Holmes, Watson and Toby". */
export function list(words: string[]): string {
  return now.list.format(words);
}

/* Puts values into "{name}"; "{*name}" is one word or several that have texts of their own. */
function fill(text: string, values: Values): string {
  const word = (w: string) => maybe(`word.${w}`, w);
  return text.replace(/\{(\*?)(\w+)\}/g, (all, star: string, name: string) => {
    const value = values[name] ?? all;
    if (typeof value === 'number') return now.number.format(value);
    return star ? value.split(' ').map(word).join(', ') : value;
  });
}

/* The number by which a text with two forms is chosen: "n", or the first one that its second form
 * fills in. */
function counted(text: string, values: Values): number {
  const names = ['n', ...Array.from(text.matchAll(/\{(\w+)\}/g), (m) => m[1]!)];
  const of = names.find((name) => /^\d+$/.test(String(values[name] ?? '')));
  return Number(values[of ?? 'n']);
}

/* A text with values filled in. One that has two forms is chosen as the language counts: French has
 * "0 suspect", the others "0 suspects". */
export function t(key: Key, values: Values = {}): string {
  const text = now.texts[key] ?? key;
  if (typeof text === 'string') return fill(text, values);
  const one = now.plural.select(counted(text[1] ?? '', values)) === 'one';
  return fill(text[one ? 0 : 1] ?? key, values);
}

/* A text that may not be there, for what the server or a game names: "player.level1". */
export function maybe(key: string, fallback: string, values: Values = {}): string {
  return Object.hasOwn(now.texts, key) ? t(key as Key, values) : fallback;
}

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/* Why the server refuses something, as data: docs/api.md. */
export interface Reason {
  code: string;
  rule: string | null;
  args: Record<string, string>;
}

/* Who a game's codes are, as its catalogue names them. */
const people: Record<string, Record<string, string>> = {};

/* Makes the characters of a game known, so that a reason names them. */
export function introduce(game: string, characters: { code: string; name: string }[]) {
  people[game] = Object.fromEntries(characters.map((c) => [c.code, c.name]));
}

/* An argument of a game's refusal for people: names instead of codes, directions in words. */
function named(game: string, arg: string, value: string): string {
  if (!/^(character|accused|owner|cards|one|other)$/.test(arg))
    return maybe(`side.${value}`, value);
  return value
    .split(/[ ,]+/)
    .map((code) => maybe(`${game}.name.${code}`, people[game]?.[code] ?? code))
    .join(', ');
}

/* The reason in the reader's language; undefined for one that this client has never heard of. */
export function explain({ code, args }: Reason): string | undefined {
  const key = `refusal.${code}`;
  if (!Object.hasOwn(now.texts, key)) return undefined;
  const game = code.split('.')[0] ?? '';
  const values = Object.entries(args).map(([arg, v]) => [arg, named(game, arg, v)]);
  return capital(t(key as Key, Object.fromEntries(values)));
}
