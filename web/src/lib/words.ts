/* Tokens and names in words. The forms that all games share are here, others in the skins.
 * Where nobody has written a text, the server's English stands. */
import type { Game } from './game';
import type { GameData } from './model';
import { capital, language, list, maybe, t, type Key, type Values } from './i18n.svelte';
import { verb } from './steps';

export { capital };

/* Whether the server's words stand for those that a skin would have: it is asked for them. */
export function lacksWords(game: Game): boolean {
  return !game.skin.say;
}

/* A token, with the server's words for it where they are known. */
export interface Spoken {
  token: string;
  words?: string | undefined;
}

/* A text for what a game names: the skin's own, the one that games share, or the fallback. */
export function textOf(game: Game, key: string, fallback: string): string {
  return maybe(`${game.name}.${key}`, maybe(key, fallback));
}

/* A place as people say it: a side of the board by its name, any other by what is written on it. */
export function placeName(game: Game, place: string): string {
  return textOf(game, `place.${place}`, maybe(`side.${place}`, place));
}

export function nameOf(game: Game, code: string): string {
  const name = game.characters.find((c) => c.code === code)?.name ?? code;
  return textOf(game, `name.${code}`, name);
}

/* The title is a name and, after a colon, a few words more. */
export function titleOf(game: Game): string {
  return maybe(`${game.name}.title`, game.title.split(': ')[0] ?? game.name);
}

export function aboutOf(game: Game): string {
  return maybe(`${game.name}.about`, capital(game.title.split(': ')[1] ?? ''));
}

export function seatName(game: Game, seat: string): string {
  return textOf(game, `seat.${seat}`, seat);
}

/* The same within a sentence: "the Detective". */
export function theSeat(game: Game, seat: string): string {
  return textOf(game, `the.${seat}`, seat);
}

/* English of the server's with names for codes: "Lit: Anna, Bruno". */
export function spelt(game: GameData, note: string): string {
  const names = new Map(game.characters.map((c) => [c.code, c.name]));
  return note
    .replace(/\b([A-Z]{2}) (?=[A-Z]{2}\b)/g, (all, code: string) =>
      names.has(code) ? `${code}, ` : all,
    )
    .replace(/\b[A-Z]{2}\b/g, (code) => names.get(code) ?? code);
}

const shared: [RegExp, (m: string[], active: string) => [Key, Values]][] = [
  [/^deal=\?$/, () => ['say.deal.hidden', {}]],
  [/^deal=(\w+)$/, ([, who = '']) => ['say.deal', { who }]],
  [/^alibi=\?$/, () => ['say.alibi.hidden', {}]],
  [/^alibi=(\w+)$/, ([, who = '']) => ['say.alibi', { who }]],
  [/^cards=(.+)$/, ([, list = '']) => ['say.cards', { list }]],
  [/^([A-Z]{2})$/, ([, who = '']) => ['say.pick', { who }]],
  [/^>(.+)$/, ([, place = ''], who) => ['say.move', { who, place }]],
  [/^!(\w+)$/, ([, whom = ''], who) => ['say.accuse', { who, whom }]],
  [/^stay$/, (_, who) => ['say.stay', { who }]],
  [/^witness=visible$/, () => ['say.visible', {}]],
  [/^witness=invisible$/, () => ['say.invisible', {}]],
  [/^resign=(\w+)$/, ([, seat = '']) => ['say.resign', { seat }]],
];

/* The text for a token, and what is filled in. In a game without a skin the server tells more
 * than the form of a token does, but in English only. */
function text(game: Game, { token, words }: Spoken, active: string): [Key, Values] | undefined {
  const own = game.skin.say?.(token, active, game);
  if (own || (words && lacksWords(game) && language() === 'en')) return own;
  for (const [form, tell] of shared) {
    const m = form.exec(token);
    const found = m && tell(m, active);
    if (found && found[1]['who'] !== '') return found;
  }
  return undefined;
}

/* A token in words; ACTIVE is the code of the character being played, where there is one. For a
 * BUTTON it says what pressing it does, if that has a text of its own: "Draw an alibi card" (`do.draw`)
 * instead of "An alibi card is drawn" (`say.draw`). */
export function words(game: Game, spoken: Spoken, active = '', button = false): string {
  const over = /^over=(\w+):([\w-]+)$/.exec(spoken.token);
  if (over) return result(game, over[1] ?? '', over[2] ?? '');
  const found = text(game, spoken, active);
  if (!found) return capital(spelt(game, spoken.words || spoken.token));
  const [said, values] = found;
  const done = said.replace(/\bsay\./, 'do.');
  const key = button && maybe(done, '') ? (done as Key) : said;
  for (const name of ['who', 'whom'])
    if (name in values) values[name] = nameOf(game, String(values[name]));
  for (const name of ['place', 'from', 'to'])
    if (name in values) values[name] = placeName(game, String(values[name]));
  if ('side' in values)
    values['side'] = maybe(`side.${values['side']}`, String(values['side']));
  if ('seat' in values) values['seat'] = seatName(game, String(values['seat']));
  if ('list' in values)
    values['list'] = list(
      String(values['list'])
        .split(',')
        .map((c) => textOf(game, `face.${c}`, nameOf(game, c))),
    );
  return t(key, values);
}

/* The tokens of a turn, a phrase each. That somebody is played is said by what this one then does. */
export function phrases(game: Game, turn: Spoken[], active = '', button = false): string[] {
  const picked = turn.find(({ token }) => verb(token) === 'pick')?.token;
  return turn
    .filter(({ token }) => turn.length === 1 || token !== picked)
    .map((spoken) => words(game, spoken, picked ?? active, button));
}

/* Phrases as sentences. */
export const sentences = (list: string[]): string =>
  list.map((text) => (/[.!?…]$/.test(text) ? text : `${text}.`)).join(' ');

/* Who won, and why. */
export function result(game: Game, winner: string | null, why: string): string {
  if (!winner) return t('why.abort');
  const who = seatName(game, winner);
  if (why === 'resignation' || why === 'clock' || why === 'absence') {
    const loser = theSeat(game, winner === 'jack' ? 'detective' : 'jack');
    return t('say.over', { winner: who, why: t(`why.${why}`, { loser }) });
  }
  const key = `why.${winner}.${why}`;
  return t('say.over', { winner: who, why: maybe(key, maybe(`why.${why}`, why)) });
}
