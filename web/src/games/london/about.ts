/* London: who can do what. Diagrams are boards of a few hexes, x a column and y a doubled row. */
import type { About } from '../../lib/topics';

const MOVE = ['L-4.1', 'L-4.5'];

export const about: Record<string, About> = {
  SH: {
    moves: 3,
    rules: [...MOVE, 'L-5.2', 'L-5.1'],
    diagram: {
      ground: { street: '0,0 1,-1 2,0 3,-1 4,0', house: '0,-2 1,1 2,-2 3,1 4,-2' },
      pieces: { SH: '0,0' },
      acts: ['walk 0,0 1,-1 2,0 3,-1', 'card 4,0'],
    },
  },
  JW: {
    moves: 3,
    rules: [...MOVE, 'L-5.3', 'L-5.4', 'L-7.2', 'L-7.3'],
    diagram: {
      ground: { street: '0,0 1,1 2,2 3,3 1,-1 2,0 3,1 4,2', house: '4,4 0,2 1,3' },
      light: '1,1 2,2 3,3',
      pieces: { JW: '0,0' },
      lines: ['beam 0,0 3,3'],
      acts: [],
    },
  },
  JS: {
    moves: 3,
    rules: [...MOVE, 'L-5.5', 'L-7.1', 'L-5.1'],
    diagram: {
      ground: {
        gaslight: '1,0 5,0',
        street: '0,-1 0,1 1,-2 1,2 2,-1 2,1 3,0 4,-1 4,1 5,-2 5,2 6,-1 6,1',
      },
      things: { lamp: '1,0' },
      light: '0,-1 0,1 1,-2 1,2 2,-1 2,1',
      acts: ['jump 1,0 5,0'],
    },
  },
  IL: {
    moves: 3,
    rules: [...MOVE, 'L-5.6', 'L-6.4', 'L-5.1'],
    diagram: {
      ground: { exit: '0,0 4,0', street: '1,1 2,0 3,1', house: '1,-1 2,2 3,-1' },
      things: { cordon: '0,0' },
      pieces: { IL: '2,0' },
      acts: ['jump 0,0 4,0'],
    },
  },
  MS: {
    moves: 4,
    rules: ['L-4.1', 'L-5.7', 'L-4.5'],
    diagram: {
      ground: { street: '0,0 4,0 4,2 0,2', house: '1,-1 2,0 1,1 3,1 2,2', gaslight: '3,-1' },
      pieces: { MS: '0,0' },
      acts: ['walk 0,0 1,-1 2,0 3,-1 4,0'],
    },
  },
  SG: {
    moves: 3,
    rules: [...MOVE, 'L-5.8', 'L-5.9', 'L-5.10', 'L-5.11', 'L-5.12', 'L-5.13'],
    diagram: {
      ground: { street: '0,0 1,1 2,0 3,1 4,0 5,1 6,0', house: '1,-1 3,-1 5,-1 2,2 4,2' },
      pieces: { SG: '3,1', WG: '0,0', MS: '6,0' },
      acts: ['walk 0,0 1,1 2,0', 'walk 6,0 5,1'],
    },
  },
  WG: {
    moves: 3,
    rules: ['L-5.14', ...MOVE],
    diagram: {
      ground: { street: '0,0 1,1 3,1 4,0', house: '1,-1 2,0 3,-1 2,2' },
      pieces: { WG: '0,0', SH: '4,0' },
      acts: ['swap 0,0 4,0'],
    },
  },
  JB: {
    moves: 3,
    rules: [...MOVE, 'L-5.15', 'L-4.6', 'L-5.1'],
    diagram: {
      ground: { manhole: '0,0 4,0', street: '1,1 2,0 3,1', house: '1,-1 3,-1 2,2' },
      things: { cover: '0,0' },
      acts: ['jump 0,0 4,0'],
    },
  },
  street: { rules: ['L-4.2', 'L-4.3', 'L-4.4'] },
  house: { rules: ['L-4.2', 'L-5.7'] },
  manhole: { rules: ['L-4.5', 'L-4.6'] },
  gaslight: { rules: ['L-4.2', 'L-5.5', 'L-7.1'] },
  exit: { rules: ['L-6.3', 'L-6.4'] },
  lamp: { rules: ['L-7.1', 'L-3.4', 'L-5.5'] },
  cordon: { rules: ['L-6.4', 'L-5.6'] },
  cover: { rules: ['L-4.6', 'L-5.15'] },
  light: { rules: ['L-7.1', 'L-7.4', 'L-7.6'] },
  beam: { rules: ['L-7.2', 'L-7.3', 'L-5.3'] },
};
