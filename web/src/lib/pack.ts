/* Texts in addresses: packed by deflate and written in the letters of base64url, so that a whole study
 * fits behind a "#", which browsers send to nobody. */

/* The longest that every browser, messenger and mail program lets through. */
export const LONGEST = 8000;

async function through(bytes: BufferSource, stream: GenericTransformStream) {
  const out = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(out).arrayBuffer());
}

export async function pack(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const packed = await through(bytes, new CompressionStream('deflate-raw'));
  const letters = Array.from(packed, (b) => String.fromCharCode(b)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/* Throws if it is no packed text. */
export async function unpack(packed: string): Promise<string> {
  const letters = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(letters, (c) => c.charCodeAt(0));
  const plain = await through(bytes, new DecompressionStream('deflate-raw'));
  return new TextDecoder('utf-8', { fatal: true }).decode(plain);
}
