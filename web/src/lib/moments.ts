/* The moments of a game that deserve a pause: witnesses are called, a round begins, an alibi is
 * drawn, Jack is caught or gets away. They are found in what a viewer is told, one event and the
 * two positions around it, so they can show nothing that this viewer does not know; and they
 * are the same live, for spectators, in hot-seat and in a replay. lib/staging.svelte.ts plays them. */
import type { GameState, Happening, Look } from './api';
import type { Game } from './game';
import { maybe, t } from './i18n.svelte';
import { nameOf, result, seatName, words } from './words';

export interface Moment {
  kind: 'witness' | 'round' | 'alibi' | 'over';
  /* the event that it belongs to */
  seq: number;
  /* what is heard with it: a name of lib/sounds.ts */
  cue: string;
  /* in large letters on the board, and the line below it */
  title: string;
  text: string;
  /* cards or faces that are shown with it, and where on the board it happens */
  faces: string[];
  at: string[];
  /* who is turned over, one after the other, and how the number of suspects falls */
  cleared: string[];
  count?: [from: number, to: number];
  /* how long it takes at the usual pace, in milliseconds */
  ms: number;
}

/* What happened, with the position before and after it, all as one viewer was told. */
type Told = Pick<Happening, 'seq' | 'kind' | 'by' | 'token' | 'words' | 'path' | 'told'>;
type Position = Look & Partial<Pick<GameState, 'result' | 'as'>>;

const flat = (look: Look) =>
  new Set(look.scene.filter((m) => m.layer === 'piece' && m.cleared).map((m) => m.symbol));

/* Who was turned over in between, in the order of the board. */
function clearedBetween(before: Look, after: Look): string[] {
  const was = flat(before);
  return [...flat(after)].filter((code) => !was.has(code));
}

const plain = { text: '', faces: [], at: [], cleared: [] as string[], ms: 1300 };

/* Who draws, as the one who looks on would say it. */
function drawnBy(game: Game, seat: 'jack' | 'detective', { as }: Position): string {
  if (as === seat) return t('moment.alibi.you');
  return t('moment.alibi.by', { seat: seatName(game, seat) });
}

function alibi(game: Game, told: Told, before: Look, after: Position, gone: string[]): Moment {
  const who = /^alibi=(\w+)$/.exec(told.token ?? '')?.[1];
  const drawn = (['jack', 'detective'] as const).find(
    (seat) => after.view.alibis_drawn[seat] > before.view.alibis_drawn[seat],
  );
  return {
    ...plain,
    kind: 'alibi',
    seq: told.seq,
    cue: 'alibi',
    title: who
      ? t('moment.alibi', { who: nameOf(game, who) })
      : t('moment.alibi.hidden', { seat: seatName(game, drawn ?? 'jack') }),
    text: who && drawn ? drawnBy(game, drawn, after) : '',
    faces: who ? [who] : [],
    cleared: gone.filter((code) => code === who),
  };
}

/* "7 suspects become 4." */
export function fewer(from: number, to: number): string {
  return from === to
    ? t('moment.same', { n: to })
    : t('moment.fewer', { from: t('moment.suspects', { n: from }), n: to });
}

function witness(
  seq: number,
  token: string,
  before: Look,
  after: Look,
  gone: string[],
): Moment {
  const seen = token === 'witness=visible';
  const from = before.insight.suspects.length,
    to = after.insight.suspects.length;
  return {
    ...plain,
    kind: 'witness',
    seq,
    cue: seen ? 'witness-seen' : 'witness-unseen',
    title: seen ? t('moment.seen') : t('moment.unseen'),
    text: fewer(from, to),
    cleared: gone,
    count: [from, to],
    ms: 2600,
  };
}

/* Whether a round has begun: chance has dealt for it, or the one before ended and nothing is
 * dealt for this one. */
function begins(told: Told, before: Look, after: Look): boolean {
  const { view } = after;
  if (view.to_act !== 'jack' && view.to_act !== 'detective') return false;
  const dealt = told.by === 'chance' && !/^alibi=/.test(told.token ?? '');
  return view.round > 0 && (dealt || view.round !== before.view.round);
}

function round(game: Game, seq: number, { view }: Look): Moment {
  return {
    ...plain,
    kind: 'round',
    seq,
    cue: 'round',
    title: t('track.round', { round: view.round, last: game.turns.length }),
    text: t('moment.begins', { seat: seatName(game, view.to_act) }),
    faces: game.skin.cards(view, game)?.now.map((card) => card.face) ?? [],
  };
}

/* The end: an escape is told as it was made, and any other end by who Jack was. */
function over(
  game: Game,
  told: Told,
  { winner, why }: { winner: string | null; why: string },
  before: Look,
  after: Position,
): Moment {
  const identity = after.view.identity;
  const stands = after.scene.find((m) => m.layer === 'piece' && m.symbol === identity)?.place;
  const place = why === 'escape' ? told.path?.at(-1) : stands;
  const how = { token: told.token ?? '', words: told.words };
  const accused = /^!(\w+)$/.exec(how.token)?.[1];
  return {
    ...plain,
    kind: 'over',
    seq: told.seq,
    cue: { arrest: 'arrest', escape: 'escape' }[why] ?? 'over',
    title: maybe(`moment.over.${why}`, t('turn.over')),
    text:
      why === 'escape'
        ? words(game, how, before.view.active ?? '')
        : !identity
          ? result(game, winner, why)
          : why === 'wrong-accusation' && accused
            ? t('moment.wrong', { who: nameOf(game, accused), jack: nameOf(game, identity) })
            : t('moment.was', { who: nameOf(game, identity) }),
    faces: identity ? [identity] : [],
    at: place ? [place] : [],
    ms: why === 'escape' ? 3000 : 2200,
  };
}

/* The moments of one event, in their order. */
export function moments(game: Game, before: Look, told: Told, after: Position): Moment[] {
  const found: Moment[] = [];
  const gone = clearedBetween(before, after);
  const draws = told.kind === 'move' && /^alibi=/.test(told.token ?? '');
  if (draws) found.push(alibi(game, told, before, after, gone));
  const rest = gone.filter((code) => !found[0]?.cleared.includes(code));
  for (const { token } of told.told ?? []) {
    const end = /^over=(\w+):([\w-]+)$/.exec(token);
    if (token.startsWith('witness=')) found.push(witness(told.seq, token, before, after, rest));
    if (end) {
      const [, winner = '', why = ''] = end;
      found.push(over(game, told, { winner, why }, before, after));
    }
  }
  if (['resign', 'flag', 'abort', 'left'].includes(told.kind) && after.result)
    found.push(over(game, told, after.result, before, after));
  if (begins(told, before, after)) found.push(round(game, told.seq, after));
  return found;
}

/* LOOK in which these are not turned over yet. */
export function held<T extends Look>(look: T, codes: string[]): T {
  if (!codes.length) return look;
  const back = new Set(codes);
  return {
    ...look,
    view: { ...look.view, suspects: [...new Set([...look.view.suspects, ...codes])] },
    scene: look.scene.map((m) =>
      m.layer === 'piece' && back.has(m.symbol) ? { ...m, cleared: false } : m,
    ),
  };
}
