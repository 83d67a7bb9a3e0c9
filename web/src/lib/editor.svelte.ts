/* A position that is being set up by hand: fields that are changed one by one, also by way of positions
 * that cannot be. The engine is asked after each change; the board shows the last position that can be,
 * with what was moved since. */
import { api, Refusal, type StudyLook } from './api';
import type { Game } from './game';
import type { Mark } from './model';
import {
  codesOf,
  fieldIn,
  fieldsOf,
  itemsOf,
  lineOf,
  listOf,
  type FieldValue,
} from './position';
import { whole } from './scene';
import { recordAt, viewAt } from './study.svelte';
import { lacksWords } from './words';

/* Something on the board: the field that it belongs to, and which of its items it is. */
export interface Held {
  field: string;
  index: number;
  place: string;
}

export class Editor {
  fields: FieldValue[] = $state([]);
  look: StudyLook | undefined = $state.raw();
  /* why this cannot be, and the field where it shows */
  trouble: { why: string; field: string } | undefined = $state.raw();
  held: Held | undefined = $state.raw();
  busy = $state(false);
  /* what was moved since the last position that can be */
  #moved: [from: string, to: string, symbol?: string][] = $state.raw([]);
  #wish = 0;

  constructor(
    readonly game: Game,
    line: string,
  ) {
    this.fields = fieldsOf(game, line);
  }

  /* The line of the set-up, once chance has dealt. */
  static async dealt(record: string): Promise<string> {
    const dealt: string[] = [];
    for (;;) {
      const text = `${record}\n${dealt.join(' ')}\n`;
      const { view, legal, position } = await api.study.trial(text, 'truth', [], undefined);
      if (view.to_act !== 'chance' || !legal[0]) return position;
      dealt.push(legal[0].token);
    }
  }

  readonly line = $derived.by(() => lineOf(this.game, this.fields));

  /* What the board shows. */
  readonly shown: StudyLook | undefined = $derived.by(() => {
    const look = this.look;
    if (!look || !this.#moved.length) return look;
    const put = (mark: Mark): Mark =>
      this.#moved.reduce(
        (m, [from, to, symbol]) =>
          m.place === from && (symbol ? m.symbol === symbol : m.layer === 'thing')
            ? { ...m, place: to }
            : m,
        mark,
      );
    return { ...look, scene: look.scene.map(put) };
  });

  value(name: string): string {
    return this.fields.find((f) => f.name === name)?.value ?? '';
  }

  async set(name: string, value: string) {
    const field = this.fields.find((f) => f.name === name);
    if (!field || field.value === value) return;
    field.value = value;
    await this.check();
  }

  /* Asks the engine whether it can be. */
  async check() {
    const mine = ++this.#wish;
    const record = recordAt(this.game, this.line);
    const words = lacksWords(this.game) ? 1 : undefined;
    this.busy = true;
    try {
      const sent = await api.study.trial(record, viewAt(this.line), [], words);
      if (mine !== this.#wish) return;
      this.look = whole(this.game, sent);
      this.trouble = undefined;
      this.#moved = [];
    } catch (e) {
      if (!(e instanceof Refusal)) throw e;
      if (mine !== this.#wish) return;
      const field = fieldIn(record, this.line, e.at);
      this.trouble = { why: e.at?.why ?? e.message, field };
    } finally {
      if (mine === this.#wish) this.busy = false;
    }
  }

  /* --- On the board --- */

  /* Everything that has a place: characters before things. */
  readonly placed: (Held & { code?: string; word?: string })[] = $derived.by(() => {
    const stands = this.fields.filter((f) => f.kind === 'stand');
    const places = this.fields.filter((f) => f.kind === 'places' || f.kind === 'tiles');
    const codes = codesOf(this.game);
    /* A tile lies where its character is drawn. */
    const where = (code: string) =>
      this.look?.scene.find((m) => m.layer === 'piece' && m.symbol === code)?.place ?? '';
    return [...stands, ...places].flatMap((f) =>
      itemsOf(f.value).map((item, index) => {
        const [first = '', word] = item.split(':');
        const tile = f.kind === 'tiles';
        const place = tile ? where(first) : first;
        const code = f.kind === 'stand' ? codes[index] : tile ? first : undefined;
        return {
          field: f.name,
          index,
          place,
          ...(code === undefined ? {} : { code }),
          ...(word === undefined ? {} : { word }),
        };
      }),
    );
  });

  /* What can be pointed at: something to take, or where to put it. */
  readonly points: Set<string> = $derived.by(
    () =>
      new Set(
        this.held ? this.game.places.map((p) => p.name) : this.placed.map((p) => p.place),
      ),
  );

  /* Somebody points at a place: takes what is there, or puts there what was taken. */
  async point(place: string) {
    if (this.held) {
      const held = this.held;
      this.held = undefined;
      if (held.place !== place) await this.move(held, place);
      return;
    }
    this.held = this.placed.find((p) => p.place === place);
  }

  /* Puts something elsewhere; another of its kind that is there comes in its place. */
  async move({ field, index, place: from }: Held, to: string) {
    const f = this.fields.find((x) => x.name === field)!;
    const items = itemsOf(f.value);
    if (f.kind === 'tiles') {
      const there = this.placed.find((p) => p.field === field && p.place === to);
      if (there?.code) await this.swap(f, index, there.code);
      return;
    }
    const at = (i: number) => items[i]!.split(':')[0]!;
    const put = (i: number, place: string) =>
      (items[i] = [place, ...items[i]!.split(':').slice(1)].join(':'));
    const other = items.findIndex((_, i) => i !== index && at(i) === to);
    const codes = f.kind === 'stand' ? codesOf(this.game) : [];
    put(index, to);
    if (other >= 0) put(other, from);
    const swapped: [string, string, string?][] =
      other >= 0 && codes[other] ? [[to, from, codes[other]]] : [];
    this.#moved = [...this.#moved, [from, to, codes[index]], ...swapped] as typeof swapped;
    await this.set(field, listOf(this.game, f.kind, items));
  }

  async add(field: FieldValue) {
    const items = itemsOf(field.value);
    const used = items.map((item) => item.split(':')[0]);
    const like = this.game.places.find((p) => p.name === used[0])?.ground;
    const free = this.game.places.filter((p) => !used.includes(p.name));
    const place = (free.find((p) => p.ground === like) ?? free[0])?.name ?? '';
    const item = field.words.length ? `${place}:${field.words[0]}` : place;
    await this.set(field.name, listOf(this.game, field.kind, [...items, item]));
  }

  /* Tile CODE comes to slot INDEX, and the one there to where it was. */
  async swap(field: FieldValue, index: number, code: string) {
    const items = itemsOf(field.value);
    const other = items.findIndex((item) => item.startsWith(`${code}:`));
    const here = items[index]!;
    if (other < 0) items[index] = `${code}:${here.split(':')[1]}`;
    else [items[index], items[other]] = [items[other]!, here];
    await this.set(field.name, listOf(this.game, field.kind, items));
  }

  async change(field: FieldValue, index: number, item: string | undefined) {
    const items = itemsOf(field.value);
    items.splice(index, 1, ...(item === undefined ? [] : [item]));
    await this.set(field.name, listOf(this.game, field.kind, items));
  }
}
