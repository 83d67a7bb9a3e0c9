/* Compiles the rules of docs/rules, and what is said about characters and pictures in
 * src/games/GAME/about, into one book for each game and language: src/gen/books/GAME.LANG.json.
 * The client loads a book when somebody wants to read in it.
 *
 * English rules are docs/rules/GAME.md, others docs/rules/LANG/GAME.md. A rule is a list item
 * "- L-5.7 ..." in a section "## 5 The powers". Section 0 is a summary without rules. What stands
 * before the first section introduces the game; a section without a number is for programmers and
 * left out. */
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
import { parse as parsePo } from './texts.mjs';

/* The blocks of a text: paragraphs and list items, each on one line. */
function blocks(text) {
  return text
    .split(/\n\s*\n|\n(?=- |#)/)
    .map((block) => block.trim().replace(/\s*\n\s*/g, ' '))
    .filter(Boolean);
}

/* { title, intro: [paragraph], sections: [{ number, title, items: [{ id, text }] }] }; an item
 * without an id is a paragraph between rules. */
export function parseRules(markdown) {
  const book = { title: '', intro: [], sections: [] };
  let section;
  let shown = true;
  for (const block of blocks(markdown)) {
    const [, hashes, heading] = /^(#+) (.*)$/.exec(block) ?? [];
    const [, id, rule] = /^- ([A-Z]-\d+\.\d+) (.*)$/.exec(block) ?? [];
    if (hashes === '#') book.title = heading.split(':')[0];
    else if (hashes) {
      const [, number, title] = /^(\d+) (.*)$/.exec(heading) ?? [];
      shown = number !== undefined;
      section = { number: Number(number), title, items: [] };
      if (shown) book.sections.push(section);
    } else if (!section) book.intro.push(block);
    else if (shown) section.items.push(id ? { id, text: rule } : { text: block });
  }
  return book;
}

const names = (folder, end) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => file.endsWith(end))
        .map((file) => file.slice(0, -end.length))
    : [];

/* All books of the repository ROOT: [{ game, language, rules, about }]. */
export function loadBooks(root) {
  const folder = join(root, 'docs/rules');
  const languages = readdirSync(folder, { withFileTypes: true })
    .filter((f) => f.isDirectory())
    .map((f) => f.name);
  const games = names(folder, '.md');
  return games.flatMap((game) =>
    ['en', ...languages].flatMap((language) => {
      const file = join(folder, language === 'en' ? '' : language, `${game}.md`);
      const po = join(root, `web/src/games/${game}/about/${language}.po`);
      if (!existsSync(file)) return [];
      const about = existsSync(po) ? parsePo(readFileSync(po, 'utf8')) : [];
      return {
        game,
        language,
        rules: parseRules(readFileSync(file, 'utf8')),
        about: Object.fromEntries(about.map((e) => [e.id, e.text[0]])),
      };
    }),
  );
}

/* Writes the books, and which letter begins the ids of which game. */
export function writeBooks(web) {
  const folder = join(web, 'src/gen/books');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const shelf = {};
  for (const { game, language, ...book } of loadBooks(join(web, '..'))) {
    writeFileSync(join(folder, `${game}.${language}.json`), JSON.stringify(book));
    if (language === 'en')
      shelf[book.rules.sections.flatMap((s) => s.items).find((i) => i.id).id[0]] = game;
  }
  writeFileSync(
    join(web, 'src/gen/shelf.ts'),
    '/* Made by tools/rules.mjs: whose rules begin with a letter. */\n' +
      `export const shelf: Record<string, string> = ${JSON.stringify(shelf)};\n`,
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeBooks(join(dirname(fileURLToPath(import.meta.url)), '..'));
