/* The worker of mind.svelte.ts: thinks about the end of a record in the place of one seat, which knows
 * what that seat may know, longer and longer, until it is told to think about something else. */
import type { Engine, Player, Thought } from '../../../npm/alibi.mjs';
import { startLater } from '../../../npm/start.mjs';
import { compileEngine } from './engine';
import type { Question } from './mind.svelte';

const engine: Promise<Engine> = compileEngine().then(startLater);

const SLICE = 1500; /* nodes between two looks for another question */
const FIRST = 20_000; /* nodes of the first thought, each of which is three times the one before */
const LAST = 5_000_000;

let now = 0; /* the number of the question that is being answered */

const turn = () => new Promise((resolve) => setTimeout(resolve));

/* Who could be Jack, counted exactly by what the seat was told. */
async function believe({ number, record, believer }: Question) {
  if (!believer) return;
  const player = (await engine).playerOf(record, believer, { kind: 'random' });
  postMessage({ number, belief: player.belief() });
  player.close();
}

/* Values as the chances that they stand for: the same as a review tells. */
const toChances = (player: Player, thought: Thought): Thought => ({
  ...thought,
  value: player.chance(thought.value),
  choices: thought.choices.map((c) => ({ ...c, value: player.chance(c.value) })),
});

async function think(player: Player, { number }: Question) {
  for (let nodes = FIRST; nodes <= LAST; nodes *= 3) {
    player.begin({ nodes });
    while (player.step(SLICE)) {
      await turn();
      if (number !== now) return;
    }
    postMessage({ number, thought: toChances(player, player.end()), done: nodes * 3 > LAST });
    await turn();
    if (number !== now) return;
  }
}

async function answer(question: Question) {
  now = question.number;
  await believe(question);
  if (!question.seat || question.number !== now) return;
  const player = (await engine).playerOf(question.record, question.seat);
  try {
    await think(player, question);
  } finally {
    player.close();
  }
}

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  answer(data).catch((e: unknown) => postMessage({ number: data.number, failure: String(e) }));
});
