/* Judges turns that solve a puzzle or do not: whether a turn has the right idea, and what another one
 * would have been worth. */
import { startLater } from '../../../npm/start.mjs';
import { compileEngine } from './engine';
import type { Seat } from './model';

export interface Tries {
  number: number;
  puzzle: string;
  seat: Seat;
  tokens: string[];
}

export interface Judged {
  number: number;
  right?: boolean;
  value?: number; /* of a turn that is not right */
  failure?: string;
}

const NODES = 200_000; /* docs/puzzles.md: a puzzle is proven with 50,000 for each turn */

const engine = compileEngine().then(startLater);
const tell = (judged: Judged) => postMessage(judged);

async function judge({ number, puzzle, seat, tokens }: Tries) {
  const made = await engine;
  if (made.isAnswer(puzzle, tokens)) return tell({ number, right: true });
  const player = made.playerOf(puzzle, seat);
  try {
    const { value } = player.consider(...tokens).thinkSync({ nodes: NODES });
    tell({ number, right: false, value });
  } finally {
    player.close();
  }
}

addEventListener('message', ({ data }: MessageEvent<Tries>) => {
  judge(data).catch((e: unknown) => tell({ number: data.number, failure: String(e) }));
});
