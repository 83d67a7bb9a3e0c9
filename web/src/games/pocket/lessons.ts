/* Pocket's lessons: a first game for each side, then questions. How a lesson is written is in
 * web/README.md; its texts are in po/lessons. */
import type { Lesson } from '../../lib/game';

const tiles = ['SGw', 'ILn', 'MSe', 'JSn', 'JPe', 'WGn', 'JLw', 'JBs', 'MDs'].map(
  (tile) => `tile=${tile}`,
);

const detective: Lesson = {
  id: 'detective',
  seat: 'detective',
  setup: [...tiles, 'deal=WG', 'toss=1122'],
  steps: [
    { say: 'hunt', marks: ['*unseen', '@suspects'] },
    { say: 'sight', marks: ['Ho', 'Wa', 'To'] },
    { say: 'tokens', marks: ['1', '@cards'] },
    { say: 'rotate', want: ['rotate:1:cw'] },
    { say: 'jack', others: ['holmes:1', 'watson:1'], marks: ['Ho', 'Wa'] },
    { say: 'open', want: ['rotate:5:cw'] },
    { say: 'appeal', marks: ['*suspect', '@suspects'] },
    { say: 'glass', marks: ['WG', '@hand'] },
    { say: 'exchange', others: ['exchange:1:6'], marks: ['6>1'] },
    { say: 'alibi', want: ['alibi'] },
    { say: 'card', others: ['alibi=JP'], marks: ['5', '@hand'] },
    { say: 'joker', want: ['joker:toby'] },
    { say: 'end', others: ['toby:1'], marks: ['WG'] },
  ],
};

const jack: Lesson = {
  id: 'jack',
  seat: 'jack',
  setup: [...tiles, 'deal=WG', 'toss=1111'],
  steps: [
    { say: 'you', marks: ['WG', '@hand'] },
    { say: 'goal', marks: ['WG', '@hand', '@track'] },
    { say: 'seen', others: ['rotate:3:ccw'], marks: ['Wa>1', '3', '2', '1'] },
    { say: 'alibi', want: ['alibi'] },
    { say: 'card', others: ['alibi=MD'], marks: ['MD', '@hand'] },
    { say: 'wall', want: ['rotate:2:cw'] },
    { say: 'appeal', others: ['toby:1'], marks: ['*unseen', '@hand'] },
    { say: 'joker', want: ['joker:none'] },
    { say: 'turn', others: ['holmes:2', 'exchange:1:9'], marks: ['Ho', '1', '9'] },
    { say: 'watson', want: ['watson:2'] },
    { say: 'two', others: ['toss=1212', 'watson:1'], marks: ['Wa>6', 'WG'] },
    { say: 'more', want: ['alibi'] },
    { say: 'hide', others: ['alibi=JS'], want: ['rotate:9:ccw'] },
    { say: 'end', others: ['joker:holmes'], marks: ['WG', '@hand'] },
  ],
};

/* Each question is judged by the facts of the turn that answers it. */
const questions: Lesson[] = [
  {
    id: 'halve',
    seat: 'detective',
    mends: ['hourglasses', 'unseen', 'time'],
    position:
      'pocket round=2 slot=2 witness=invisible suspects=IL,JB,JL,JS,SG,WG jack=JS jack-drew=- detective-drew=JP result=- step=act toss=2211 left=holmes,rotate,watson tiles=MS:s,WG:n,JP:s,JS:s,JB:e,IL:w,MD:n,SG:w,JL:n rotated=JP holmes=1 toby=10 watson=4 tokens=1 order=- held=0 race=-',
    steps: [
      {
        say: 'ask',
        marks: ['*seen', '*unseen', '@witnesses'],
        ask: { turn: ['rotate:8:cw'], right: ['small>=3'] },
      },
      { say: 'end', marks: ['*seen', '*unseen', '@witnesses'] },
    ],
  },
  {
    id: 'finish',
    seat: 'detective',
    position:
      'pocket round=4 slot=2 witness=visible suspects=MD,MS jack=MS jack-drew=IL,JB detective-drew=- result=- step=act toss=2112 left=holmes,rotate,toby tiles=SG:s,WG:w,IL:e,JB:n,JS:w,JP:w,MD:w,MS:s,JL:- rotated=- holmes=3 toby=10 watson=7 tokens=2 order=JB,IL held=2 race=-',
    steps: [
      {
        say: 'ask',
        marks: ['*suspect'],
        ask: { turn: ['rotate:7:half'], right: ['small>=1'] },
      },
      { say: 'end', marks: ['*suspect'] },
    ],
  },
  {
    id: 'alibi',
    seat: 'detective',
    position:
      'pocket round=3 slot=1 witness=invisible suspects=JB,JP,MD,SG,WG jack=MD jack-drew=JL detective-drew=- result=- step=act toss=2212 left=alibi,exchange,joker,watson tiles=JS:s,JB:n,MS:e,JP:e,SG:w,IL:e,WG:s,MD:w,JL:- rotated=- holmes=1 toby=9 watson=7 tokens=2 order=JL held=1 race=-',
    steps: [
      {
        say: 'ask',
        marks: ['*suspect', '@cards'],
        ask: { turn: ['alibi'], right: ['drew'] },
      },
      { say: 'end', marks: ['*suspect', '@cards'] },
    ],
  },
  {
    id: 'walls',
    seat: 'jack',
    mends: ['suspects'],
    position:
      'pocket round=3 slot=3 witness=invisible suspects=JB,JP,MD,MS,SG jack=MS jack-drew=- detective-drew=WG result=- step=act toss=2121 left=holmes,rotate tiles=WG:s,SG:n,JB:s,MD:n,JP:n,MS:e,IL:s,JS:w,JL:- rotated=- holmes=2 toby=11 watson=6 tokens=1 order=- held=0 race=-',
    steps: [
      {
        say: 'ask',
        marks: ['MS', '@witnesses'],
        ask: { turn: ['rotate:4:ccw'], right: ['!seen', 'crowd>=5'], wrong: { seen: 'seen' } },
      },
      { say: 'end', marks: ['MS', '@witnesses'] },
    ],
  },
  {
    id: 'glass',
    seat: 'jack',
    position:
      'pocket round=3 slot=2 witness=invisible suspects=JL,JP,MD,WG jack=MD jack-drew=JP detective-drew=- result=- step=act toss=2212 left=alibi,joker,watson tiles=IL:w,MS:e,JS:s,JB:w,MD:s,JL:w,SG:w,WG:n,JP:e rotated=- holmes=2 toby=10 watson=6 tokens=2 order=JP held=1 race=-',
    steps: [
      {
        say: 'ask',
        marks: ['MD', '@hand'],
        ask: { turn: ['joker:holmes'], right: ['!seen'] },
      },
      { say: 'end', marks: ['MD', '@hand'] },
    ],
  },
];

export const lessons: Lesson[] = [detective, jack, ...questions];
