/* Analyses one record with the engine and tells what it finds as it goes: the whole game quickly,
 * then each decision as well as is usual, then what Jack's choices gave away. It is told once what to
 * do, and ended from outside. */
import type {
  Analysis,
  AnalysisResult,
  Decision,
  Engine,
  Viewer,
} from '../../../npm/alibi.mjs';
import { startLater } from '../../../npm/start.mjs';
import { compileEngine } from './engine';

/* Positions for a decision: at first, in the end, and for each suspect who could have chosen the
 * same. docs/analysis.md has the times. */
const QUICK = 400;
const USUAL = 100_000;
const GAVE = 5_000;
const SLICE = 5_000;

export interface Wish {
  record: string;
  /* only the decisions from this move on, and nothing but those as well as is usual */
  from?: number;
}

/* Why the engine refuses a record. */
export interface Refused {
  message: string;
  code: string | null;
  args: Readonly<Record<string, string>>;
}

export type Found =
  /* the record to replay: the whole truth where it is known, and then its tokens */
  | { is: 'record'; record: string; tokens: string[] | null; viewer: Viewer }
  | { is: 'quick'; result: AnalysisResult }
  | { is: 'decision'; i: number; decision: Decision }
  | { is: 'usual'; result: AnalysisResult }
  | { is: 'gave'; i: number; gave: number }
  | { is: 'done' }
  | { is: 'refused'; why: Refused };

const tell = (found: Found) => postMessage(found);

/* A seat's record of a game that is over is as good as the truth; of one that goes on, only that
 * seat's decisions can be judged. */
function complete(engine: Engine, record: string) {
  const own = engine.record(record);
  if (own.viewer === 'truth')
    return { record: own.text, tokens: own.tokens, viewer: own.viewer };
  try {
    const game = engine.fromRecord(record);
    const { Running } = own.tags;
    const text = game.record('truth', Running ? { Running } : {});
    game.close();
    return { record: text, tokens: engine.record(text).tokens, viewer: 'truth' as const };
  } catch {
    return { record: own.text, tokens: null, viewer: own.viewer };
  }
}

function run(
  analysis: Analysis,
  each: (decision: Decision, i: number) => void,
): AnalysisResult {
  let done = 0;
  while (analysis.progress().done < analysis.progress().total) {
    analysis.step(SLICE);
    while (done < analysis.progress().done) {
      each(analysis.decision(done), done);
      done++;
    }
  }
  const result = analysis.result();
  analysis.close();
  return result;
}

function review(engine: Engine, { record, from }: Wish) {
  const known = complete(engine, record);
  const begin = (settings: object) =>
    engine.analysis(known.record, { viewer: known.viewer, ...settings });
  const show = (decision: Decision, i: number) => tell({ is: 'decision', i, decision });
  if (from !== undefined) {
    tell({ is: 'usual', result: run(begin({ nodes: USUAL, from }), show) });
    return;
  }
  /* Before anything else it is known whether it may be analysed at all. */
  const quick = begin({ nodes: QUICK });
  tell({ is: 'record', ...known });
  tell({ is: 'quick', result: run(quick, () => {}) });
  tell({ is: 'usual', result: run(begin({ nodes: USUAL }), show) });
  run(begin({ nodes: GAVE, gave: true }), ({ gave }, i) => {
    if (gave !== undefined) tell({ is: 'gave', i, gave });
  });
  tell({ is: 'done' });
}

addEventListener('message', ({ data }: MessageEvent<Wish>) => {
  void compileEngine()
    .then(startLater)
    .then((engine) => review(engine, data))
    .catch((e: unknown) => {
      const { message = String(e), code = null, args = {} } = e as Partial<Refused>;
      tell({ is: 'refused', why: { message, code, args } });
    });
});
