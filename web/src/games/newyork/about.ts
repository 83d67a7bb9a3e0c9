/* New York: who can do what. Diagrams are boards of a few hexes, x a column and y a doubled row. */
import type { Diagram } from '../../lib/diagram';
import type { About } from '../../lib/topics';

/* A street between buildings, which two diagrams share. */
const BLOCK = { street: '0,0 1,1 2,0 3,1 4,0', building: '1,-1 3,-1 2,2' };

/* Everybody's movement. */
const person = (rules: string[], diagram: Diagram): About => ({
  moves: 3,
  rules: [...rules, 'N-5.1'],
  diagram,
});

export const about: Record<string, About> = {
  AB: person(['N-6.1', 'N-6.4', 'N-4.3'], {
    ground: BLOCK,
    things: { metro: '0,0 4,0' },
    pieces: { AB: '2,0' },
    acts: ['put 4,0', 'jump 0,0 4,0'],
  }),
  CR: person(['N-5.5', 'N-6.2', 'N-6.4'], {
    ground: { street: '0,0 3,1 4,0 5,1', building: '1,-1 2,0 1,1 3,-1' },
    things: { site: '4,0' },
    pieces: { CR: '0,0' },
    acts: ['jump 0,0 3,1', 'put 4,0'],
  }),
  LL: person(['N-6.3', 'N-6.4', 'N-8.1'], {
    ground: { street: '2,0 1,-1 3,-1 2,-2 2,2 1,1 3,1 0,0', building: '4,0' },
    things: { lamp: '2,0' },
    light: '1,-1 3,-1 2,-2 2,2 1,1 3,1',
    pieces: { LL: '0,0' },
    acts: ['put 2,0'],
  }),
  EG: person(['N-6.5', 'N-8.2'], {
    ground: BLOCK,
    things: { site: '0,0', park: '4,0' },
    pieces: { EG: '2,0' },
    acts: ['jump 0,0 4,0', 'turn 4,0'],
  }),
  JC: person(['N-6.6', 'N-4.1'], {
    ground: { street: '0,0 0,2 1,1 2,0 3,1 4,0 4,2', building: '1,-1 3,-1 2,2' },
    things: { probe: '0,0 0,2' },
    acts: ['jump 0,0 4,0', 'jump 0,2 4,2'],
    state: { investigation: [['0,0', '0,2']] },
  }),
  ME: person(['N-6.7', 'N-6.12'], {
    ground: { street: '0,0 1,1 2,0 3,1 4,0 5,1', building: '1,-1 3,-1 2,2 4,2' },
    pieces: { ME: '0,0', AB: '2,0' },
    acts: ['walk 2,0 3,1 4,0 5,1'],
  }),
  FT: person(['N-6.8', 'N-6.12'], {
    ground: { street: '0,0 1,1 2,2 3,1 4,2 5,1', building: '1,-1 2,0 3,-1 4,0' },
    pieces: { FT: '0,0', LL: '1,1', EG: '5,1' },
    acts: ['swap 1,1 5,1'],
  }),
  ES: person(['N-6.10', 'N-7.3'], {
    ground: { port: '0,0 4,0', quay: '1,1 2,0 3,1', street: '2,2' },
    things: { ship: '0,0' },
    pieces: { ES: '2,2' },
    acts: ['jump 0,0 4,0'],
  }),
  street: { rules: ['N-4.1', 'N-6.4', 'N-8.1'] },
  building: { rules: ['N-4.1', 'N-5.5'] },
  quay: { rules: ['N-4.1', 'N-8.4'] },
  port: { rules: ['N-4.1', 'N-7.3'] },
  exit: { rules: ['N-7.2', 'N-7.3'] },
  island: { rules: ['N-4.2', 'N-8.2'] },
  metro: { rules: ['N-4.3', 'N-6.1'] },
  lamp: { rules: ['N-8.1', 'N-6.3', 'N-4.1'] },
  site: { rules: ['N-6.2', 'N-4.1', 'N-5.5'] },
  park: { rules: ['N-6.5', 'N-8.2', 'N-8.3'] },
  probe: { rules: ['N-6.6', 'N-4.1', 'N-4.3'] },
  ship: { rules: ['N-7.3', 'N-6.10'] },
  informant: { rules: ['N-6.9', 'N-5.3', 'N-8.5'] },
  'informant-x': { rules: ['N-6.9', 'N-3.2'] },
  light: { rules: ['N-8.1', 'N-8.3', 'N-8.6'] },
  ferry: { rules: ['N-4.2'] },
};
