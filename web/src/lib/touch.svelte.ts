/* Fingers on the board: two of them pinch and drag it, a double tap makes it large and small
 * again, and one that slides over the whole board aims: a magnified piece of the board shows what
 * it would choose, and lifting it chooses that. A tap chooses the nearest target, so that a
 * target is as large as a fingertip even where its picture is not. */
import { MediaQuery } from 'svelte/reactivity';
import type { Point } from './draw';

export interface Box extends Point {
  width: number;
  height: number;
}

/* Whether people point with their fingers here. */
export const byFinger = new MediaQuery('(pointer: coarse)');

/* In pixels of the screen. */
export const FINGER = 44;
const SLOP = 10; /* a tap that trembles is still a tap */
const TWICE = 320; /* milliseconds between the two taps of a double tap */
const LINGER = 900; /* milliseconds for which the magnified piece stays after a tap */
const MOST = 6; /* how much larger it gets, at most */

export interface Chart {
  /* the whole picture, and the distance of two neighbours in it */
  whole(): Box;
  pitch(): number;
  /* what can be chosen, and where it lies */
  targets(): (Point & { id: string })[];
  pick(id: string): void;
  /* takes back what the first tap of a double tap chose */
  undo(): void;
  /* something was tapped where nothing can be chosen */
  miss(id: string): void;
}

export class Touch {
  scale = $state(1);
  #centre: Point = $state({ x: 0, y: 0 });
  /* what the magnified piece shows, and what would be chosen there */
  aim: (Point & { id?: string | undefined }) | undefined = $state();

  #fingers = new Map<number, Point>(); /* where they are on the screen */
  #from: Point = { x: 0, y: 0 };
  #did: 'tap' | 'aim' | 'drag' = 'tap';
  #last = { at: 0, x: 0, y: 0, chose: false };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #missed: ReturnType<typeof setTimeout> | undefined;
  #svg: SVGSVGElement | undefined;

  constructor(private chart: Chart) {}

  /* The part of the picture that is shown. */
  readonly box: Box = $derived.by(() => {
    const all = this.chart.whole();
    const width = all.width / this.scale;
    const height = all.height / this.scale;
    const inside = (at: number, from: number, room: number, size: number) =>
      Math.min(Math.max(at - size / 2, from), from + room - size);
    return {
      x: inside(this.#centre.x, all.x, all.width, width),
      y: inside(this.#centre.y, all.y, all.height, height),
      width,
      height,
    };
  });

  /* Pixels of the screen for one point of the picture. */
  #pixels(): number {
    return this.#svg?.getScreenCTM()?.a ?? 1;
  }

  /* How wide a fingertip is on the picture, and whether two neighbours lie under one. */
  finger(): number {
    return FINGER / this.#pixels();
  }
  tight(): boolean {
    return this.chart.pitch() < this.finger();
  }

  #place(p: Point): Point {
    const matrix = this.#svg?.getScreenCTM()?.inverse();
    return matrix ? new DOMPoint(p.x, p.y).matrixTransform(matrix) : p;
  }

  /* Shows the picture so much larger, with what lies AT this point of it staying where it is. */
  zoom(scale: number, at?: Point) {
    const { x, y, width, height } = this.box;
    const to = Math.min(Math.max(scale, 1), MOST);
    const still = at ?? { x: x + width / 2, y: y + height / 2 };
    const k = this.scale / to;
    this.#centre = {
      x: still.x + (x + width / 2 - still.x) * k,
      y: still.y + (y + height / 2 - still.y) * k,
    };
    this.scale = to;
  }

  /* So large that a target is as large as a fingertip; or the whole again. */
  toggle(at?: Point) {
    const fits = (1.05 * FINGER) / (this.chart.pitch() * this.#pixels());
    this.zoom(this.scale > 1 ? 1 : Math.max(2, fits), at);
  }

  whole() {
    this.zoom(1);
  }

  /* Brings a point of the picture into sight. */
  reveal(p: Point) {
    const { x, y, width, height } = this.box;
    const edge = this.chart.pitch() / 2;
    const seen =
      p.x > x + edge && p.x < x + width - edge && p.y > y + edge && p.y < y + height - edge;
    if (!seen) this.#centre = { x: p.x, y: p.y };
  }

  /* The target nearest to a point of the picture, within a fingertip of it. */
  nearest(p: Point): (Point & { id: string }) | undefined {
    let least = this.finger();
    let found;
    for (const target of this.chart.targets()) {
      const far = Math.hypot(target.x - p.x, target.y - p.y);
      if (far < least) {
        least = far;
        found = target;
      }
    }
    return found;
  }

  /* A click by a finger on the board, which may have met something else by a hair's breadth.
   * True if all that belongs to it has been done. */
  tapped(event: MouseEvent): boolean {
    if ((event as PointerEvent).pointerType !== 'touch') return false;
    if (this.#did !== 'tap') return true;
    const at = { x: event.clientX, y: event.clientY };
    const twice =
      event.timeStamp - this.#last.at < TWICE &&
      Math.hypot(at.x - this.#last.x, at.y - this.#last.y) < FINGER / 2;
    clearTimeout(this.#missed);
    if (twice) {
      if (this.#last.chose) this.chart.undo();
      this.#last.at = 0;
      this.#stop();
      this.toggle(this.#place(at));
      return true;
    }
    const to = this.nearest(this.#place(at));
    this.#last = { at: event.timeStamp, ...at, chose: !!to };
    if (to) {
      this.#show(to, to.id);
      this.chart.pick(to.id);
      return true;
    }
    /* Why not is said when it is clear that no second tap follows. */
    const id = (event.target as Element).closest<SVGElement>('[data-id]')?.dataset['id'];
    if (id) this.#missed = setTimeout(() => this.chart.miss(id), TWICE);
    return true;
  }

  #show(at: Point, id: string | undefined) {
    clearTimeout(this.#timer);
    this.aim = this.tight() ? { ...at, id } : undefined;
    this.#timer = setTimeout(() => this.#stop(), LINGER);
  }

  #stop() {
    clearTimeout(this.#timer);
    this.aim = undefined;
  }

  #down = (event: PointerEvent) => {
    if (event.pointerType !== 'touch') return;
    if (event.isPrimary) this.#fingers.clear();
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.#from = { x: event.clientX, y: event.clientY };
    this.#did = this.#fingers.size > 1 ? 'drag' : 'tap';
    if (this.#fingers.size > 1) this.#stop();
  };

  #move = (event: PointerEvent) => {
    const before = this.#fingers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const others = [...this.#fingers].filter(([id]) => id !== event.pointerId);
    const other = others[0]?.[1];
    if (other) this.#pinch(before, now, other);
    else this.#slide(before, now);
    this.#fingers.set(event.pointerId, now);
  };

  #pinch(before: Point, now: Point, other: Point) {
    const far = (p: Point) => Math.max(Math.hypot(p.x - other.x, p.y - other.y), 1);
    const middle = (p: Point) => ({ x: (p.x + other.x) / 2, y: (p.y + other.y) / 2 });
    this.zoom((this.scale * far(now)) / far(before), this.#place(middle(before)));
    this.#drag(middle(before), middle(now));
  }

  #slide(before: Point, now: Point) {
    const far = Math.hypot(now.x - this.#from.x, now.y - this.#from.y);
    if (this.#did === 'tap' && far < SLOP) return;
    if (this.#did === 'tap') this.#did = this.scale > 1 ? 'drag' : 'aim';
    if (this.#did === 'drag') {
      this.#drag(before, now);
      return;
    }
    const at = this.#place(now);
    const to = this.nearest(at);
    clearTimeout(this.#timer);
    this.aim = to ?? at;
  }

  #drag(before: Point, now: Point) {
    const { x, y, width, height } = this.box;
    const k = this.#pixels();
    this.#centre = {
      x: x + width / 2 - (now.x - before.x) / k,
      y: y + height / 2 - (now.y - before.y) / k,
    };
  }

  #up = (event: PointerEvent) => {
    if (!this.#fingers.delete(event.pointerId)) return;
    if (this.#did !== 'aim') return;
    const id = event.type === 'pointerup' ? this.aim?.id : undefined;
    this.#stop();
    if (id) this.chart.pick(id);
  };

  /* A pinch on a touchpad comes as the wheel with Ctrl. */
  #wheel = (event: WheelEvent) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const at = this.#place({ x: event.clientX, y: event.clientY });
    this.zoom(this.scale * Math.exp(-event.deltaY / 200), at);
  };

  /* Follows the fingers on this picture. */
  follow = (svg: SVGSVGElement) => {
    this.#svg = svg;
    svg.addEventListener('pointerdown', this.#down);
    svg.addEventListener('wheel', this.#wheel, { passive: false });
    addEventListener('pointermove', this.#move);
    addEventListener('pointerup', this.#up);
    addEventListener('pointercancel', this.#up);
    return {
      destroy: () => {
        this.#stop();
        clearTimeout(this.#missed);
        removeEventListener('pointermove', this.#move);
        removeEventListener('pointerup', this.#up);
        removeEventListener('pointercancel', this.#up);
      },
    };
  };
}
