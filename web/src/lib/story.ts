/* A history as chapters of lines in words, for the log. */
import type { Happening } from './api';
import type { Game } from './game';
import { t } from './i18n.svelte';
import { verb } from './steps';
import { seatName, words } from './words';

export interface LogLine {
  seq: number;
  token: string;
  words: string;
  kind: 'jack' | 'detective' | 'chance' | 'told';
}

export interface Chapter {
  id: string;
  title: string;
  lines: LogLine[];
}

export function lines(game: Game, history: Happening[]): (LogLine & { round: number })[] {
  const found: (LogLine & { round: number })[] = [];
  let active = '',
    round = 0;
  for (const h of history) {
    round = h.round ?? round;
    if (h.kind === 'move' && h.token) {
      if (verb(h.token) === 'pick') active = h.token;
      found.push({
        seq: h.seq,
        token: h.token,
        words: words(game, { token: h.token, words: h.words }, active),
        kind: h.by ?? 'chance',
        round,
      });
    } else if (h.kind === 'seat') {
      const text = t('say.seat', { seat: seatName(game, h.seat ?? '') });
      found.push({ seq: h.seq, token: '', words: text, kind: 'chance', round });
    } else if (
      h.kind === 'resign' ||
      h.kind === 'flag' ||
      h.kind === 'abort' ||
      h.kind === 'left'
    ) {
      const text = t(`say.${h.kind}`, { seat: seatName(game, h.by ?? '') });
      found.push({ seq: h.seq, token: '', words: text, kind: 'told', round });
    } else if (h.kind === 'rematch') {
      found.push({ seq: h.seq, token: '', words: t('say.rematch'), kind: 'chance', round });
    }
    for (const told of h.told ?? [])
      found.push({
        seq: h.seq,
        token: told.token,
        words: words(game, told, active),
        kind: 'told',
        round,
      });
  }
  return found;
}

export function story(game: Game, history: Happening[]): Chapter[] {
  const chapters: Chapter[] = [];
  for (const { round, ...line } of lines(game, history)) {
    const id = String(round);
    if (chapters.at(-1)?.id !== id)
      chapters.push({
        id,
        title: round ? t('track.round', { round, last: game.turns.length }) : t('log.before'),
        lines: [],
      });
    chapters.at(-1)!.lines.push(line);
  }
  return chapters;
}
