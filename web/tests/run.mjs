/* Every test of the client, one file after the other: `npm test`, or `npm test -- play`. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const wanted = process.argv.slice(2);
let failed = 0;
for (const file of readdirSync(here).sort()) {
  if (!file.endsWith('.test.mjs')) continue;
  if (wanted.length && !wanted.some((w) => file.startsWith(w))) continue;
  const { status } = spawnSync(process.execPath, ['--test', join(here, file)], {
    stdio: 'inherit',
  });
  if (status !== 0) failed++;
}
process.exit(failed ? 1 : 0);
