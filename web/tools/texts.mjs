/* Compiles the *.po files of po/, of its folders and of the folders of src/games/, the one source of
 * all texts: a module for each language, src/gen/texts.LANGUAGE.ts, so that a browser loads only
 * the one that it shows, and src/gen/texts.ts, which knows the languages and the keys.
 *
 * A msgid is a key ("log.title"), before which the key of a game's text has the game's name
 * ("london.title"); "{name}" in a text is filled in. "language" is the language's own name for
 * itself. "refusal.CODE" is why the server refuses
 * something; `alibi messages` lists the codes. */
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

/* The entries of each *.po in a folder, by language, with PREFIX before their keys. */
function read(folder, prefix = '') {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.po'))
    .map((file) => {
      const entries = parse(readFileSync(join(folder, file), 'utf8'));
      return [file.slice(0, -3), entries.map((e) => ({ ...e, id: prefix + e.id }))];
    });
}

const foldersOf = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((f) => f.isDirectory())
    .map((f) => f.name);

/* All entries of the client in FOLDER, by language. */
export function load(folder) {
  const languages = {};
  const shared = join(folder, 'po'),
    games = join(folder, 'src/games');
  const all = [
    ...read(shared),
    ...foldersOf(shared).flatMap((area) => read(join(shared, area))),
    ...foldersOf(games).flatMap((name) => read(join(games, name), `${name}.`)),
  ];
  for (const [language, entries] of all) (languages[language] ??= []).push(...entries);
  return languages;
}

const json = (value) => JSON.stringify(value, null, 1);

/* One language's texts by key, as a module. */
function module(entries) {
  const texts = {};
  for (const e of entries) texts[e.id] = e.text.length > 1 ? e.text : e.text[0];
  return `/* Made by tools/texts.mjs. */\nexport default ${json(texts)};\n`;
}

/* What all languages share: their names, how each is loaded, and the keys. */
function index(languages) {
  const codes = Object.keys(languages).sort();
  const name = (code) => languages[code].find((e) => e.id === 'language').text[0];
  const names = codes.map((code) => `  ${code}: ${json(name(code))},\n`);
  const loads = codes.map((code) => `  ${code}: () => import('./texts.${code}'),\n`);
  const keys = languages.en.map((e) => `  | ${json(e.id)}`);
  return `/* Made by tools/texts.mjs. */
export type Text = string | readonly string[];
export type Texts = Record<string, Text>;
export const languages = {\n${names.join('')}} as const;
export type Language = keyof typeof languages;
export const load: Record<Language, () => Promise<{ default: Texts }>> = {\n${loads.join('')}};
export type Key =\n${keys.join('\n')};\n`;
}

const here = dirname(fileURLToPath(import.meta.url));
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const gen = join(here, '../src/gen');
  const languages = load(join(here, '..'));
  mkdirSync(gen, { recursive: true });
  writeFileSync(join(gen, 'texts.ts'), index(languages));
  for (const [code, entries] of Object.entries(languages))
    writeFileSync(join(gen, `texts.${code}.ts`), module(entries));
}
