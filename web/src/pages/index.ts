/* Every page is a file of its own, loaded when somebody goes there. */
import { api, type Catalogue } from '../lib/api';
import { route } from '../lib/route.svelte';

export const pages = {
  home: () => import('./Home.svelte'),
  game: () => import('./GamePage.svelte'),
  learn: () => import('./Learn.svelte'),
  lessons: () => import('./Lessons.svelte'),
  replay: () => import('./ReplayPage.svelte'),
  rules: () => import('./RulesPage.svelte'),
  lost: () => import('./Lost.svelte'),
};

let early: Promise<Catalogue | undefined> | undefined;

/* The first page and the catalogue are asked for at the same time as the texts. */
export function begin() {
  early = api.catalogue().catch(() => undefined);
  const { page } = route.now;
  if (page in pages) pages[page as keyof typeof pages]().catch(() => {});
}

export async function catalogue(): Promise<Catalogue> {
  const found = await early;
  early = undefined;
  return found ?? api.catalogue();
}
