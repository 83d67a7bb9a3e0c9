/* An analysis of a record: one decision after the other, a little at a time. */
import { Handle, viewerNumber } from "./bridge.mjs";

export class Analysis extends Handle {
  #bridge;

  constructor(bridge, record, settings) {
    const { viewer = "truth", judge, nodes = 0, ms = 0, seed = 1, memory = 32 } = settings;
    const length = bridge.write(record);
    const thinker = [judge, nodes, ms, BigInt.asUintN(64, BigInt(seed)), memory];
    const { gave = false, from = 0, until = 0 } = settings;
    const wanted = [gave ? 1 : 0, from, until];
    super(bridge, "analysis_free", "analysis_new", length, viewerNumber(viewer), ...thinker, ...wanted);
    this.#bridge = bridge;
  }

  step(nodes) {
    return this.#bridge.checked("analysis_step", Handle.of(this), nodes) === 1;
  }

  cut() {
    this.#bridge.number("analysis_cut", Handle.of(this));
  }

  progress() {
    const [done, total, thinking, ms] = this.#text("progress").split(" ").map(Number);
    return { done, total, thinking: thinking === 1, ms };
  }

  decision(i) {
    return JSON.parse(this.#text("decision", i));
  }

  json() {
    return this.#text("json");
  }

  result() {
    return JSON.parse(this.json());
  }

  #text(name, ...args) {
    return this.#bridge.text(`analysis_${name}`, Handle.of(this), ...args);
  }
}
