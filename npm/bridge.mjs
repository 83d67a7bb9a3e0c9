/* alibi.wasm behind four kinds of calls. WebAssembly passes numbers only; text goes through the
 * two buffers that src/wasm/bridge.h describes, and refusals come back as exceptions. */

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

const statuses = {
  [-1]: "bad-text",
  [-2]: "bad-move",
  [-3]: "bad-position",
  [-4]: "no-memory",
};
const viewers = ["jack", "detective", "public", "truth"];

export class AlibiError extends Error {
  constructor(message, { cause, ...details }) {
    super(message, cause && { cause });
    const nothing = { rule: null, code: null, args: {}, offset: null, token: null };
    Object.assign(this, nothing, details);
  }
}
AlibiError.prototype.name = "AlibiError";

/* The words of a text that separates them by single spaces. */
export const list = (text) => (text === "" ? [] : text.split(" "));

/* The number of a viewer in C; of one that does not exist, too, which C then refuses. */
export const viewerNumber = (viewer) => viewers.indexOf(viewer);

export class Bridge {
  #wasm;
  #broken = null;
  #forgotten = new FinalizationRegistry(({ free, handle }) => this.#free(free, handle));

  constructor(wasm) {
    this.#wasm = wasm;
    wasm._initialize();
  }

  /* Puts text or bytes into the input; returns the length to call with. What is too long is cut
   * where C still sees that it is too long. */
  write(source) {
    const bytes = typeof source === "string" ? encoder.encode(source) : source;
    const length = Math.min(bytes.length, this.#wasm.bridge_input_size());
    const input = new Uint8Array(this.#wasm.memory.buffer, this.#wasm.bridge_input(), length);
    input.set(bytes.subarray(0, length));
    return length;
  }

  /* The same for a text of any length, for which bridge_NAME makes room; -1 if it does not. */
  place(text, name, handle) {
    const bytes = encoder.encode(text);
    const at = this.number(name, handle, bytes.length);
    if (!at) return -1;
    new Uint8Array(this.#wasm.memory.buffer, at, bytes.length).set(bytes);
    return bytes.length;
  }

  /* Calls bridge_NAME; returns what it returns. A trap is a bug of the engine's, after which its
   * memory cannot be trusted: every later call fails, too. */
  number(name, ...args) {
    if (this.#broken) throw this.#broken;
    try {
      return this.#wasm[`bridge_${name}`](...args);
    } catch (cause) {
      const output = this.#output();
      const text = decoder.decode(output.slice(0, output.indexOf(0)));
      const why = text.startsWith("assertion failed") ? text : cause.message;
      const message = `the engine stopped: ${why}`;
      this.#broken = new AlibiError(message, { status: "stopped", cause });
      throw this.#broken;
    }
  }

  /* The same for calls that refuse with a negative number: throws instead. */
  checked(name, ...args) {
    const number = this.number(name, ...args);
    if (number < 0) throw this.#refusal();
    return number;
  }

  /* The same for calls that answer with text, of which LENGTH bytes are in the output. */
  text(name, ...args) {
    return decoder.decode(this.bytes(this.checked(name, ...args)));
  }

  /* A text of LENGTH bytes that is somewhere else. */
  at(place, length) {
    return decoder.decode(new Uint8Array(this.#wasm.memory.buffer, place, length));
  }

  bytes(length) {
    return this.#output().slice(0, length);
  }

  /* The same for calls that return a handle. OWNER is the object that stands for it: when that
   * is forgotten, the handle is freed by the call FREE. */
  handle(owner, free, name, ...args) {
    const handle = this.number(name, ...args);
    if (!handle) throw this.#refusal();
    this.#forgotten.register(owner, { free, handle }, owner);
    return handle;
  }

  /* Frees the handle of OWNER now. */
  close(owner, free, handle) {
    this.#forgotten.unregister(owner);
    this.#free(free, handle);
  }

  #free(name, handle) {
    if (!this.#broken) this.number(name, handle);
  }

  #refusal() {
    const fields = decoder.decode(this.bytes(this.number("error"))).split("\0");
    const [numbers, message, rule, code, ...rest] = fields;
    const [status, ...where] = numbers.split(" ").map(Number);
    const [offset, token] = where.map((number) => (number < 0 ? null : number));
    const args = {};
    for (let i = 0; i < rest.length; i += 2) args[rest[i]] = rest[i + 1];
    return new AlibiError(message, {
      ...{ status: statuses[status], rule: rule || null, code: code || null },
      ...{ args, offset, token },
    });
  }

  /* The output and the memory behind it; calls may grow the memory, so it is never kept. */
  #output() {
    return new Uint8Array(this.#wasm.memory.buffer, this.#wasm.bridge_output());
  }
}

/* What Game, Player and Referee have in common: a handle, until it is closed. */
export class Handle {
  #bridge;
  #free;
  #handle;

  constructor(bridge, free, name, ...args) {
    this.#bridge = bridge;
    this.#free = free;
    this.#handle = bridge.handle(this, free, name, ...args);
  }

  /* For calls: the handle of something open. */
  static of(object) {
    if (object.#handle) return object.#handle;
    throw new AlibiError("expected something that has not been closed", { status: "closed" });
  }

  get closed() {
    return !this.#handle;
  }

  close() {
    if (this.#handle) this.#bridge.close(this, this.#free, this.#handle);
    this.#handle = 0;
  }
}
