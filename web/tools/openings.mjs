/* Compiles the openings of ../openings, what was played in the first round of many games, for the
 * browser: src/gen/openings/GAME.json, which it loads when somebody looks at them. src/cli/explore.h
 * explains the text. */
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

/* { games, jack, turns: [{ slot, seat, options: [{ word, offered, played, won,
 *   turns: [{ played, won, tokens }] }] }] } */
export function parseOpenings(text) {
  const [head, ...lines] = text.trimEnd().split('\n');
  const [, games, jack] = /^\w+ (\d+) (\d+)$/.exec(head) ?? fail(0);
  const found = { games: Number(games), jack: Number(jack), turns: [] };
  for (const [i, line] of lines.entries()) {
    const option = /^(\d+) (jack|detective) (\w+) (\d+) (\d+) (\d+)$/.exec(line);
    const turn = /^= (\d+) (\d+) (.+)$/.exec(line);
    if (option) {
      const [slot, offered, played, won] = [1, 4, 5, 6].map((n) => Number(option[n]));
      if (found.turns.at(-1)?.slot !== slot)
        found.turns.push({ slot, seat: option[2], options: [] });
      found.turns.at(-1).options.push({ word: option[3], offered, played, won, turns: [] });
    } else if (turn && found.turns.length) {
      const [played, won] = [Number(turn[1]), Number(turn[2])];
      found.turns
        .at(-1)
        .options.at(-1)
        .turns.push({ played, won, tokens: turn[3].split(' ') });
    } else fail(i + 1);
  }
  return found;
}

function fail(line) {
  throw new Error(`openings, line ${line + 1}: expected an option or a turn`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const web = join(dirname(fileURLToPath(import.meta.url)), '..');
  const source = join(web, '../openings');
  const folder = join(web, 'src/gen/openings');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of existsSync(source) ? readdirSync(source) : [])
    if (file.endsWith('.txt'))
      writeFileSync(
        join(folder, file.replace(/txt$/, 'json')),
        JSON.stringify(parseOpenings(readFileSync(join(source, file), 'utf8'))),
      );
}
