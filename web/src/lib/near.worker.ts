/* The worker of near.ts: the engine, and the seat that it follows. A message has a number, and is
 * answered under it; null: only the server can tell. */
import type { Engine, SeatElsewhere } from '../../../npm/alibi.mjs';
import { startLater } from '../../../npm/start.mjs';
import { compileEngine } from './engine';
import type { Question } from './near';

const loading: Promise<Engine> = compileEngine().then(startLater);
let seat: SeatElsewhere | undefined;

async function answer(question: Question) {
  const engine = await loading;
  if ('sit' in question) {
    seat?.close();
    const { game, options, as } = question.sit;
    seat = engine.seat(game, as, { options });
  }
  if ('see' in question) seat?.see(question.see.seq, ...question.see.tokens);
  if ('ask' in question) return seat?.ask(...question.ask) ?? null;
  return null;
}

/* One after the other, also while the engine is on its way. */
let before: Promise<unknown> = Promise.resolve();
addEventListener('message', ({ data }: MessageEvent<[number, Question]>) => {
  const [number, question] = data;
  before = before
    .then(() => answer(question))
    .then(
      (said) => postMessage([number, said]),
      () => {
        seat?.close(); /* what it was told no longer makes sense: the server answers */
        seat = undefined;
        postMessage([number, null]);
      },
    );
});
