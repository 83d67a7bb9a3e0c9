/* Beginning a game: it is made, its keys are kept, and the page goes there. */
import { alone } from './address';
import { api, Refusal, type Made, type Wished } from './api';
import { device, hasDevice, isOnDevice } from './device.svelte';
import { keep } from './keys';
import type { Seat } from './model';
import { go } from './route.svelte';

type Wish = Wished;

/* On this device where that is wished, or where the server cannot be reached; but nobody can come to
 * an open seat there, and it has no clocks. */
async function make(wish: Wish, here: boolean): Promise<Made> {
  const able = hasDevice && !wish.clock && !Object.values(wish.seats).includes('open');
  if (able && (here || alone)) return api.make(wish, true);
  try {
    return await api.make(wish);
  } catch (e) {
    if (!able || !(e instanceof Refusal) || e.code !== 'network') throw e;
    return api.make(wish, true);
  }
}

export async function begin(wish: Wish, here = false) {
  const made = await make(wish, here);
  if (isOnDevice(made.id)) device.cherish();
  else keep(made.id, made.keys);
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
