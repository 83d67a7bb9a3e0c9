/* The entry of the package in node: the same, and alibi.wasm may be a file. */
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import * as web from "./alibi.mjs";

export { AlibiError } from "./alibi.mjs";

const beside = new URL("./alibi.wasm", import.meta.url);

/* A string is a URL if it begins like one, and the path of a file if not; one letter before the
 * colon is a drive. */
function located(source) {
  if (typeof source !== "string") return source;
  return /^[a-z][a-z0-9+.-]+:/i.test(source) ? new URL(source) : pathToFileURL(source);
}

const isFile = (source) => source instanceof URL && source.protocol === "file:";

export async function load(source = beside) {
  const place = located(source);
  return web.load(isFile(place) ? await readFile(place) : place);
}

export function loadSync(source = beside) {
  const place = located(source);
  return web.loadSync(isFile(place) ? readFileSync(place) : place);
}
