/* The engine for JavaScript: alibi.wasm behind a few calls, in browsers and in node.
 *
 *   const engine = await load(bytes);             // the bytes of alibi.wasm
 *   engine.games();                               // what there is to open
 *   engine.open("london", { edition: "2006" });
 *   engine.send("legal");                         // an answer as docs/protocol.md says
 *   engine.close();
 *
 * and players, who know what their seat was told and think a little at a time:
 *
 *   const player = engine.player("london", "jack", { player: "level3", memory: 32 });
 *   player.see("deal=MS", "cards=SH,JW,JS,IL");   // the seat's history, its own moves too
 *   for (let budget = player.begin(); player.step(500); )
 *     await nextFrame();                          // or stop when budget.ms have passed
 *   const { move, value, choices } = player.end();
 */

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/* An engine from the bytes of alibi.wasm, or from a WebAssembly.Module of them, which can be
 * loaded more than once: each engine has one game open at a time, and one player. */
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

  /* The kinds of players: [{ name, about }], the strongest last. */
  players() {
    const lines = decoder.decode(this.#call("bridge_players")).trimEnd().split("\n");
    return lines.map((line) => line.split("\t")).map(([name, about]) => ({ name, about }));
  }

  /* A player for a seat of a new game, in the place of the one before; throws if there can be
   * none like that. Settings are `player` (its kind; the strongest without it), `seed`, `memory`
   * in MiB (of which there are 32 without it), and the options of the game. */
  player(game, seat, settings = {}) {
    const words = Object.entries({ seat, memory: 32, ...settings }).map((pair) => pair.join("="));
    const bridge = {
      send: (line) => this.#call("bridge_player_send", encoder.encode(line)),
      run: (name, ...numbers) => this.#run(`bridge_player_${name}`, ...numbers),
      output: (length) => this.#output().slice(0, length),
    };
    bridge.send("quit");
    const player = new Player(bridge);
    player.send(["new", game, ...words].join(" "));
    return player;
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

/* A player who follows one game from one seat. */
class Player {
  #bridge;

  constructor(bridge) {
    this.#bridge = bridge;
  }

  /* The answer to a line of the player protocol, docs/protocol.md; throws if it is an error. */
  send(line) {
    return this.#checked(this.#bridge.send(line));
  }

  /* The seat is told these tokens. */
  see(...tokens) {
    this.send(["see", ...tokens].join(" "));
  }

  /* The chance of each character to be Jack, by the seat's knowledge: { MS: 0.25, ... }. */
  belief() {
    const pairs = this.send("belief").split(" ").slice(1);
    return Object.fromEntries(pairs.map((pair) => pair.split("=")).map(([who, p]) => [who, +p]));
  }

  /* Begins to think, with a number of nodes or as its kind does by itself. Returns what is to be
   * kept to, { nodes, ms }, 0 for no limit: the player stops at the nodes itself, the caller has
   * to look at the clock. */
  begin(nodes = 0) {
    const words = this.#told(this.#bridge.run("begin", nodes)).split(" ");
    return { nodes: Number(words[1]), ms: Number(words[3]) };
  }

  /* Looks at some more positions, about so many; false when there is nothing left to do. */
  step(nodes) {
    return this.#bridge.run("step", nodes) === 1;
  }

  /* Ends the thinking, whenever one likes: { move, value, nodes, choices, line }. */
  end() {
    return JSON.parse(this.#told(this.#bridge.run("end")));
  }

  #told(length) {
    return this.#checked(this.#bridge.output(length));
  }

  #checked(bytes) {
    const answer = decoder.decode(bytes);
    if (answer.startsWith("error")) throw new Error(answer.replace(/^error: /, ""));
    return answer;
  }
}
