/* Scenes as the server sends them. What never changes, the ground, is in the catalogue; a state
 * lists what is on it, an event or a preview the places that look different by it. Here they become
 * whole scenes again, always in the same order: by layer, then by place, pieces by their names. */
import type { GameData, Layer, Mark, State, Stroke } from './model';
import type { Insight, Look, Path, Witnesses } from './api';

/* What is on a place beside its usual ground. */
export type Marks = Record<string, Omit<Mark, 'place'>[]>;

/* What is different: members of the view, places, and the rest if it has changed. */
export interface Change {
  view: Partial<State>;
  scene: Marks;
  lines?: Stroke[];
  witnesses?: Witnesses;
  insight?: Insight;
  notes?: string[];
  legal?: Path[];
}

/* A whole position as it is sent. */
export type Sent<T extends Look> = Omit<T, 'scene'> & { scene: Marks };

const layers: Layer[] = ['ground', 'light', 'wall', 'thing', 'piece'];

function usualGround(
  game: GameData,
  options: Record<string, string> = {},
): Map<string, string> {
  const ground = new Map(game.places.map((p) => [p.name, p.ground]));
  const other = game.grounds.find((g) =>
    Object.entries(g.options).every(([name, value]) => options[name] === value),
  );
  for (const [place, symbol] of Object.entries(other?.ground ?? {})) ground.set(place, symbol);
  return ground;
}

/* BEFORE with other marks on the places of MARKS. */
function replaced(game: GameData, view: State, before: Mark[], marks: Marks): Mark[] {
  const ground = usualGround(game, view.options);
  const rank = new Map(game.places.map((p, i) => [p.name, i]));
  const found = before.filter((m) => !(m.place in marks));
  for (const [place, list] of Object.entries(marks)) {
    const usual = ground.get(place);
    if (usual && !list.some((m) => m.layer === 'ground'))
      found.push({ place, layer: 'ground', symbol: usual });
    found.push(...list.map((m) => ({ place, ...m })));
  }
  const order = (a: Mark, b: Mark) =>
    layers.indexOf(a.layer) - layers.indexOf(b.layer) ||
    (a.layer === 'piece' ? Number(a.symbol > b.symbol) - Number(a.symbol < b.symbol) : 0) ||
    rank.get(a.place)! - rank.get(b.place)!;
  return found.sort(order);
}

/* A position that was sent whole, ready to be drawn. */
export function whole<T extends Look>(game: GameData, sent: Sent<T>): T {
  const bare = Object.fromEntries(game.places.map((p) => [p.name, []]));
  const scene = replaced(game, sent.view, [], { ...bare, ...sent.scene });
  return { ...sent, scene } as unknown as T;
}

/* LOOK in which the piece being played has gone along PATH. The server plays an accusation or an
 * escape out only once it is confirmed; a preview shows where it leads. */
export function walked<T extends Look>(look: T, path: string[] | undefined): T {
  const from = path?.[0],
    to = path?.at(-1);
  if (!to || from === to) return look;
  return {
    ...look,
    scene: look.scene.map((m) =>
      m.layer === 'piece' && m.active && m.place === from ? { ...m, place: to } : m,
    ),
  };
}

/* The position that BEFORE becomes. */
export function changed(game: GameData, before: Look, change: Change): Look {
  const view = { ...before.view, ...change.view } as State;
  return {
    view,
    scene: replaced(game, view, before.scene, change.scene),
    lines: change.lines ?? before.lines,
    witnesses: change.witnesses ?? before.witnesses,
    insight: change.insight ?? before.insight,
    notes: change.notes ?? before.notes,
    legal: change.legal ?? [],
  };
}
