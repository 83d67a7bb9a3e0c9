/* A table: the requests of docs/api.md, answered without a server. */
import { Handle } from "./bridge.mjs";

export class Table extends Handle {
  #bridge;

  constructor(bridge, id, wish, { day = "", seed = 1n, outcomes = "" }) {
    const text = [id, day, outcomes, JSON.stringify(wish)].join("\n");
    super(bridge, "table_free", "table_new", BigInt(seed), bridge.write(text));
    this.#bridge = bridge;
  }

  ask(method, path, body = "") {
    const length = this.#bridge.write(`${method} ${path}\n${body}`);
    const answer = this.#bridge.text("table_ask", Handle.of(this), length);
    const end = answer.indexOf("\n");
    return { status: Number(answer.slice(0, end)), text: answer.slice(end + 1) };
  }
}
