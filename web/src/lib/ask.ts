/* Asking what something is, by hand: a long press with a finger, the right button of a mouse, or any
 * tap while help.asking is on. What can be asked about has data-about (a character, an action) or,
 * on the board, data-id (a place). None of it plays anything: the click that follows is swallowed. */
import type { Game } from './game';
import { help } from './help.svelte';

const LONG = 500; /* milliseconds */
const STILL = 10; /* pixels that a finger may slip */

/* Listens while the game's board is shown; returns what ends it. */
export function listen(game: () => Game): () => void {
  let timer = 0;
  let swallow = false;
  let at = { x: 0, y: 0 };

  const topicAt = (event: Event) =>
    (event.target as Element | null)?.closest<HTMLElement>('[data-about], .spot[data-id]');

  function explain(event: Event): boolean {
    const found = topicAt(event);
    if (!found || help.topic) return false;
    const { about, id } = found.dataset;
    if (about) help.about(game(), about);
    else if (id && help.board?.points.has(id)) help.place(game(), id);
    else return false;
    return true;
  }

  const stop = () => clearTimeout(timer);

  const handlers: { [K in keyof DocumentEventMap]?: (event: DocumentEventMap[K]) => void } = {
    pointerdown(event) {
      stop();
      swallow = false;
      at = { x: event.clientX, y: event.clientY };
      if (event.pointerType !== 'mouse' && event.isPrimary && topicAt(event))
        timer = window.setTimeout(() => (swallow = explain(event)), LONG);
    },
    pointermove(event) {
      if (Math.hypot(event.clientX - at.x, event.clientY - at.y) > STILL) stop();
    },
    pointerup: stop,
    pointercancel: stop,
    contextmenu(event) {
      if (!topicAt(event)) return;
      event.preventDefault();
      stop();
      if (explain(event)) swallow = true;
    },
    click(event) {
      const take = swallow || (help.asking && explain(event));
      swallow = false;
      if (!take) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
  const all = Object.entries(handlers) as [string, EventListener][];
  for (const [name, handler] of all) document.addEventListener(name, handler, true);
  return () => {
    stop();
    for (const [name, handler] of all) document.removeEventListener(name, handler, true);
  };
}
