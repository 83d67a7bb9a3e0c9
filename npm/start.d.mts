import type { Engine } from "./alibi.mjs";

export function start(module: WebAssembly.Module): Engine;
export function startLater(module: WebAssembly.Module): Promise<Engine>;
