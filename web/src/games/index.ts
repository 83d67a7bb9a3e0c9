/* The games whose boards can be drawn. */
import type { Game } from '../lib/game';
import { london } from './london';
import { newyork } from './newyork';
import { pocket } from './pocket';

export const games: Record<string, Game> = { london, newyork, pocket };
