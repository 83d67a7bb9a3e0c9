/* The sentences that the server may say to a person, found where the C code says them, for the
 * test that each of them is translated. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = join(dirname(fileURLToPath(import.meta.url)), '../../src');

/* Files whose texts are reasons, of the games that the client draws: what is against the rules,
 * and what a token, a position or a record should have been. */
const reasons =
  /^(core\/(cards|game|position|reader|token)|record\/\w+|games\/(london|newyork|pocket)\/\w+_(forbids|position|text))\.c$/;

/* Everywhere else requests are refused with a code and a sentence. These codes only a client with
 * a mistake in it can meet, and it tells them in a sentence of its own. */
const refusal = /\brequest_(?:fail|illegal)\(((?:"(?:[^"\\]|\\.)*"|[^";])*)\);/g;
const mistake = /"(bad-request|method|content-type|too-large|key-reused)"/;

/* The string literals of some code, those that follow each other joined. */
function literals(code) {
  const one = /"((?:[^"\\\n]|\\.)*)"/g;
  return [...code.matchAll(/"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*/g)].map(([all]) =>
    [...all.matchAll(one)].map(([quoted]) => JSON.parse(quoted)).join(''),
  );
}

/* Whether it is words, two in a row at least, and no part of the notation. */
function isProse(text) {
  return /^(an?|the) [a-z]|^['"]?[A-Za-z%][^=]*[a-z%]{2,}[:,;]? [a-z'%]/.test(text);
}

/* As texts in po/ write it: without the rule's id, with %s for what is filled in. */
function plain(format) {
  return format
    .replace(/^(%s|[LNPZ]-[\d.]+): /, '')
    .replace(/([a-z])%s$/, '$1')
    .replace(/(one of|:) ?$/, '$1 %s')
    .replace(/%z?[du]/g, '%s');
}

export function messages() {
  const found = new Map();
  for (const file of readdirSync(source, { recursive: true }).sort()) {
    if (!file.endsWith('.c')) continue;
    const code = readFileSync(join(source, file), 'utf8')
      .replace(/\/\*.*?\*\//gs, '')
      .replace(/^#.*$/gm, '');
    /* Notes and moves in words are not shown: the client has its own. */
    const spoken = file.endsWith('_forbids.c')
      ? code
      : code.replace(/\balibi_(text|note)_\w+\([^;]*\);/g, '');
    const texts = reasons.test(file) ? literals(spoken).filter(isProse) : [];
    for (const [, args] of file.startsWith('server/') ? code.matchAll(refusal) : [])
      if (!mistake.test(args)) texts.push(...literals(args).filter((t) => t.includes(' ')));
    for (const text of texts) found.set(plain(text), file);
  }
  return found;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [text, file] of messages()) console.log(`${file}: ${text}`);
