/* What somebody wants to play, in a line: "London · as Jack · 5 min + 5 s a turn · rated". */
import type { Wish } from '../../lib/api';
import { agreed } from '../../lib/clocks.svelte';
import type { Library } from '../../lib/game';
import { t } from '../../lib/i18n.svelte';
import { seatName, titleOf } from '../../lib/words';

export function terms(library: Library, wish: Wish): string {
  const game = library.games.find((g) => g.name === wish.game);
  const role = wish.role ?? 'any';
  return [
    game ? titleOf(game) : wish.game,
    role === 'any'
      ? t('pairing.any')
      : t('meet.as', { seat: game ? seatName(game, role) : role }),
    wish.clock ? agreed(wish.clock) : t('clock.none'),
    wish.rated ? t('meet.rated.yes') : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
