/* An engine: what there is to play, and the ways to begin. */
import { Handle, list, viewerNumber } from "./bridge.mjs";
import { Game } from "./game.mjs";
import { Home, Thinker } from "./home.mjs";
import { Player } from "./player.mjs";
import { Seat } from "./seat.mjs";
import { Table } from "./table.mjs";
import { Analysis } from "./analysis.mjs";

/* "GAME option=value ..." as C reads it. */
function setup(game, options) {
  return [game, ...Object.entries(options).map((pair) => pair.join("="))].join(" ");
}

export class Engine {
  #bridge;

  constructor(bridge) {
    this.#bridge = bridge;
  }

  games() {
    const games = [];
    for (const line of this.#bridge.text("games").trimEnd().split("\n")) {
      const [kind, name, first, second] = line.split("\t");
      const { options, characters, places } = games.at(-1) ?? {};
      if (kind === "option") options.push({ name, values: first.split(","), about: second });
      else if (kind === "character") characters.push({ code: name, name: first });
      else if (kind === "place") places.push({ name, x: Number(first), y: Number(second) });
      else
        games.push({
          ...{ name, title: first, shape: second },
          ...{ options: [], characters: [], places: [] },
        });
    }
    return games;
  }

  players() {
    const lines = this.#bridge.text("players").trimEnd().split("\n");
    return lines.map((line) => line.split("\t")).map(([name, about]) => ({ name, about }));
  }

  game(name, options = {}) {
    return new Game(this.#bridge, "game_new", setup(name, options));
  }

  fromPosition(position) {
    return new Game(this.#bridge, "game_load", position);
  }

  fromRecord(record) {
    return new Game(this.#bridge, "game_replay", record);
  }

  player(name, seat, { options, ...settings } = {}) {
    const game = this.game(name, options);
    try {
      return game.player(seat, settings);
    } finally {
      game.close();
    }
  }

  playerOf(record, seat, { kind, seed = 1, memory = 32 } = {}) {
    const read = this.record(record);
    const told = read.viewer === seat ? read : this.record(this.redact(record, seat));
    const start = [this.#bridge.write(record), viewerNumber(seat), this.#kind(kind)];
    const settings = [BigInt.asUintN(64, BigInt(seed)), memory];
    const call = ["player_of_record", ...start, ...settings];
    return new Player(this.#bridge, seat, call, told.tokens);
  }

  seat(name, seat, { options } = {}) {
    const game = this.game(name, options);
    try {
      return new Seat(this.#bridge, game, seat);
    } finally {
      game.close();
    }
  }

  record(source) {
    const fields = this.#bridge.text("record_read", this.#bridge.write(source)).split("\0");
    const [text, viewer, tokens, ...comments] = fields;
    return {
      ...{ text, viewer, tags: tagsOf(text) },
      tokens: list(tokens),
      comments: comments.map((comment) => comment || null),
    };
  }

  redact(source, viewer) {
    return this.#bridge.text("record_redact", this.#bridge.write(source), viewerNumber(viewer));
  }

  verify(record) {
    return this.#bridge.checked("record_verify", this.#bridge.write(record));
  }

  isAnswer(puzzle, tokens) {
    const length = this.#bridge.write(`${tokens.join(" ")}\n${puzzle}`);
    return this.#bridge.checked("puzzle_is_answer", length) === 1;
  }

  table(id, wish, settings = {}) {
    return new Table(this.#bridge, id, wish, settings);
  }

  home(settings = {}) {
    return new Home(this.#bridge, settings);
  }

  thinker(job) {
    return new Thinker(this.#bridge, job);
  }

  analysis(record, { judge, ...settings } = {}) {
    return new Analysis(this.#bridge, record, { judge: this.#kind(judge), ...settings });
  }

  /* The number of a kind of player, the strongest unless it is named. */
  #kind(name) {
    const kinds = this.players().map((kind) => kind.name);
    return name === undefined ? kinds.length - 1 : kinds.indexOf(name);
  }

  referee(name, options = {}) {
    return new Referee(this.#bridge, setup(name, options));
  }
}

/* The tags of a record in its canonical layout, where each has a line of its own and they end
 * at an empty one. */
function tagsOf(text) {
  const lines = text.slice(0, text.indexOf("\n\n")).split("\n");
  const pairs = lines.map((line) => /^\[(\w+) "(.*)"\]$/.exec(line));
  return Object.fromEntries(
    pairs.map(([, key, value]) => [key, value.replace(/\\(.)/gu, "$1")]),
  );
}

/* The line protocol of docs/protocol.md. */
class Referee extends Handle {
  #bridge;

  constructor(bridge, setup) {
    super(bridge, "referee_free", "referee_new", bridge.write(setup));
    this.#bridge = bridge;
  }

  /* The answer to a line, null to `quit`, which closes. */
  send(line) {
    const answer = this.exchange(new TextEncoder().encode(line));
    return answer && new TextDecoder("utf-8", { ignoreBOM: true }).decode(answer);
  }

  /* The same in bytes, which need not be UTF-8. */
  exchange(line) {
    const handle = Handle.of(this);
    const length = this.#bridge.number("referee_send", handle, this.#bridge.write(line));
    if (length >= 0) return this.#bridge.bytes(length);
    this.close();
    return null;
  }
}
