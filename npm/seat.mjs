/* A seat of a game that is played elsewhere: told what the seat is told, it answers previews and
 * reach in the bytes of the server, from nothing else. */
import { Handle, viewerNumber } from "./bridge.mjs";

export class Seat extends Handle {
  #bridge;

  constructor(bridge, game, seat) {
    super(bridge, "seat_free", "seat_new", Handle.of(game), viewerNumber(seat));
    this.#bridge = bridge;
  }

  /* All of these tokens come, or none; then the game has had SEQ events. */
  see(seq, ...tokens) {
    const length = this.#bridge.write(tokens.join(" "));
    this.#bridge.checked("seat_see", Handle.of(this), seq, length);
    return this;
  }

  /* The answer, { status, text }; null where only the server can tell. */
  ask(method, path, body = "") {
    const length = this.#bridge.write(`${method} ${path}\n${body}`);
    const answer = this.#bridge.text("seat_ask", Handle.of(this), length);
    const end = answer.indexOf("\n");
    return end < 0
      ? null
      : { status: Number(answer.slice(0, end)), text: answer.slice(end + 1) };
  }
}
