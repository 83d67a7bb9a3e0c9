/* TypeScript for node: esbuild and, for runes, Svelte's compiler; Vite's import.meta.glob and
 * the globals of browsers are stood in for. */
import { build, transform } from 'esbuild';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { compileModule } from 'svelte/compiler';

Object.assign(globalThis, {
  location: { pathname: '/', hash: '' },
  addEventListener() {},
  matchMedia: () => ({ matches: false }),
  localStorage: { getItem: () => null, setItem() {} },
});
if (!globalThis.navigator?.languages)
  Object.defineProperty(globalThis, 'navigator', {
    value: { languages: ['en'], language: 'en' },
    configurable: true,
  });

const runes = {
  name: 'runes',
  setup({ onLoad }) {
    onLoad({ filter: /\.svelte\.ts$/ }, async ({ path }) => {
      const { code } = await transform(readFileSync(path, 'utf8'), {
        loader: 'ts',
        target: 'es2022',
        tsconfigRaw: '{"compilerOptions":{"verbatimModuleSyntax":true}}',
      });
      const options = { filename: basename(path, '.ts') + '.js', generate: 'server' };
      return { contents: compileModule(code, options).js.code, loader: 'js' };
    });
  },
};

/* What import.meta.glob finds, a file of each folder, as an object of modules. */
const glob = {
  name: 'glob',
  setup({ onLoad }) {
    onLoad({ filter: /(games\/index|lib\/topics)\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      const call = /import\.meta\.glob<[^(]*>\(\s*'([^'*]*)\*([^']*)'[^)]*\)/;
      const [, before, after] = call.exec(source);
      const files = readdirSync(join(dirname(path), before))
        .map((folder) => `${before}${folder}${after}`)
        .filter((file) => existsSync(join(dirname(path), file)));
      const imports = files.map((f, i) => `import * as m${i} from '${f}';`).join('\n');
      const table = files.map((f, i) => `'${f}': m${i}`).join(', ');
      const text = source.replace(call, `{ ${table} }`);
      return { contents: `${imports}\n${text}`, loader: 'ts', resolveDir: dirname(path) };
    });
  },
};

export async function bundle(entry) {
  const outfile = join(mkdtempSync(join(tmpdir(), 'alibi-lib-')), 'lib.mjs');
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    define: { 'import.meta.env.DEV': 'false' },
    plugins: [runes, glob],
  });
  return import(outfile);
}
