/* Compiles po/*.po, the one source of all texts, into src/gen/texts.ts.
 *
 * A msgid is a key ("log.title"); "{name}" in a text is filled in. "refusal.CODE" is why the server
 * refuses something; `alibi messages` lists the codes. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/* The entries of a .po file: [{ context, id, text: [singular, plural...] }]. */
export function parse(po) {
  const entries = [];
  let entry, field;
  for (const [i, line] of po.split('\n').entries()) {
    const [, word, index, quoted] =
      /^(?:(msgctxt|msgid_plural|msgid|msgstr)(?:\[(\d)\])? )?(".*")\s*$/.exec(line) ?? [];
    if (quoted === undefined) {
      if (line.trim() && !line.startsWith('#'))
        throw new Error(`line ${i + 1}: expected an entry`);
      continue;
    }
    const text = JSON.parse(quoted);
    if (word === 'msgctxt' || (word === 'msgid' && field !== 'msgctxt')) {
      entry = { context: '', id: '', plural: '', text: [] };
      entries.push(entry);
    }
    field = word ?? field;
    if (field === 'msgctxt') entry.context += text;
    else if (field === 'msgid') entry.id += text;
    else if (field === 'msgid_plural') entry.plural += text;
    else if (word) entry.text[Number(index ?? 0)] = text;
    else entry.text[entry.text.length - 1] += text;
  }
  return entries.filter((e) => e.id !== '');
}

export function load(folder) {
  const languages = {};
  for (const file of readdirSync(folder).sort())
    if (file.endsWith('.po'))
      languages[file.slice(0, -3)] = parse(readFileSync(join(folder, file), 'utf8'));
  return languages;
}

function compile(languages) {
  const texts = {};
  for (const [language, entries] of Object.entries(languages)) {
    texts[language] = {};
    for (const e of entries) texts[language][e.id] = e.text.length > 1 ? e.text : e.text[0];
  }
  return (
    '/* Made from po/*.po by tools/texts.mjs. */\n' +
    `export const texts = ${JSON.stringify(texts, null, 1)} as const;\n` +
    'export type Key = keyof typeof texts.en;\n'
  );
}

const here = dirname(fileURLToPath(import.meta.url));
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(join(here, '../src/gen'), { recursive: true });
  writeFileSync(join(here, '../src/gen/texts.ts'), compile(load(join(here, '../po'))));
}
