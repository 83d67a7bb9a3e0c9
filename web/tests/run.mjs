/* Every test of the client: `npm test`, or `npm test -- play` for one file. Two files run at a
 * time, each with a server and a browser of its own; they spend most of their time waiting. */
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const wanted = process.argv.slice(2);
/* The longest first, so that neither of the two has a long one left at the end. */
const long = ['axe', 'layout', 'lessons', 'moments', 'people', 'play', 'aids', 'rules'];
const rank = (file) => (long.indexOf(file.split('.')[0]) + long.length + 1) % (long.length + 1);
const files = readdirSync(here)
  .filter((file) => file.endsWith('.test.mjs'))
  .sort((a, b) => rank(a) - rank(b))
  .filter((file) => !wanted.length || wanted.some((w) => file.startsWith(w)));
if (!files.length) throw new Error(`expected names of test files, not ${wanted.join(' ')}`);
const again = [];
let failed = 0;

/* Runs a file; whether all is well. */
function run(file) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--test', join(here, file)]);
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data) => (said += data));
    child.on('close', (status) => {
      /* In short, unless something is wrong. */
      const results = said.split('\n').filter((line) => /^(not )?ok /.test(line));
      console.log(`${file}\n${status === 0 ? results.join('\n') : said}`);
      resolve(status === 0);
    });
  });
}

async function work() {
  for (let file = files.shift(); file; file = files.shift())
    if (!(await run(file))) again.push(file);
}

await Promise.all([work(), work()]);
/* What fails beside another one and not alone depends on how busy the machine is: that is a
 * fault of the test, to be mended, but none of the client. */
for (const file of again)
  if (await run(file)) console.log(`# ${file}: UNSTEADY, failed once and passed alone`);
  else failed++;
process.exit(failed ? 1 : 0);
