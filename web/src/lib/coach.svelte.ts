/* The coach: after each turn of one's own against the lower levels, what it allowed or achieved.
 * The server decides where the coach may speak, and what there is to say. */
import { api, type Coaching, type Remark } from './api';
import { list, t, type Key } from './i18n.svelte';
import type { Marks } from './marks';
import { noMarks } from './marks';
import { prefs } from './prefs.svelte';
import type { Table } from './table.svelte';
import { nameOf } from './words';

const levels = ['level1', 'level2', 'level3'];

/* The text of a remark, by who reads it. */
const keys: Record<string, string> = {
  'may-leave': 'leave',
  'may-not-leave': 'stay',
  'may-catch': 'catch',
  'may-not-catch': 'safe',
};

export class Coach {
  advice: Coaching | undefined = $state.raw();
  #asked = -1; /* the number of events at which it was asked */

  constructor(readonly table: Table) {}

  /* Whether there can be a coach in this game. */
  get present(): boolean {
    const { state, viewer } = this.table;
    if (!state || state.rated || (viewer !== 'jack' && viewer !== 'detective')) return false;
    const other = state.seats[viewer === 'jack' ? 'detective' : 'jack'];
    return state.status === 'playing' && levels.includes(other) && state.you.includes(viewer);
  }

  /* Asks once in each of one's own turns, what is to be said of the one before: it is judged by how
   * things stand now, so nothing is said while the others act. */
  async listen() {
    const { history, viewer, id, mine } = this.table;
    const now = history.at(-1)?.seq ?? 0;
    if (!mine) this.advice = undefined;
    if (!prefs.coach || !this.present || !mine || now === this.#asked) return;
    this.#asked = now;
    try {
      const advice = await api.coach(id, viewer);
      if (now === this.#asked && this.table.mine) this.advice = advice;
    } catch {
      this.advice = undefined; /* the game goes on without */
    }
  }

  #say(remark: Remark): string {
    const { game, viewer } = this.table;
    if (remark.code === 'left') {
      const { visible = 0, invisible = 0, answer } = remark;
      if (viewer !== 'jack' || !answer)
        return visible && invisible ? t('coach.left.detective', { visible, invisible }) : '';
      return t(`coach.left.${answer}`, { n: answer === 'visible' ? visible : invisible });
    }
    const key = keys[remark.code];
    if (!key) return '';
    const names = (codes: string[] = []) => list(codes.map((c) => nameOf(game, c)));
    const side = viewer === 'jack' ? 'jack' : 'detective';
    return t(`coach.${key}.${side}` as Key, { who: names(remark.who), by: names(remark.by) });
  }

  /* What there is to say, the most urgent first: one or two sentences. */
  get lines(): string[] {
    const { advice } = this;
    const { viewer } = this.table;
    if (!advice || (viewer !== 'jack' && viewer !== 'detective')) return [];
    if (!advice.seq) return [t(`coach.start.${viewer}`)];
    const urgent = viewer === 'jack' ? 'may-catch' : 'may-leave';
    const told = (fits: (code: string) => boolean) =>
      advice.remarks.filter((r) => fits(r.code)).map((r) => this.#say(r));
    return [
      ...told((code) => code === urgent),
      ...told((code) => code === 'left'),
      ...told((code) => code !== urgent && code !== 'left'),
    ]
      .filter(Boolean)
      .slice(0, 2);
  }

  /* Whom it speaks of, on the board. */
  get marks(): Marks {
    const { state } = this.table;
    const who = (this.advice?.remarks ?? [])
      .filter((r) => ['may-leave', 'may-catch'].includes(r.code))
      .flatMap((r) => r.who ?? []);
    const places = (state?.scene ?? [])
      .filter((m) => m.layer === 'piece' && who.includes(m.symbol))
      .map((m) => m.place);
    return { ...noMarks, rings: [...new Set(places)] };
  }
}
