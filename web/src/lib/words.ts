/* Tokens in words. The forms that all games share are here, the others in the games' files. */
import { maybe, t, type Key, type Values } from './i18n.svelte';
import type { Game } from './game';
import type { Box } from './model';

export function nameOf(box: Box, code: string): string {
  const name = box.characters.find((c) => c.code === code)?.name ?? code;
  return maybe(`name.${name}`, maybe(`piece.${code}`, name));
}

export function titleOf(box: Box): string {
  return maybe(`title.${box.name}`, box.title);
}

export function seatName(box: Box, seat: string): string {
  return maybe(`seat.${box.name}.${seat}`, maybe(`seat.${seat}`, seat));
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

/* A token in words; ACTIVE is the code of the character being played, where there is one. */
export function words(game: Game, box: Box, token: string, active = ''): string {
  const over = /^over=(\w+):([\w-]+)$/.exec(token);
  if (over) return result(box, over[1] ?? '', over[2] ?? '');
  let found = game.say?.(token, active, box);
  for (const [form, tell] of shared) {
    if (found) break;
    const m = form.exec(token);
    if (m) found = tell(m, active);
  }
  if (!found) return token;
  const [key, values] = found;
  for (const name of ['who', 'whom'])
    if (name in values) values[name] = nameOf(box, String(values[name]));
  if ('side' in values)
    values['side'] = maybe(`side.${values['side']}`, String(values['side']));
  if ('seat' in values) values['seat'] = seatName(box, String(values['seat']));
  if ('list' in values)
    values['list'] = String(values['list'])
      .split(',')
      .map((c) => maybe(`face.${c}`, nameOf(box, c)))
      .join(', ');
  return t(key, values);
}

/* Who won, and why. */
export function result(box: Box, winner: string, why: string): string {
  const who = seatName(box, winner);
  const key = `why.${winner}.${why}`;
  return t('say.over', { winner: who, why: maybe(key, maybe(`why.${why}`, why)) });
}
