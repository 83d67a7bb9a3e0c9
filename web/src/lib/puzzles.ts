/* The puzzles that come with the client: a file for each game, loaded when somebody wants to solve. */
import { puzzleFiles } from '../gen/puzzles';
import { fetchPacked } from './engine';
import { parsePuzzles, type Puzzle } from './puzzlefile';

export const hasPuzzles = (game: string) => Object.hasOwn(puzzleFiles, game);

const loaded = new Map<string, Promise<Puzzle[]>>();

/* The puzzles of a game, in the order of the file. */
export function puzzlesOf(game: string): Promise<Puzzle[]> {
  const address = puzzleFiles[game];
  if (!address) return Promise.resolve([]);
  const known =
    loaded.get(game) ??
    fetchPacked(address).then((bytes) => parsePuzzles(new TextDecoder().decode(bytes)));
  loaded.set(game, known);
  known.catch(() => loaded.delete(game));
  return known;
}
