/* What the others have done since this viewer acted: who went where, what lies elsewhere, and the
 * same in words. It is made from the viewer's own history and two positions as this viewer saw
 * them, so it knows no game and no secret; after a reload it is the same again. */
import type { Happening, Look } from './api';
import type { Game } from './game';
import type { Mark, Seat, Viewer } from './model';
import { verb } from './steps';
import { words } from './words';

/* The way of a piece: `path` are the places of the walk, or only where it was and is. */
export interface Trail {
  symbol: string;
  from: string;
  path: string[];
}

/* A place on which something lay, or now lies, that was moved, laid or taken away. */
export interface Scar {
  place: string;
  is: 'new' | 'gone';
}

/* Something that was done: by whom, with whose faces, in words. */
export interface Deed {
  seq: number;
  by: Seat | 'told';
  faces: string[];
  words: string;
}

export interface Trace {
  /* the numbers of events between which it lies */
  from: number;
  to: number;
  trails: Trail[];
  scars: Scar[];
  deeds: Deed[];
}

const isSeat = (by: string | undefined): by is Seat => by === 'jack' || by === 'detective';

/* The events that leave a trace: for a player all since the last own one, for others the last
 * player's; the number of the event before them, or undefined if nobody has done anything. */
export function since(history: Happening[], viewer: Viewer): number | undefined {
  const moves = history.filter((h) => h.kind === 'move');
  const last = moves.filter((h) => isSeat(h.by)).at(-1);
  if (!last) return undefined;
  if (isSeat(viewer)) {
    if (last.by === viewer) return undefined;
    const own = moves.filter((h) => h.by === viewer).at(-1);
    const first = moves.find((h) => isSeat(h.by) && h.seq > (own?.seq ?? 0))!;
    return first.seq - 1;
  }
  const other = moves.filter((h) => isSeat(h.by) && h.by !== last.by).at(-1);
  return moves.find((h) => h.by === last.by && h.seq > (other?.seq ?? 0))!.seq - 1;
}

/* Pieces by name; several with the same one are told apart by their order. */
function pieces(look: Look): Map<string, Mark> {
  const found = new Map<string, Mark>();
  for (const m of look.scene.filter((m) => m.layer === 'piece')) {
    let n = 0;
    while (found.has(`${m.symbol} ${n}`)) n++;
    found.set(`${m.symbol} ${n}`, m);
  }
  return found;
}

/* The walks from place to place, one after the other, that lead from here to there. */
function walk(events: Happening[], from: string, to: string): string[] {
  const way = [from];
  for (const { path = [] } of events) if (path[0] === way.at(-1)) way.push(...path.slice(1));
  return way.at(-1) === to ? way : [from, to];
}

function trails(events: Happening[], before: Look, after: Look): Trail[] {
  const now = pieces(after);
  return [...pieces(before)].flatMap(([id, { symbol, place }]) => {
    const to = now.get(id)?.place;
    return to && to !== place ? [{ symbol, from: place, path: walk(events, place, to) }] : [];
  });
}

/* What lies on the ground, apart from light, which follows from the rest. */
const lying = (look: Look) =>
  new Set(
    look.scene
      .filter((m) => m.layer === 'thing' || m.layer === 'wall' || m.layer === 'ground')
      .map((m) => `${m.place} ${m.layer} ${m.symbol}`),
  );

function scars(before: Look, after: Look): Scar[] {
  const was = lying(before),
    now = lying(after);
  const places = (from: Set<string>, without: Set<string>) =>
    new Set([...from].filter((x) => !without.has(x)).map((x) => x.split(' ')[0]!));
  const fresh = places(now, was);
  /* Something that was turned on its place is new there, and not gone. */
  const gone = [...places(was, now)].filter((place) => !fresh.has(place));
  return [
    ...[...fresh].map((place) => ({ place, is: 'new' as const })),
    ...gone.map((place) => ({ place, is: 'gone' as const })),
  ];
}

/* Whose faces belong to a token: who is played, and whom it names; else the piece that it leads
 * along its path. */
function faces(game: Game, h: Happening, active: string, moved: Trail[]): string[] {
  const known = new Set(game.characters.map((c) => c.code));
  const named = (h.token ?? '').split(/[^A-Za-z]+/).filter((word) => known.has(word));
  const found = [...new Set([...(active ? [active] : []), ...named])];
  if (found.length || !h.path) return found;
  const walker = moved.find((t) => h.path!.includes(t.path.at(-1)!) || t.from === h.path![0]);
  return walker ? [walker.symbol] : [];
}

/* A card that chance deals to a seat is part of that seat's turn. */
const draws = (h: Happening) => h.by === 'chance' && /^alibi=/.test(h.token ?? '');

/* That somebody is played is said by what this one then does. */
function deeds(game: Game, events: Happening[], moved: Trail[]): Deed[] {
  const found: Deed[] = [];
  let active = '',
    actor: Seat | undefined;
  const moves = events.filter((h) => h.kind === 'move');
  for (const [i, h] of moves.entries()) {
    if (isSeat(h.by)) actor = h.by;
    if (actor && draws(h))
      found.push({
        seq: h.seq,
        by: actor,
        faces: faces(game, h, active, moved),
        words: words(game, { token: h.token!, words: h.words }, active),
      });
    if (isSeat(h.by) && h.token) {
      const picks = verb(h.token) === 'pick';
      if (picks) active = h.token;
      const goesOn = moves[i + 1]?.by === h.by && verb(moves[i + 1]?.token ?? '') !== 'pick';
      if (!picks || !goesOn)
        found.push({
          seq: h.seq,
          by: h.by,
          faces: faces(game, h, active, moved),
          words: words(game, { token: h.token, words: h.words }, active),
        });
    }
    for (const told of h.told ?? [])
      if (/^(witness|over)=/.test(told.token))
        found.push({ seq: h.seq, by: 'told', faces: [], words: words(game, told, active) });
  }
  return found;
}

/* What was done in event number AT, in a line; a deal as well. */
export function deedsAt(game: Game, history: Happening[], at: number): Deed[] {
  const found = deeds(
    game,
    history.filter((h) => h.seq <= at),
    [],
  ).filter((d) => d.seq === at);
  const told = history.find((h) => h.seq === at);
  if (found.length || !told?.token) return found;
  const said = words(game, { token: told.token, words: told.words }, '');
  return [{ seq: at, by: 'told', faces: [], words: said }];
}

/* What this viewer was told by its own turns since the others acted: a card, the witnesses' answer. */
export function answers(game: Game, history: Happening[], viewer: Viewer): Deed[] {
  const others = history.filter((h) => isSeat(h.by) && h.by !== viewer);
  const last = others.at(-1)?.seq ?? 0;
  /* What came of their turn comes after it, too, and before one's own. */
  const own = history.find((h) => h.by === viewer && h.seq > last);
  const from = isSeat(viewer) ? (own?.seq ?? Infinity) - 1 : last;
  const drawn = new Set(history.filter(draws).map((h) => h.seq));
  return deeds(game, history, []).filter(
    (d) => d.seq > from && (d.by === 'told' || drawn.has(d.seq)),
  );
}

/* The trace of the events after number FROM, between two positions. */
export function trace(
  game: Game,
  history: Happening[],
  from: number,
  before: Look,
  after: Look,
): Trace {
  const events = history.filter((h) => h.seq > from);
  const moved = trails(events, before, after);
  return {
    from,
    to: events.at(-1)?.seq ?? from,
    trails: moved,
    scars: scars(before, after),
    deeds: deeds(game, events, moved),
  };
}
