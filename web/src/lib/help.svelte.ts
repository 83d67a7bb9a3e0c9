/* Explanations over whatever page is shown: a rule, a character's power, what lies on a place, the
 * legend. Anybody may ask for one; ui/Help.svelte shows it. What is explained depends on the game,
 * on what the board shows anyway, and on nothing else. */
import type { Game } from './game';
import { t } from './i18n.svelte';
import type { Layout } from './layout';
import { tell } from './speak.svelte';

export type Topic =
  | { what: 'rules'; game: string; at?: string | undefined }
  | { what: 'about'; game: string; of: string }
  | { what: 'place'; game: string; place: string }
  | { what: 'legend'; game: string };

class Help {
  /* what is explained, the last one on top */
  topics: Topic[] = $state([]);
  /* the board that is shown, if one is */
  board: Layout | undefined = $state.raw();
  /* a mode: whatever is pointed at is explained, nothing is played */
  asking = $state(false);

  readonly topic: Topic | undefined = $derived(this.topics.at(-1));

  /* Whatever is pointed at next is explained; or it is not, after all. */
  ask() {
    this.asking = !this.asking;
    if (this.asking) tell(t('help.asking'));
  }
  show(topic: Topic) {
    this.topics.push(topic);
    this.asking = false;
  }
  back() {
    this.topics.pop();
  }
  close() {
    this.topics = [];
  }

  about = (game: Game, of: string) => this.show({ what: 'about', game: game.name, of });
  place = (game: Game, place: string) => this.show({ what: 'place', game: game.name, place });
}

export const help = new Help();

/* The keys that ask for help, wherever the focus is: true if this one did. */
export function helpKey(event: KeyboardEvent, game: Game): boolean {
  const to = event.target as Element;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (to.closest('input, textarea, select, dialog')) return false;
  const code = to.closest<HTMLElement>('[data-about]')?.dataset['about'];
  const place = to.closest<HTMLElement>('.spot[data-id]')?.dataset['id'];
  if (event.key === '?') help.ask();
  else if (event.key === 'r') help.show({ what: 'rules', game: game.name });
  else if (event.key === 'l') help.show({ what: 'legend', game: game.name });
  else if (event.key === 'i' && code) help.about(game, code);
  else if (event.key === 'i' && place && help.board?.points.has(place)) help.place(game, place);
  else return false;
  return true;
}
