/* Takes the engine that was built for WebAssembly into the client: src/gen/engine.bin, packed, since
 * many web spaces do not pack it, and src/gen/engine.ts with its address. Where there is no compiler
 * for it, the client does without: then only a server answers. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const here = dirname(fileURLToPath(import.meta.url));
const gen = join(here, '../src/gen');
const wasm = process.env.ALIBI_WASM ?? join(here, '../../build/alibi.wasm');
const found = existsSync(wasm);

mkdirSync(gen, { recursive: true });
if (found) writeFileSync(join(gen, 'engine.bin'), gzipSync(readFileSync(wasm), { level: 9 }));
else rmSync(join(gen, 'engine.bin'), { force: true });
writeFileSync(
  join(gen, 'engine.ts'),
  `/* Made by tools/engine.mjs. */
${found ? "import address from './engine.bin?url';" : ''}
export const engine: string | undefined = ${found ? 'address' : 'undefined'};
`,
);
