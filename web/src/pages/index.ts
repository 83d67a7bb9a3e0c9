/* Every page is a file of its own, loaded when somebody goes there. */
export const pages = {
  home: () => import('./Home.svelte'),
  game: () => import('./GamePage.svelte'),
  learn: () => import('./Learn.svelte'),
  lessons: () => import('./Lessons.svelte'),
  replay: () => import('./ReplayPage.svelte'),
  analysis: () => import('./AnalysisPage.svelte'),
  puzzles: () => import('./Puzzles.svelte'),
  puzzle: () => import('./PuzzlePage.svelte'),
  explore: () => import('./ExplorePage.svelte'),
  review: () => import('./ReviewPage.svelte'),
  people: () => import('./ProfilePage.svelte'),
  ladder: () => import('./LadderPage.svelte'),
  rules: () => import('./RulesPage.svelte'),
  account: () => import('./AccountPage.svelte'),
  lost: () => import('./Lost.svelte'),
};
