/* A study: a tree of what was or could be played, from the set-up of a game or from any position. Its
 * text is a record with variations (docs/notation.md), which the engine reads and checks; a line of it,
 * from the beginning to some step, is a record too, and the engine tells how it stands there.
 *
 * A record with a View is studied with that view and nothing more. There a step also holds what was
 * announced after its move: the game stands still in between. */
import { api, Refusal, type Look, type Studied, type StudyLook, type Viewer } from './api';
import type { Game, Library } from './game';
import { t } from './i18n.svelte';
import type { Seat } from './model';
import { fieldIn } from './position';
import { whole } from './scene';
import { verb } from './steps';
import { capital, lacksWords, sentences, textOf, words } from './words';

export class Step {
  children: Step[] = $state([]);
  comment = $state('');
  /* the move and what is told after it, with the server's words where they are known */
  spoken: { token: string; words?: string }[] = $state.raw([]);
  /* how it stands after it, by viewer */
  looks = new Map<Viewer, Promise<StudyLook>>();

  constructor(
    readonly parent: Step | undefined,
    /* a move, and in a seat's record what is announced after it */
    readonly tokens: string[],
    readonly by: Seat | 'chance' | '' = '',
    readonly round = 0,
    readonly slot = 0,
    spoken: Step['spoken'] = [],
  ) {
    this.spoken = spoken;
  }

  /* The steps from the beginning to this one. */
  get path(): Step[] {
    return this.parent ? [...this.parent.path, this] : [];
  }

  /* Who is being played after it. */
  get active(): string {
    const [token = ''] = this.tokens;
    return verb(token) === 'pick' ? token : (this.parent?.active ?? '');
  }

  /* The last step of its line. */
  get end(): Step {
    let step: Step = this;
    while (step.children[0]) step = step.children[0];
    return step;
  }

  /* Whether it belongs to the main line. */
  get main(): boolean {
    return !this.parent || (this.parent.children[0] === this && this.parent.main);
  }

  say(game: Game): string {
    return sentences(this.spoken.map((s) => words(game, s, this.active)));
  }
}

/* A value in quotes, as tags have it. */
const quote = (value: string) => `"${value.replace(/["\\]/g, '\\$&')}"`;

/* Tags that tell of one course of the game, which a study need not keep to. */
const passing = ['Result', 'Commitment', 'Secret', 'Salt', 'Ended'];

function tagsOf(record: string): [string, string][] {
  const lines = record.slice(0, record.indexOf('\n\n')).split('\n');
  return lines.flatMap((line) => {
    const [, key, value] = /^\[(\w+) "(.*)"\]$/.exec(line) ?? [];
    if (!key || passing.includes(key)) return [];
    return [[key, (value ?? '').replace(/\\(.)/g, '$1')] as [string, string]];
  });
}

const fieldOf = (line: string, name: string) =>
  new RegExp(` ${name}=(\\S+)`).exec(line)?.[1] ?? '';

/* Whose view a position line is, by what it hides. */
export function viewAt(line: string): Viewer {
  const jack = fieldOf(line, 'jack') === '?';
  if (fieldOf(line, 'detective-drew').startsWith('?')) return jack ? 'public' : 'jack';
  return jack ? 'detective' : 'truth';
}

/* The record of a game that begins at this position line. */
export function recordAt(game: Game, line: string): string {
  const view = viewAt(line);
  const options = game.options
    .filter((o) => fieldOf(line, o.name))
    .map((o) => `[${capital(o.name)} ${quote(fieldOf(line, o.name))}]\n`);
  const tags = view === 'truth' ? options : [...options, `[View "${view}"]\n`];
  return `[Game "${game.name}"]\n${tags.join('')}[Position ${quote(line)}]\n\n`;
}

/* The steps of a record as a tree. */
function grow(root: Step, steps: Studied['steps']) {
  const found: Step[] = []; /* by number */
  const before: string[][] = []; /* the tokens that a step had when that number was told */
  for (const s of steps) {
    const last = s.after < 0 ? root : found[s.after]!;
    const told = s.told ?? [];
    let step: Step | undefined;
    if (s.seq === undefined) {
      /* What is announced belongs to its move. Another answer is another step beside it. */
      const had = before[s.after] ?? [];
      if (last.tokens.length === had.length) step = last;
      else {
        const { parent, by, round, slot, spoken } = last;
        step = new Step(parent, [...had], by, round, slot, spoken.slice(0, had.length));
        parent!.children.push(step);
      }
      step.tokens.push(s.token);
      step.spoken = [...step.spoken, s];
    } else {
      step = last.children.find((c) => c.tokens.length === 1 && c.tokens[0] === s.token);
      if (!step) {
        step = new Step(last, [s.token], s.by ?? '', s.round, s.slot, [s, ...told]);
        last.children.push(step);
      }
    }
    if (s.comment) step.comment = [step.comment, s.comment].filter(Boolean).join(' ');
    found.push(step);
    before.push([...step.tokens]);
  }
}

/* A comment as the notation can hold it: there braces end it. */
export const plain = (comment: string) =>
  comment.replace(/\{/g, '(').replace(/\}/g, ')').replace(/\0/g, ' ');

/* A line in the notation, variations after the token that they replace. */
function print(step: Step, beside: Step[] = []): string {
  const parts: string[] = [];
  for (let now: Step | undefined = step, others = beside; now;) {
    const [move, ...announced] = now.tokens;
    const comment = plain(now.comment).trim();
    parts.push(move!);
    if (comment && !announced.length) parts.push(`{${comment}}`);
    parts.push(...others.map((other) => `(${print(other)})`), ...announced);
    if (comment && announced.length) parts.push(`{${comment}}`);
    const [next, ...more]: Step[] = now.children;
    now = next;
    others = more;
  }
  return parts.join(' ');
}

/* Of a position line the field is named that cannot be. */
async function readPosition(game: Game, line: string): Promise<Studied> {
  const record = recordAt(game, line);
  try {
    return await api.study.read(record);
  } catch (e) {
    if (!(e instanceof Refusal) || !e.at) throw e;
    const name = fieldIn(record, line, e.at);
    const field = textOf(game, `field.${name}`, name);
    const { why } = e.at;
    throw new Refusal(e.code, name ? t('analysis.edit.wrong', { field, why }) : why);
  }
}

export class Study {
  comment = $state('');
  root: Step = new Step(undefined, []);
  at: Step = $state(this.root);

  private constructor(
    readonly game: Game,
    readonly tags: [string, string][],
    /* through whose eyes the record is, and can be looked at; `truth`: everybody's */
    readonly view: Viewer,
  ) {}

  /* Reads a record, or a position line; refuses what may not be studied. */
  static async read(library: Library, text: string): Promise<Study> {
    const line = text.trim();
    const named = library.games.find((g) => line === g.name || line.startsWith(`${g.name} `));
    const read =
      named && !line.includes('\n')
        ? await readPosition(named, line)
        : await api.study.read(text);
    const game = library.games.find((g) => g.name === read.game);
    if (!game) throw new Refusal('unknown', t('failure.unknown', { game: read.game }));
    const tags = tagsOf(read.record);
    if (tags.some(([key, value]) => key === 'Running' && value === 'people'))
      throw new Refusal('running', t('analysis.running'));
    const study = new Study(game, tags, read.as);
    study.comment = read.comment ?? '';
    grow(study.root, read.steps);
    return study;
  }

  get #head(): string {
    return this.tags.map(([key, value]) => `[${key} ${quote(value)}]\n`).join('') + '\n';
  }

  /* The game up to STEP as a record. */
  record(step: Step = this.at): string {
    return `${this.#head}${step.path.flatMap((s) => s.tokens).join(' ')}\n`;
  }

  /* All of it. */
  get draft(): string {
    const comment = plain(this.comment).trim();
    const [first, ...others] = this.root.children;
    const line = first ? print(first, others) : '';
    return `${this.#head}${comment ? `{${comment}}\n` : ''}${line}\n`;
  }

  /* All of it in its canonical layout. */
  async text(): Promise<string> {
    return (await api.study.read(this.draft)).record;
  }

  /* How it stands after STEP, in the eyes of VIEWER. */
  look(step: Step, viewer: Viewer): Promise<StudyLook> {
    const eyes = this.view === 'truth' ? viewer : this.view;
    const asked =
      step.looks.get(eyes) ??
      api.study
        .trial(this.record(step), eyes, [], lacksWords(this.game) ? 1 : undefined)
        .then((sent) => {
          const last = sent.history.at(-1);
          const told = last?.told ?? [];
          if (last?.token && eyes === this.view)
            step.spoken = [{ token: last.token, words: last.words ?? '' }, ...told];
          return whole(this.game, sent);
        });
    step.looks.set(eyes, asked);
    asked.catch(() => step.looks.delete(eyes));
    return asked;
  }

  /* What trying out TOKENS here leads to: the rule that forbids it, otherwise. */
  async try(seat: Seat, tokens: string[]): Promise<Look> {
    return whole(this.game, await api.study.trial(this.record(), seat, tokens, undefined));
  }

  /* --- The tree --- */

  /* Goes on by these tokens: along a step that is there, or a new one. LOOK is how it stands here. */
  play(look: StudyLook, tokens: string[]) {
    const at = this.at;
    const known = at.children.find((c) => c.tokens.join(' ') === tokens.join(' '));
    const { to_act, round, slot } = look.view;
    const by = to_act === 'none' ? '' : to_act;
    const [token = ''] = tokens;
    const said = look.legal.find((l) => l.token === token)?.words;
    const spoken = tokens.map((x, i) =>
      i || !said ? { token: x } : { token: x, words: said },
    );
    this.at = known ?? new Step(at, [...tokens], by, round, slot, spoken);
    if (!known) at.children.push(this.at);
  }

  /* Takes STEP and all that follows it away. */
  remove(step: Step) {
    const { parent } = step;
    if (!parent) return;
    if (this.at.path.includes(step)) this.at = parent;
    parent.children = parent.children.filter((c) => c !== step);
  }

  /* Makes the line through STEP the main line. */
  promote(step: Step) {
    for (const s of step.path)
      s.parent!.children = [s, ...s.parent!.children.filter((c) => c !== s)];
  }
}
