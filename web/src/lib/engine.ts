/* The engine, for the workers that run it. */
import { engine } from '../gen/engine';

/* A module with one of the vector instructions that the engine uses, i8x16.splat. */
const splat = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253,
  15, 11,
];

/* What this browser lacks to run the engine, by the names that those who make browsers use. */
export const engineLacks: string[] = [
  ...(typeof WebAssembly === 'object' && WebAssembly.validate(new Uint8Array(splat))
    ? []
    : ['WebAssembly SIMD']),
  ...(typeof DecompressionStream === 'function' ? [] : ['DecompressionStream']),
];

/* Whether this build of the client has the engine, and this browser can run it. */
export const hasEngine = !!engine && !engineLacks.length;

/* It is sent packed by gzip, and some hosts unpack what they see is packed. */
async function unpack(bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes.buffer;
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(plain).arrayBuffer();
}

/* A packed file of the client. */
export async function fetchPacked(address: string): Promise<ArrayBuffer> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} is not there: ${answer.status}`);
  return unpack(new Uint8Array(await answer.arrayBuffer()));
}

/* Compiled; a worker makes an instance of it. */
export async function compileEngine(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await fetchPacked(engine!));
}
