/* The entry of the package in browsers and workers; node.mjs is that in node.
 *
 *   import { load } from "alibi-engine";
 *   const engine = await load();
 *   const game = engine.game("london");
 */
import { AlibiError } from "./bridge.mjs";
import { start, startLater } from "./start.mjs";

export { AlibiError };

/* Beside this file, in a form that bundlers recognise. */
const beside = new URL("./alibi.wasm", import.meta.url);

async function fetched(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}

export async function load(source = beside) {
  if (typeof source === "string" || source instanceof URL) source = await fetched(source);
  return startLater(
    source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source),
  );
}

export function loadSync(source) {
  return start(source instanceof WebAssembly.Module ? source : new WebAssembly.Module(source));
}
