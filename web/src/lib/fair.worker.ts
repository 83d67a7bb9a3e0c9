/* The worker of fair.ts: the engine checks a record. */
import type { Viewer } from '../../../npm/alibi.mjs';
import { startLater } from '../../../npm/start.mjs';
import { compileEngine } from './engine';
import type { Question, Verified } from './fair';

const loading = compileEngine().then(startLater);

async function verify({ record, told }: Question): Promise<Verified> {
  const engine = await loading;
  try {
    const outcomes = engine.verify(record);
    const same = told.every(({ viewer, tokens }) => {
      const seen = engine.record(engine.redact(record, viewer as Viewer)).tokens;
      return seen.join(' ') === tokens.join(' ');
    });
    return { outcomes, same, tags: engine.record(record).tags };
  } catch (e) {
    const { code, args, rule } = e as { code?: string; args?: object; rule?: string | null };
    /* What is no refusal is a failure of this browser's. */
    if (!code) return { failed: true };
    return { refused: { code, rule: rule ?? null, args: { ...args } } };
  }
}

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  verify(data).then(postMessage, () => postMessage({ failed: true } satisfies Verified));
});
