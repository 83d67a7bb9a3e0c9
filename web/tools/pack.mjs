/* Packs what was built: beside each file of dist/ that gets smaller, FILE.br and FILE.gz, which
 * the server sends to browsers that can unpack them. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const dist = join(dirname(fileURLToPath(import.meta.url)), '../dist');
const packers = {
  br: (data) =>
    brotliCompressSync(data, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
      },
    }),
  gz: (data) => gzipSync(data, { level: 9 }),
};

for (const name of readdirSync(dist, { recursive: true })) {
  const path = join(dist, name);
  if (!statSync(path).isFile() || !/\.(html|js|css|json|svg|txt|wasm)$/.test(name)) continue;
  const data = readFileSync(path);
  for (const [end, pack] of Object.entries(packers)) {
    const packed = pack(data);
    if (packed.length < 0.9 * data.length) writeFileSync(`${path}.${end}`, packed);
  }
}
