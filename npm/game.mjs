/* A game in play: the whole truth, and what each viewer may know of it. */
import { AlibiError, Handle, list, viewerNumber } from "./bridge.mjs";
import { Player } from "./player.mjs";

export class Game extends Handle {
  #bridge;

  constructor(bridge, begin, text) {
    super(bridge, "game_free", begin, bridge.write(text));
    this.#bridge = bridge;
  }

  get name() {
    return this.position().split(" ", 1)[0];
  }

  /* --- Looking --- */

  state() {
    return this.view("truth");
  }

  view(viewer) {
    return JSON.parse(this.#text("json", viewerNumber(viewer)));
  }

  legal(viewer = "truth") {
    return list(this.#text("legal", viewerNumber(viewer)));
  }

  position() {
    return this.#text("position");
  }

  perft(depth) {
    return BigInt(this.#text("perft", depth));
  }

  told(viewer) {
    return list(this.#text("told", viewerNumber(viewer)));
  }

  record(viewer = "truth", tags = {}) {
    const pairs = Object.entries(tags).flat();
    const bad = pairs.find((text) => text.includes("\0"));
    if (bad !== undefined)
      throw new AlibiError("expected tags without NUL", { status: "bad-text" });
    const length = this.#bridge.write(pairs.map((text) => `${text}\0`).join(""));
    return this.#text("record", viewerNumber(viewer), length);
  }

  /* --- Playing --- */

  play(...tokens) {
    const length = this.#bridge.write(tokens.join(" "));
    this.#bridge.checked("game_play", Handle.of(this), length);
    return this;
  }

  undo(moves = 1) {
    this.#bridge.checked("game_undo", Handle.of(this), moves);
    return this;
  }

  roll(random = Math.random) {
    const rolled = [];
    while (this.state().to_act === "chance") {
      const outcomes = this.legal();
      rolled.push(outcomes[Math.floor(random() * outcomes.length)]);
      this.play(rolled.at(-1));
    }
    return rolled;
  }

  player(seat, { kind = "", seed = 1, memory = 32 } = {}) {
    const settings = [viewerNumber(seat), BigInt.asUintN(64, BigInt(seed)), memory];
    const start = ["player_new", Handle.of(this), ...settings, this.#bridge.write(kind)];
    return new Player(this.#bridge, seat, start).follow(this);
  }

  #text(name, ...args) {
    return this.#bridge.text(`game_${name}`, Handle.of(this), ...args);
  }
}
