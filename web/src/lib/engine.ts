/* The engine, for the workers that run it. */
import { engine } from '../gen/engine';

/* Whether this build of the client has it, and this browser can run it: the vector instructions that
 * it uses are the newest thing. */
export const hasEngine =
  !!engine &&
  typeof WebAssembly === 'object' &&
  typeof DecompressionStream === 'function' &&
  /* the smallest module with one of them, i8x16.splat */
  WebAssembly.validate(
    new Uint8Array([
      0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0,
      253, 15, 11,
    ]),
  );

/* It is sent packed by gzip, and some hosts unpack what they see is packed. */
async function unpack(bytes: Uint8Array<ArrayBuffer>): Promise<BufferSource> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(plain).arrayBuffer();
}

/* Compiled; a worker makes an instance of it. */
export async function compileEngine(): Promise<WebAssembly.Module> {
  const answer = await fetch(engine!);
  if (!answer.ok) throw new Error(`the engine is not there: ${answer.status}`);
  return WebAssembly.compile(await unpack(new Uint8Array(await answer.arrayBuffer())));
}
