/* Prints the packages that the client really contains, one a line: builds it without writing
 * anything, and asks the bundler which modules it took. For tools/sbom. */
import { build } from 'vite';

const found = new Set();
const collect = () => ({
  name: 'collect',
  generateBundle(_, bundle) {
    const taken = Object.values(bundle).flatMap((file) =>
      file.type === 'asset'
        ? file.originalFileNames
        : Object.keys(file.modules).filter((id) => file.modules[id].renderedLength > 0),
    );
    for (const id of taken) {
      const name = /(?:^|.*\/)node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1];
      if (name) found.add(name);
    }
  },
});

await build({
  root: new URL('..', import.meta.url).pathname,
  logLevel: 'error',
  build: { write: false },
  plugins: [collect()],
  worker: { plugins: () => [collect()] },
});
console.log([...found].sort().join('\n'));
