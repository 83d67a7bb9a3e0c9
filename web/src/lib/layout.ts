/* A position laid out for drawing: who and what is where, in points of the picture. */
import type { Look } from './api';
import type { Point } from './draw';
import type { Game } from './game';
import { centre, frame, type Frame } from './grid';
import type { Layer, Mark, State, Stroke } from './model';

/* How much wider than high the picture of a game is. */
export function ratioOf(game: Game, look: Look): number {
  const { width, height } = new Layout(game, look, false).picture;
  return width / height;
}

export class Layout {
  readonly points: Map<string, Point>;
  readonly marks: Map<string, Mark[]>;
  readonly state: State;
  readonly scene: Mark[];

  constructor(
    readonly game: Game,
    readonly look: Look,
    readonly turned: boolean,
  ) {
    this.state = look.view;
    this.scene = look.scene;
    this.points = new Map(game.places.map((p) => [p.name, centre(game.shape, p, turned)]));
    this.marks = new Map(game.places.map((p) => [p.name, []]));
    for (const mark of look.scene) this.marks.get(mark.place)?.push(mark);
  }

  /* The whole picture, with room for what is drawn beside the outermost places. */
  get picture(): Frame {
    const { margin, bay } = this.game.skin;
    const f = frame(this.points.values(), margin);
    return { ...f, x: this.turned ? f.x : f.x - bay, width: f.width + bay };
  }

  at(place: string): Point {
    return this.points.get(place) ?? { x: 0, y: 0 };
  }

  /* The first symbol of a layer on a place. */
  on(place: string, layer: Layer): string | undefined {
    return this.marks.get(place)?.find((m) => m.layer === layer)?.symbol;
  }

  ground(place: string): string {
    return this.on(place, 'ground') ?? '';
  }

  lit(place: string): boolean {
    return this.on(place, 'light') !== undefined;
  }

  /* The places whose ground is one of these. */
  of(...grounds: string[]): string[] {
    return this.game.places.map((p) => p.name).filter((p) => grounds.includes(this.ground(p)));
  }

  all(layer: Layer): Mark[] {
    return this.scene.filter((m) => m.layer === layer);
  }

  strokes(symbol: string): Stroke[] {
    return this.look.lines.filter((l) => l.symbol === symbol);
  }

  /* The places through which a legal token leads its piece. */
  path(token: string): string[] {
    return this.look.legal.find((l) => l.token === token)?.path ?? [];
  }

  /* Where a piece or thing with this symbol is. */
  where(symbol: string): string | undefined {
    return this.scene.find((m) => m.symbol === symbol && m.layer !== 'ground')?.place;
  }

  pieces(place: string): Mark[] {
    return (this.marks.get(place) ?? []).filter((m) => m.layer === 'piece');
  }
}
