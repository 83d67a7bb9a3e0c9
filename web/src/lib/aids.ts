/* What a seat can tell from its view, in words. The engine says what is so (`insight`, `remarks`);
 * here it becomes sentences in the reader's language. */
import type { Advice, Insight, Look, Remark, Sight, Viewer } from './api';
import type { Game } from './game';
import { list, maybe, percent, t, type Key, type Values } from './i18n.svelte';
import { symbolName } from './places';
import { capital, nameOf, phrases, placeName, sentences, textOf } from './words';

/* A text that the game may say in words of its own. */
function say(game: Game, key: Key, values: Values): string {
  const own = `${game.name}.${key}`;
  return maybe(own, '') ? t(own as Key, values) : t(key, values);
}

const names = (game: Game, codes: string[]) => list(codes.map((c) => nameOf(game, c)));

/* One reason why somebody is seen: "gaslight 3 (c4)", "next to John Smith (d5)". */
function sightWords(game: Game, { by, place, symbol }: Sight): string {
  const piece = by === 'neighbour' || by === 'watcher' || /^[A-Z]{2}$/.test(symbol);
  const what = piece ? nameOf(game, symbol) : symbolName(game, symbol);
  return say(game, `sight.${by}`, { what, place: placeName(game, place) });
}

/* Why WHO is seen, or that nobody sees it: a sentence. */
export function whySeen(game: Game, insight: Insight, code: string): string {
  const who = nameOf(game, code);
  const sights = insight.seen[code];
  if (!sights?.length) return t('seen.not', { who });
  return t('seen.because', {
    who,
    reasons: sights.map((s) => sightWords(game, s)).join('; '),
  });
}

/* Whether it is worth saying who could be accused: few suspects are left, as the engine judges it,
 * and this seat is to act. Early in the game nearly everybody could be; in the turn of the other side,
 * or once one's own has been staged to its end, there is nothing to decide. */
export function accusable({ insight, view }: Look, viewer: Viewer): boolean {
  const seated = viewer === 'jack' || viewer === 'detective';
  return insight.narrow && (!seated || view.to_act === viewer);
}

export interface Warning {
  icon: string;
  text: string;
  /* for this seat; else it is a chance */
  danger: boolean;
}

/* What threatens, or beckons: one sentence for each, of CODE or, without, of the player himself. */
export function warnings(game: Game, look: Look, viewer: Viewer, code?: string): Warning[] {
  const { insight } = look;
  const you = viewer === 'jack' ? '.you' : '';
  const found: Warning[] = [];
  for (const { who, exits, later } of insight.leave) {
    if (code && who !== code) continue;
    const key: Key = `aid.leave${you}${later ? '.later' : ''}`;
    const ways = list(exits.map((e) => exitName(game, e)));
    found.push({ icon: 'door', text: t(key, { exits: ways }), danger: viewer === 'detective' });
  }
  for (const { who, by, later } of accusable(look, viewer) ? insight.caught : []) {
    if (code && who !== code) continue;
    const hunter = viewer === 'detective' ? '.detective' : you;
    const key: Key = `aid.caught${hunter}${later ? '.later' : ''}`;
    found.push({ icon: 'cuffs', text: t(key, { by: names(game, by) }), danger: !!you });
  }
  return found;
}

/* A way out: "north-west", or what lies there and its name. */
export function exitName(game: Game, place: string): string {
  const side = placeName(game, place);
  if (side !== place) return side;
  const ground = game.places.find((p) => p.name === place)?.ground ?? '';
  return `${textOf(game, `mark.${ground}`, ground)} ${place}`;
}

/* What a turn changes for this seat: a short sentence each. */
export function remarkWords(game: Game, remark: Remark, viewer: Viewer): string {
  const { code, who = [], by = [] } = remark;
  const you = viewer === 'jack' && /^may-/.test(code) ? '.you' : '';
  if (code === 'left') return leftWords(remark);
  return maybe(`remark.${code}${you}`, '')
    ? t(`remark.${code}${you}` as Key, {
        n: who.length,
        who: names(game, who),
        by: names(game, by),
      })
    : '';
}

/* What a call would leave. An answer that would leave nobody cannot be given. */
function leftWords({ answer, visible = 0, invisible = 0 }: Remark): string {
  if (!answer && !visible) return t('remark.left.nobody');
  if (!answer && !invisible) return t('remark.left.everybody');
  if (!answer) return t('remark.left', { visible, invisible });
  const left = answer === 'visible' ? visible : invisible;
  return t(`remark.left.${answer}`, { cleared: visible + invisible - left, left });
}

/* The remarks on a turn that is tried out. */
export function remarksWords(game: Game, remarks: Remark[], viewer: Viewer): string[] {
  return remarks.map((r) => remarkWords(game, r, viewer)).filter((text) => text !== '');
}

/* A hint in sentences: the turn; why it is good; how good. */
export function hintWords(game: Game, advice: Advice, active: string, viewer: Viewer) {
  const { tokens, remarks, chance } = advice;
  const ends = tokens.at(-1)?.token.startsWith('!') ? 'accuse' : 'escape';
  const reasons = [
    ...tokens.map(({ token }) => maybe(`${game.name}.hint.${token}.${viewer}`, '')),
    ...(advice.ends ? [t(`hint.ends.${ends}`)] : remarksWords(game, remarks, viewer)),
  ];
  return {
    turn: t('hint.would', { words: sentences(phrases(game, tokens, active, true)) }),
    why: sentences(reasons.filter((text) => text !== '').map(capital)),
    chance: t('hint.chance', { chance: percent(chance.after) }),
  };
}
