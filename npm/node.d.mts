/* In node a source may also be a file: a file: URL or a path. */
import type { Engine, Source } from "./alibi.mjs";

export * from "./alibi.mjs";

/** Loads an engine. Without a source it is the alibi.wasm of this package. */
export function load(source?: Source): Promise<Engine>;

/** The same at once. */
export function loadSync(source?: Source): Engine;
