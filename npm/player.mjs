/* A computer player: it knows what its seat was told, and thinks a little at a time. */
import { AlibiError, Handle, list } from "./bridge.mjs";

const FIRST_SLICE = 100; /* nodes: under a millisecond anywhere */
const SLICE_MS = 8; /* half a frame, so that a page stays smooth */

/* Resolves when everything else that waits in the event loop has had its turn. Timers would do,
 * but browsers make nested ones wait for milliseconds. */
function turn() {
  if (typeof setImmediate === "function")
    return new Promise((resolve) => setImmediate(resolve));
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

function deadline(ms) {
  return ms ? performance.now() + ms : Infinity;
}

export class Player extends Handle {
  #bridge;
  #told;
  #stop = null; /* ends the `think` under way by rejecting it */

  /* START: the call and its arguments; TOLD: what it then knows already. */
  constructor(bridge, seat, start, told = []) {
    super(bridge, "player_free", ...start);
    this.#bridge = bridge;
    this.#told = told;
    this.seat = seat;
  }

  /* --- Knowing --- */

  see(...tokens) {
    this.#expectIdle();
    const words = tokens.flatMap((token) => token.split(" ")).filter((word) => word);
    const length = this.#bridge.write(words.join(" "));
    this.#bridge.checked("player_see", Handle.of(this), length);
    this.#told.push(...words);
    return this;
  }

  follow(game) {
    const told = game.told(this.seat);
    if (this.#told.some((token, i) => token !== told[i]))
      throw new AlibiError("expected a game that goes on from what this player was told", {
        status: "bad-move",
      });
    return this.see(...told.slice(this.#told.length));
  }

  told() {
    return [...this.#told];
  }

  view() {
    return JSON.parse(this.#text("view"));
  }

  belief() {
    const pairs = list(this.#text("belief")).map((word) => word.split("="));
    return Object.fromEntries(pairs.map(([who, chance]) => [who, Number(chance)]));
  }

  chance(value) {
    return this.#bridge.number("player_chance", Handle.of(this), value);
  }

  /* --- Thinking, all of it --- */

  consider(...tokens) {
    this.#expectIdle();
    const length = this.#bridge.write(tokens.join(" "));
    this.#bridge.checked("player_consider", Handle.of(this), length);
    return this;
  }

  async think({ nodes = 0, ms = 0, signal } = {}) {
    signal?.throwIfAborted();
    const limits = this.begin({ nodes, ms });
    const stopped = new Promise((_, reject) => {
      this.#stop = (reason) => {
        this.#stop = null;
        reject(reason);
      };
    });
    const abort = () => this.#stop(signal.reason);
    signal?.addEventListener("abort", abort);
    try {
      await Promise.race([this.#slices(limits.ms), stopped]);
      return this.#end();
    } finally {
      this.#stop = null;
      signal?.removeEventListener("abort", abort);
    }
  }

  thinkSync({ nodes = 0, ms = 0 } = {}) {
    const end = deadline(this.begin({ nodes, ms }).ms);
    while (performance.now() < end && this.#step(FIRST_SLICE));
    return this.#end();
  }

  /* Thinks until there is nothing left to do, the time is up or it is stopped. How many nodes
   * make a slice, the slice before tells. */
  async #slices(ms) {
    const end = deadline(ms);
    const mine = this.#stop;
    let nodes = FIRST_SLICE;
    for (;;) {
      const before = performance.now();
      if (before >= end || !this.#step(nodes)) return;
      const took = Math.max(performance.now() - before, 0.1);
      nodes = Math.max(1, Math.min(2 * nodes, Math.round((nodes * SLICE_MS) / took)));
      await turn();
      if (this.#stop !== mine) return;
    }
  }

  /* --- Thinking, slice by slice --- */

  begin({ nodes = 0, ms = 0 } = {}) {
    this.#expectIdle();
    const limits = this.#text("begin", nodes, ms).split(" ").map(Number);
    return { nodes: limits[0], ms: limits[1] };
  }

  step(nodes) {
    this.#expectIdle();
    return this.#step(nodes);
  }

  end() {
    this.#expectIdle();
    return this.#end();
  }

  close() {
    this.#stop?.(new AlibiError("the player was closed", { status: "closed" }));
    super.close();
  }

  #step(nodes) {
    return this.#bridge.number("player_step", Handle.of(this), nodes) === 1;
  }

  #end() {
    return JSON.parse(this.#text("end"));
  }

  /* While `think` is at work nothing else may tell the player anything or think with it. */
  #expectIdle() {
    if (this.#stop)
      throw new AlibiError("expected a player that is not thinking", { status: "busy" });
  }

  #text(name, ...args) {
    return this.#bridge.text(`player_${name}`, Handle.of(this), ...args);
  }
}
