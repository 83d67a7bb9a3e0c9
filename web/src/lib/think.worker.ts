/* Thinks about one job after the other, each of which tells what a seat knows and nothing else. The
 * first message is the engine. */
import type { Engine } from '../../../npm/alibi.mjs';
import { startLater } from '../../../npm/start.mjs';

let engine: Promise<Engine>;

async function think(job: string) {
  const thinker = (await engine).thinker(job);
  try {
    postMessage(thinker.think());
  } finally {
    thinker.close();
  }
}

addEventListener('message', ({ data }: MessageEvent<WebAssembly.Module | string>) => {
  if (data instanceof WebAssembly.Module) engine = startLater(data);
  else
    void think(data).catch((e: unknown) => {
      setTimeout(() => {
        throw e; /* for whoever waits: it will not come */
      });
    });
});
