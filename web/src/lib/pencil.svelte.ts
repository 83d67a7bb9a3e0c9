/* Pencil marks: what a player thinks of a suspect. They are kept in this browser, for each game and
 * seat, and never sent. */
import type { Viewer } from './model';

export const marks = ['none', 'suspected', 'unlikely', 'note'] as const;
export type PencilMark = (typeof marks)[number];

interface Entry {
  mark: PencilMark;
  text?: string;
}

const name = (id: string, viewer: Viewer) => `alibi-pencil-${id}-${viewer}`;

function load(key: string): Record<string, Entry> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}');
  } catch {
    return {}; /* storage is off, or holds something else */
  }
}

export class Pencil {
  #key: string;
  #entries: Record<string, Entry> = $state({});

  constructor(id: string, viewer: Viewer) {
    this.#key = name(id, viewer);
    this.#entries = load(this.#key);
  }

  mark(code: string): PencilMark {
    const found = this.#entries[code]?.mark;
    return found && marks.includes(found) ? found : 'none';
  }

  text(code: string): string {
    return String(this.#entries[code]?.text ?? '');
  }

  /* The next mark of the round. */
  turn(code: string) {
    const next = marks[(marks.indexOf(this.mark(code)) + 1) % marks.length]!;
    this.#entries[code] = { mark: next, text: this.text(code) };
    this.#save();
  }

  write(code: string, text: string) {
    this.#entries[code] = { mark: 'note', text: text.slice(0, 80) };
    this.#save();
  }

  #save() {
    try {
      localStorage.setItem(this.#key, JSON.stringify(this.#entries));
    } catch {
      /* kept for this page only */
    }
  }
}
