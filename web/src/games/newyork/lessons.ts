/* New York's lessons: a first game for each side, then questions. How a lesson is written is in
 * web/README.md; its texts are in po/lessons. */
import type { Lesson } from '../../lib/game';

const setup = ['deal=FT', 'cards=AB,LL,JC,ME'];

const detective: Lesson = {
  id: 'detective',
  seat: 'detective',
  setup,
  steps: [
    { say: 'hunt', marks: ['*seen', '*unseen', '@suspects'] },
    { say: 'light', marks: ['*seen', '*lamp'] },
    { say: 'dark', marks: ['*unseen', 'li'] },
    { say: 'latimer', want: ['LL', 'lamp:g6', '>e8'] },
    {
      say: 'others',
      others: ['JC', 'probe:e4,f3>g4,h3', '>f5', 'ME', '>j3'],
      marks: ['g4', 'h3', 'JC', 'ME'],
    },
    { say: 'beach', want: ['AB', 'metro:i10', '>l13'] },
    { say: 'witness', marks: ['*unseen', '@suspects'] },
    { say: 'informant', marks: ['a8>li', 'c6>li'] },
    { say: 'ports', marks: ['e2', 'k16', 'n11', '@track'] },
    { say: 'steamer', others: ['ES', 'steamer:e2>g16', '>m8'], marks: ['e2>g16', 'ES'] },
    { say: 'rider', want: ['CR', '!FT'] },
    { say: 'end', marks: ['FT'] },
  ],
};

const jack: Lesson = {
  id: 'jack',
  seat: 'jack',
  setup,
  steps: [
    { say: 'you', marks: ['FT', '@hand'] },
    { say: 'win', marks: ['e2', 'k16', 'n11'] },
    { say: 'latimer', others: ['LL', 'lamp:g6', '>e8'], marks: ['g6', 'ME', 'FT'] },
    { say: 'eastman', want: ['ME', '>j3'] },
    { say: 'callahan', want: ['JC', 'probe:e4,f3>g4,h3', '>f5'] },
    { say: 'crowd', marks: ['*unseen', '@witnesses'] },
    {
      say: 'witness',
      others: ['AB', 'metro:i10', '>l13'],
      marks: ['*unseen', '@suspects'],
    },
    { say: 'informant', marks: ['li', '@hand'] },
    { say: 'steamer', want: ['ES', 'steamer:e2>g16', '>m8'] },
    {
      say: 'nerves',
      others: ['EG', 'park:g6', '>m6', 'CR', 'site:h9', '>h7'],
      marks: ['FT', 'CR', 'EG'],
    },
    { say: 'leave', want: ['FT', '>g16'] },
    { say: 'end', marks: ['g16'] },
  ],
};

/* Each question is judged by the facts of the turn that answers it. */
const questions: Lesson[] = [
  {
    id: 'halve',
    seat: 'detective',
    mends: ['time'],
    position:
      'newyork round=2 slot=3 witness=visible suspects=AB,CR,EG,ES,FT,JC,LL,ME jack=JC jack-drew=- detective-drew=- result=- cards=EG,ES next=- step=pick active=- due=none metro=b9,g4,k4,l13 gaslamp=c10,e14,m12 site=h7 park=- investigation=h3,i2+k14,l15 steamers=e2,k16 at=b9,k4,j7,j9,f9,a10,f7,g10 informant=li:talkative',
    steps: [
      {
        say: 'ask',
        marks: ['*seen', '*unseen', '@witnesses'],
        ask: { turn: ['EG', '>g6', 'park:b9'], right: ['small>=4'] },
      },
      { say: 'end', marks: ['*seen', '*unseen', '@witnesses'] },
    ],
  },
  {
    id: 'accuse',
    seat: 'detective',
    position:
      'newyork round=4 slot=3 witness=visible suspects=FT,JC jack=JC jack-drew=- detective-drew=FT result=- cards=LL,FT next=- step=pick active=- due=none metro=b9,f3,j13,k4,l13 gaslamp=m12 site=i6,l7 park=c10,d13 investigation=f11,g10+k14,l15 steamers=e2,l1 at=li,m10,e14,i10,d7,e10,f13,i8 informant=l9:talkative',
    steps: [
      {
        say: 'ask',
        marks: ['FT', 'JC', '@hand'],
        ask: { turn: ['LL', '!JC'], right: ['won'], wrong: { lost: 'lost' } },
      },
      { say: 'end', marks: ['FT', 'JC', '@hand'] },
    ],
  },
  {
    id: 'patience',
    seat: 'detective',
    mends: ['wrong-accusation'],
    position:
      'newyork round=3 slot=4 witness=invisible suspects=EG,ES,FT,JC jack=ES jack-drew=- detective-drew=- result=- cards=ME next=AB,CR,EG,ES step=pick active=- due=none metro=b9,e6,k4,l13 gaslamp=i10,j3,m12 site=e8 park=c10 investigation=e4,f3+i4,i6 steamers=e2,l1 at=f5,m6,j7,g10,k4,h11,k12,k2 informant=li:talkative',
    steps: [
      {
        say: 'ask',
        marks: ['*suspect', '@witnesses'],
        ask: {
          turn: ['ME', 'push:ES>d13'],
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
    setup: [
      ...setup,
      ...'LL lamp:g6 >e8 ME >j3 JC probe:e4,f3>g4,h3 >f5 AB metro:i10 >l13 ES steamer:e2>g16 >m8 EG park:g6 >m6'.split(
        ' ',
      ),
    ],
    steps: [
      {
        say: 'ask',
        marks: ['FT>g16', '@cards'],
        ask: {
          turn: ['FT', '>g10'],
          right: ['leave=0', '!accused'],
          wrong: { accused: 'accused' },
        },
      },
      { say: 'end', marks: ['FT>g16', '@cards'] },
    ],
  },
  {
    id: 'crowd',
    seat: 'jack',
    mends: ['arrest'],
    position:
      'newyork round=2 slot=4 witness=visible suspects=AB,EG,ES,FT,JC,ME jack=JC jack-drew=- detective-drew=- result=- cards=ES next=- step=pick active=- due=none metro=b9,f3,k4,l13 gaslamp=d13,m12 site=l7 park=c10 investigation=g12,g14+k14,l15 steamers=e2,k16 at=c8,h3,h11,j9,e6,d5,f13,i8 informant=li:talkative',
    steps: [
      {
        say: 'ask',
        marks: ['*suspect', '@witnesses'],
        ask: { turn: ['ES', '>h9', 'steamer:e2>b13'], right: ['crowd>=5'] },
      },
      { say: 'end', marks: ['*suspect', '@witnesses'] },
    ],
  },
  {
    id: 'leave',
    seat: 'jack',
    position:
      'newyork round=3 slot=2 witness=invisible suspects=AB,EG,ES,JC,LL jack=ES jack-drew=JC detective-drew=- result=- cards=AB,EG,ME next=CR,LL,JC,ES step=pick active=- due=none metro=b9,k4,l13,m4 gaslamp=c10,i2,m12 site=- park=m2 investigation=e14,f13+e4,f3 steamers=g16,k16 at=li,k12,h5,k8,g6,g12,f7,i10 informant=c12:talkative',
    steps: [
      {
        say: 'ask',
        marks: ['ES', 'ME', '@track'],
        ask: { turn: ['ME', 'push:ES>n11'], right: ['escaped'] },
      },
      { say: 'end', marks: ['ES', 'ME', '@track'] },
    ],
  },
];

export const lessons: Lesson[] = [detective, jack, ...questions];
