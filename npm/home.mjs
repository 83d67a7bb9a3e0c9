/* A home for games without a server, and who thinks for it: src/home/home.h has the texts that go
 * in and come out. */
import { Handle } from "./bridge.mjs";

const hex = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");

export class Home extends Handle {
  #bridge;

  /* SEED: 32 bytes, random ones unless for tests. MS: the time for a decision. */
  constructor(bridge, { seed, ms = 1000, outcomes = "" }) {
    const bytes = seed ?? crypto.getRandomValues(new Uint8Array(32));
    const text = hex(bytes) + (outcomes && `\n${outcomes}`);
    super(bridge, "home_free", "home_new", ms, bridge.write(text));
    this.#bridge = bridge;
  }

  /* Whether that could be told: a line, and what belongs to it. */
  tell(line, text) {
    const whole = text === undefined ? line : `${line}\n${text}`;
    const handle = Handle.of(this);
    const length = this.#bridge.place(whole, "home_room", handle);
    return length >= 0 && this.#bridge.number("home_tell", handle, length) === 1;
  }

  /* Everything it has to say now, as pairs of a line and what belongs to it. */
  *hear() {
    for (;;) {
      const length = this.#bridge.number("home_hear", Handle.of(this));
      if (!length) return;
      const said = this.#bridge.at(this.#bridge.number("home_said", Handle.of(this)), length);
      const end = said.indexOf("\n");
      yield [said.slice(0, end), said.slice(end + 1)];
    }
  }
}

const SLICE_MS = 8; /* between two looks at the clock, about */

export class Thinker extends Handle {
  #bridge;

  constructor(bridge, job) {
    super(bridge, "thinker_free", "thinker_new", bridge.write(job));
    this.#bridge = bridge;
  }

  #call(name, ...args) {
    return this.#bridge.number(`thinker_${name}`, Handle.of(this), ...args);
  }

  /* Thinks to the end, and returns the answer and after how many milliseconds from now on it
   * may be told: that depends on the level and on the number of tokens, and on nothing that only
   * the seat knows. */
  think() {
    const begun = performance.now();
    const quarter = this.#call("quarter");
    let nodes = 256;
    do {
      const end = performance.now() + quarter * this.#call("share");
      for (let now = performance.now(); this.#call("step", nodes) && now < end; ) {
        const took = Math.max(performance.now() - now, 0.1);
        nodes = Math.max(64, Math.min(2 * nodes, (nodes * SLICE_MS) / took));
        now = performance.now();
      }
    } while (this.#call("decide"));
    const answer = this.#bridge.text("thinker_answer", Handle.of(this));
    const took = performance.now() - begun;
    const quarters = Math.max(this.#call("quarters"), Math.ceil(took / quarter));
    return { answer, wait: Math.max(0, quarter * quarters - took) };
  }
}
