/* The engine for JavaScript: alibi.wasm behind a few calls, in browsers and in node.
 *
 *   const engine = await load(bytes);             // the bytes of alibi.wasm
 *   engine.games();                               // what there is to open
 *   engine.open("london", { edition: "2006" });
 *   engine.send("legal");                         // an answer as docs/protocol.md says
 *   engine.close();
 */

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/* An engine from the bytes of alibi.wasm, or from a WebAssembly.Module of them, which can be
 * loaded more than once: each engine has one game open at a time. */
export async function load(source) {
  const module =
    source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
  return new Engine((await WebAssembly.instantiate(module)).exports);
}

class Engine {
  #wasm;
  #broken = null;

  constructor(wasm) {
    this.#wasm = wasm;
    wasm._initialize();
  }

  /* The games: [{ name, title, options: [{ name, values, about }] }], a default value first. */
  games() {
    const games = [];
    for (const line of decoder.decode(this.#call("bridge_games")).trimEnd().split("\n")) {
      const [kind, name, ...rest] = line.split("\t");
      if (kind === "game") games.push({ name, title: rest[0], options: [] });
      else games.at(-1).options.push({ name, values: rest[0].split(","), about: rest[1] });
    }
    return games;
  }

  /* Opens a game in the place of the one that is open; throws if there is no such game or
   * option. */
  open(game, options = {}) {
    const words = [game, ...Object.entries(options).map(([name, value]) => `${name}=${value}`)];
    const answer = decoder.decode(this.#call("bridge_open", encoder.encode(words.join(" "))));
    if (answer !== "ok") throw new Error(answer.replace(/^error: /, ""));
  }

  /* The answer to a line, null to `quit`, which closes the game. */
  send(line) {
    const answer = this.exchange(encoder.encode(line));
    return answer && decoder.decode(answer);
  }

  /* The same in bytes, for those who must not have anything read as UTF-8. */
  exchange(line) {
    return this.#call("bridge_send", line);
  }

  close() {
    this.#run("bridge_close");
  }

  /* Calls with BYTES in the input; returns a copy of what it leaves in the output. */
  #call(name, bytes = new Uint8Array(0)) {
    const wasm = this.#wasm;
    const size = Math.min(bytes.length, wasm.bridge_input_size());
    new Uint8Array(wasm.memory.buffer, wasm.bridge_input(), size).set(bytes.subarray(0, size));
    const length = this.#run(name, size);
    return length < 0 ? null : this.#output().slice(0, length);
  }

  /* The output and the memory behind it; calls may grow the memory, so it is never kept. */
  #output() {
    return new Uint8Array(this.#wasm.memory.buffer, this.#wasm.bridge_output());
  }

  /* A trap is a bug of the engine's, after which its memory is not to be trusted. */
  #run(name, ...numbers) {
    if (this.#broken) throw this.#broken;
    try {
      return this.#wasm[name](...numbers);
    } catch (cause) {
      const output = this.#output();
      const text = decoder.decode(output.slice(0, output.indexOf(0)));
      const why = text.startsWith("assertion failed") ? text : cause.message;
      this.#broken = new Error(`the engine stopped: ${why}`, { cause });
      throw this.#broken;
    }
  }
}
