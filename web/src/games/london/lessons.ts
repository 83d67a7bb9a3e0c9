/* London's lessons: a first game for each side, then questions. How a lesson is written is in
 * web/README.md; its texts are in po/lessons. */
import type { Lesson } from '../../lib/game';

const CARDS = 'cards=SH,JW,JS,IL';

const detective: Lesson = {
  id: 'detective',
  seat: 'detective',
  setup: ['deal=MS', CARDS],
  steps: [
    { say: 'hunt', marks: ['*seen', '*unseen', '@suspects'] },
    { say: 'light', marks: ['*seen', '*lamp'] },
    { say: 'dark', marks: ['*unseen'] },
    { say: 'cards', marks: ['SH', 'JW', 'JS', 'IL', '@cards'] },
    { say: 'holmes', want: ['SH', '>g10'] },
    { say: 'alibi', others: ['alibi=JB'], marks: ['JB', '@hand'] },
    {
      say: 'others',
      others: ['JW', '>j13', '^nw', 'JS', 'lamp:c4>f3', '>f7'],
      marks: ['JW', 'f3', 'JS'],
    },
    { say: 'lestrade', want: ['IL', 'cordon:ne>nw', '>c10'] },
    { say: 'witness', marks: ['*unseen', '@suspects'] },
    { say: 'gates', marks: ['ne', 'se', '@track'] },
    { say: 'run', others: ['MS', '>k6'], marks: ['MS>ne'] },
    { say: 'accuse', want: ['JB', '!MS'] },
    { say: 'end', marks: ['MS'] },
  ],
};

const jack: Lesson = {
  id: 'jack',
  seat: 'jack',
  setup: ['deal=JB', CARDS],
  steps: [
    { say: 'you', marks: ['JB', '@hand'] },
    { say: 'win', marks: ['nw', 'se'] },
    { say: 'watson', others: ['JW', '>j13', '^nw'], marks: ['JW'] },
    { say: 'light', marks: ['JB', 'h7'] },
    { say: 'smith', want: ['JS', 'lamp:h7>h15', '>g4'] },
    { say: 'crowd', marks: ['*unseen', '@witnesses'] },
    { say: 'holmes', want: ['SH', '>g10'] },
    { say: 'alibi', others: ['alibi=WG'], marks: ['WG', '@hand'] },
    {
      say: 'witness',
      others: ['IL', 'cordon:sw>nw', '>c12'],
      marks: ['*unseen', '@suspects'],
    },
    { say: 'plan', marks: ['JB>k8', 'k8>l13', 'l13>se'] },
    { say: 'whistle', want: ['SG', 'call:JB>k8', 'call:WG>f1', '>m12'] },
    { say: 'nerves', others: ['MS', '>e8', 'WG', '>g2'], marks: ['JB', 'MS', 'WG'] },
    { say: 'leave', want: ['JB', '>se'] },
    { say: 'end', marks: ['se'] },
  ],
};

/* Each question is judged by the facts of the turn that answers it. */
const questions: Lesson[] = [
  {
    id: 'halve',
    seat: 'detective',
    mends: ['time'],
    position:
      'london edition=2016 whistle=direct round=2 slot=3 witness=visible suspects=IL,JB,JS,JW,MS,SH jack=JW jack-drew=- detective-drew=- result=- cards=SH,JW next=- step=pick active=- due=none points=0 called=- at=d13,i12,g8,i14,k12,l7,g12,k8 lantern=se lamps=f11:0,h15:3,h7:0,k14:4,l5:2 covers=b15,f1 cordons=nw,sw',
    steps: [
      {
        say: 'ask',
        marks: ['*seen', '*unseen', '@witnesses'],
        ask: { turn: ['JW', '>c10', '^n'], right: ['small>=3'] },
      },
      { say: 'end', marks: ['*seen', '*unseen', '@witnesses'] },
    ],
  },
  {
    id: 'accuse',
    seat: 'detective',
    position:
      'london edition=2016 whistle=direct round=4 slot=3 witness=invisible suspects=JB,SH jack=JB jack-drew=- detective-drew=JW,SH result=- cards=JW,WG next=- step=pick active=- due=none points=0 called=- at=f7,i16,f15,g12,m12,h3,a6,l7 lantern=sw lamps=f11:0,f3:4,h7:0 covers=b5,l3 cordons=ne,sw',
    steps: [
      {
        say: 'ask',
        marks: ['JB', 'SH', '@hand'],
        ask: { turn: ['WG', '!JB'], right: ['won'], wrong: { lost: 'lost' } },
      },
      { say: 'end', marks: ['JB', 'SH', '@hand'] },
    ],
  },
  {
    id: 'patience',
    seat: 'detective',
    mends: ['wrong-accusation'],
    position:
      'london edition=2016 whistle=direct round=3 slot=4 witness=visible suspects=JB,JS,MS,SG jack=SG jack-drew=- detective-drew=WG result=- cards=MS next=SH,JW,JS,IL step=pick active=- due=none points=0 called=- at=d9,j9,h11,e2,i14,k4,f15,c6 lantern=n lamps=c4:3,f11:0,h7:0,k14:4 covers=f1,g10 cordons=ne,se',
    steps: [
      {
        say: 'ask',
        marks: ['*suspect', '@witnesses'],
        ask: {
          turn: ['MS', '>i8'],
          right: ['small>=2', '!accused'],
          wrong: { accused: 'accused' },
        },
      },
      { say: 'end', marks: ['*suspect', '@witnesses'] },
    ],
  },
  {
    id: 'exits',
    seat: 'detective',
    mends: ['escape'],
    position:
      'london edition=2016 whistle=direct round=2 slot=3 witness=invisible suspects=IL,JB,JW,MS,SG jack=JW jack-drew=- detective-drew=- result=- cards=SH,MS next=- step=pick active=- due=none points=0 called=- at=c10,i12,g2,b11,a10,j9,g12,g10 lantern=s lamps=c4:3,f11:0,f3:4,h7:0,l5:2 covers=k8,l3 cordons=ne,nw',
    steps: [
      {
        say: 'ask',
        marks: ['MS', '@cards'],
        ask: {
          turn: ['MS', '>c12'],
          right: ['leave=0', '!accused'],
          wrong: { accused: 'accused' },
        },
      },
      { say: 'end', marks: ['MS', '@cards'] },
    ],
  },
  {
    id: 'crowd',
    seat: 'jack',
    mends: ['arrest'],
    position:
      'london edition=2016 whistle=direct round=2 slot=4 witness=invisible suspects=JB,JS,JW,MS,SG,WG jack=JW jack-drew=- detective-drew=IL result=- cards=WG next=- step=pick active=- due=none points=0 called=- at=l3,h11,k6,i10,e14,m12,j13,e2 lantern=se lamps=b13:0,c4:3,f11:0,k14:4,l5:2 covers=b15,l13 cordons=ne,se',
    steps: [
      {
        say: 'ask',
        marks: ['*suspect', '@witnesses'],
        ask: { turn: ['WG', '>g10'], right: ['crowd>=4'] },
      },
      { say: 'end', marks: ['*suspect', '@witnesses'] },
    ],
  },
  {
    id: 'leave',
    seat: 'jack',
    position:
      'london edition=2016 whistle=direct round=3 slot=3 witness=invisible suspects=IL,JS,MS,SH,WG jack=WG jack-drew=- detective-drew=IL,SG result=- cards=JW,WG next=IL,MS,SG,JB step=pick active=- due=none points=0 called=- at=c12,h17,h3,g14,a14,l7,b11,h11 lantern=n lamps=c4:3,f11:0,k14:4,l5:0 covers=c10,l3 cordons=ne,se',
    steps: [
      {
        say: 'ask',
        marks: ['WG', '@track'],
        ask: { turn: ['WG', '>sw'], right: ['escaped'] },
      },
      { say: 'end', marks: ['WG', '@track'] },
    ],
  },
  {
    id: 'alibi',
    seat: 'jack',
    position:
      'london edition=2016 whistle=direct round=3 slot=3 witness=visible suspects=IL,JB,JS,JW,SG,WG jack=JW jack-drew=- detective-drew=IL result=- cards=SH,WG next=IL,MS,SG,JB step=pick active=- due=none points=0 called=- at=c12,l7,l3,g2,c10,m4,i14,l15 lantern=ne lamps=c4:4,f11:0,f3:3,h7:0 covers=b15,c10 cordons=ne,se',
    steps: [
      {
        say: 'ask',
        marks: ['SH', '@cards'],
        ask: { turn: ['SH', '>g10'], right: ['drew'] },
      },
      { say: 'end', marks: ['SH', '@cards'] },
    ],
  },
];

export const lessons: Lesson[] = [detective, jack, ...questions];
