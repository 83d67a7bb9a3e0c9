/* Beginning a game: it is made, its keys are kept, and the page goes there. */
import { api } from './api';
import { keep } from './keys';
import type { Seat } from './model';
import { go } from './route.svelte';

type Wish = Parameters<typeof api.make>[0];

export async function begin(wish: Wish) {
  const made = await api.make(wish);
  keep(made.id, made.keys);
  go(`/g/${made.id}`);
}

/* A game against a player of the computer, in this seat. */
export function against(
  player: string,
  game: string,
  seat: Seat,
  options: Wish['options'] = {},
): Wish {
  return {
    game,
    options,
    seats: { jack: player, detective: player, [seat]: 'me' },
    public: false,
  };
}
