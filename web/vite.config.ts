import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin, type Rollup } from 'vite';

const PROGRAM = 'program';

const source = (name: string) => new URL(`src/${name}`, import.meta.url).pathname;

/* Two files: what the small script that starts the page needs, and all else that the program
 * needs. */
function chunkOf(id: string, { getModuleInfo }: Rollup.ManualChunkMeta) {
  const needs = (module: string, found = new Set<string>()) => {
    if (!found.has(module)) {
      found.add(module);
      getModuleInfo(module)?.importedIds.forEach((next) => needs(next, found));
    }
    return found;
  };
  if (needs(source('start.ts')).has(id)) return 'start';
  return needs(source('main.ts')).has(id) ? PROGRAM : undefined;
}

/* The page asks for the program beside the script that starts it, and does not wait for the script
 * to ask. */
const programBesideStart: Plugin = {
  name: 'program-beside-start',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) =>
      Object.values(bundle)
        .filter((file) => file.type === 'chunk' && file.name === PROGRAM)
        .map(({ fileName }) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `./${fileName}` },
        })),
  },
};

/* Files find each other wherever the client lies; the page itself is finished by
 * tools/finish.mjs.
 *
 * One page, one style sheet, the program, a script for each page and one for the texts of each
 * language. Nothing is inlined, because the server's Content-Security-Policy allows neither inline
 * code nor data: fonts. */
export default defineConfig({
  base: './',
  plugins: [svelte(), programBesideStart],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: { output: { manualChunks: chunkOf } },
  },
  worker: { format: 'es' },
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
});
