/* An engine from a compiled module, wherever that comes from. */
import { Bridge } from "./bridge.mjs";
import { Engine } from "./engine.mjs";

export const start = (module) =>
  new Engine(new Bridge(new WebAssembly.Instance(module).exports));

export const startLater = async (module) =>
  new Engine(new Bridge((await WebAssembly.instantiate(module)).exports));
