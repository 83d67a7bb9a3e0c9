/* TypeScript for node: esbuild and, for runes, Svelte's compiler; browsers' globals are stood
 * in for. */
import { build, transform } from 'esbuild';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
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

export async function bundle(entry) {
  const outfile = join(mkdtempSync(join(tmpdir(), 'alibi-lib-')), 'lib.mjs');
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    plugins: [runes],
  });
  return import(outfile);
}
