/* Takes the puzzles of ../puzzles into the client: src/gen/puzzles/GAME.bin, packed, since many web
 * spaces do not pack it, and src/gen/puzzles.ts with their addresses. The text stays as it is: records,
 * which the engine reads. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const here = dirname(fileURLToPath(import.meta.url));
const source = join(here, '../../puzzles');
const gen = join(here, '../src/gen');
const folder = join(gen, 'puzzles');
const END = '.puzzles';

const games = (existsSync(source) ? readdirSync(source) : [])
  .filter((name) => name.endsWith(END))
  .map((name) => name.slice(0, -END.length))
  .sort();

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const game of games)
  writeFileSync(
    join(folder, `${game}.bin`),
    gzipSync(readFileSync(join(source, game + END)), { level: 9 }),
  );
writeFileSync(
  join(gen, 'puzzles.ts'),
  `/* Made by tools/puzzles.mjs: where the puzzles of each game are. */
${games.map((game) => `import ${game} from './puzzles/${game}.bin?url';\n`).join('')}
export const puzzleFiles: Record<string, string> = { ${games.join(', ')} };
`,
);
