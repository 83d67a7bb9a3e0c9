/* Pocket: what every action does, and what the suspects' cards are worth. Diagrams are parts of the
 * district; places have the names that the pictures read, tiles 1 to 9 and posts p1 to p12. */
import type { Diagram } from '../../lib/diagram';
import type { About } from '../../lib/topics';

const tiles = (...who: string[]) => ({ tiles: who.map((code) => ({ who: code })) });

/* The top row; the middle of the district, at which detectives look, is below it. */
const ROW = '1=0,0 2=1,0 3=2,0 5=1,0.2';

/* A detective at the left of a row; the second tile's wall is on the far side. */
const look: Diagram = {
  ground: { tile: '1=0,0 2=1,0 3=2,0 5=1,0', post: 'p12=-0.8,0' },
  walls: { n: '1', e: '2', s: '3' },
  light: '1 2',
  lines: ['sight p12 2'],
  acts: [],
  state: tiles('SG', 'IL', 'MS', '', ''),
};

/* A detective's way around the district. */
const walk = (code: string): Diagram => ({
  ground: { tile: ROW, post: 'p1=0,-0.8 p2=1,-0.8 p3=2,-0.8' },
  walls: { e: '1', s: '2', w: '3' },
  pieces: { [code]: 'p1' },
  acts: ['walk p1 p2 p3'],
  state: tiles('SG', 'IL', 'MS', '', ''),
});

/* A suspect's tile, with its wall. */
const suspect = (who: string): About => ({
  rules: ['P-1.2', 'P-4.1', 'P-6.1'],
  as: 'suspect',
  diagram: {
    ground: { tile: '1=0,0 2=1,0' },
    walls: who === 'JL' ? { n: '1' } : { n: '1 2' },
    pieces: { [who]: '1' },
    acts: ['jump 1 2'],
    state: tiles(who, who),
  },
});

const detective = (code: string): About => ({
  rules: ['P-5.1', 'P-4.2', 'P-4.3', 'P-5.2'],
  moves: 2,
  as: 'detective',
  diagram: { ...look, pieces: { [code]: 'p12' } },
});

export const about: Record<string, About> = {
  ...Object.fromEntries(
    ['SG', 'IL', 'MS', 'JS', 'JP', 'WG', 'JL', 'JB', 'MD'].map((who) => [who, suspect(who)]),
  ),
  Ho: detective('Ho'),
  Wa: detective('Wa'),
  To: detective('To'),
  holmes: { rules: ['P-5.1', 'P-4.2'], diagram: walk('Ho') },
  watson: { rules: ['P-5.1', 'P-4.2'], diagram: walk('Wa') },
  toby: { rules: ['P-5.1', 'P-4.2'], diagram: walk('To') },
  joker: {
    rules: ['P-5.2', 'P-5.3'],
    diagram: {
      ground: { tile: ROW, post: 'p1=0,-0.8 p2=1,-0.8 p3=2,-0.8' },
      walls: { e: '1', s: '2', w: '3' },
      pieces: { Ho: 'p1', To: 'p3' },
      acts: ['walk p1 p2'],
      state: tiles('SG', 'IL', 'MS', '', ''),
    },
  },
  rotate: {
    rules: ['P-5.4', 'P-5.6'],
    diagram: {
      ground: { tile: '1=0,0 2=1.4,0' },
      walls: { n: '1', e: '2' },
      pieces: { SG: '1' },
      acts: ['jump 1 2', 'turn 2'],
      state: tiles('SG', 'SG'),
    },
  },
  exchange: {
    rules: ['P-5.5'],
    diagram: {
      ground: { tile: '1=0,0 2=1,0 3=2,0' },
      walls: { n: '1', e: '2', s: '3' },
      pieces: { IL: '1', WG: '3' },
      acts: ['swap 1 3'],
      state: tiles('IL', 'SG', 'WG'),
    },
  },
  alibi: {
    rules: ['P-5.7', 'P-5.8', 'P-5.9'],
    diagram: {
      ground: { tile: '1=0,0 2=1,0' },
      walls: { n: '1', e: '2' },
      pieces: { MD: '1' },
      acts: ['card 2'],
      state: tiles('MD', 'JP'),
    },
  },
  tile: {
    rules: ['P-1.1', 'P-4.1', 'P-5.4', 'P-5.5'],
    sample: { ground: { tile: '1=0,0' }, acts: [], state: tiles('SG') },
  },
  post: {
    rules: ['P-1.1', 'P-5.1', 'P-4.2'],
    sample: { ground: { post: 'p12=0,0', '': '5=1,0' }, acts: [] },
  },
  wall: { rules: ['P-4.1', 'P-4.2'] },
  light: { rules: ['P-4.3', 'P-6.1'] },
  sight: {
    rules: ['P-4.2', 'P-4.3'],
    sample: { ground: { post: 'p12=0,0', tile: '5=1,0 2,0=2,0' }, acts: [] },
  },
  hourglass: { rules: ['P-1.2', 'P-7.1', 'P-6.1', 'P-5.7'] },
};
