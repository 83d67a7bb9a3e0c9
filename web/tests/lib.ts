/* What the tests take from the client's pure parts. */
export { markup } from '../src/lib/draw';
export { gameOf } from '../src/games';
export { LAND } from '../src/games/newyork';
export { coast } from '../src/games/newyork/coast';
export { centre, directionKeys, frame, heading, next } from '../src/lib/grid';
export { guess, point, verb, verbs, ways } from '../src/lib/steps';
export { explain, languages, list, percent, speak, t, wanted } from '../src/lib/i18n.svelte';
export { Layout } from '../src/lib/layout';
export { lines } from '../src/lib/story';
export { words } from '../src/lib/words';
export { describe, inventory } from '../src/lib/places';
export { parse as parseRoute, pathOf } from '../src/lib/address';
export { paint, rays } from '../src/lib/portrait';
export { prefs } from '../src/lib/prefs.svelte';
export { changed, whole } from '../src/lib/scene';
export * as scenery from '../src/lib/scenery';
export { factsOf, holds } from '../src/lib/facts';
export { marks } from '../src/lib/marks';
export {
  chancePoints,
  pointsWords,
  storyOf,
  suspectPoints,
  turningOf,
} from '../src/lib/course';
export { held, moments } from '../src/lib/moments';
export { answers, since, trace } from '../src/lib/trace';
export { pictureOf, signs } from '../src/lib/signs';
export { marked, matches, parts, wordsOf } from '../src/lib/prose';
export { topicsOf } from '../src/lib/topics';
export { rate } from '../src/lib/glicko';
export { indexOfDay, parsePuzzles } from '../src/lib/puzzlefile';
