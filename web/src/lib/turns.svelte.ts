/* Whose turn it is in all the games of this person at the server, wherever in the client somebody
 * looks: the server's stream of them, which one window of the browser holds for all of them. It
 * tells of a new turn by the desktop and by a sound, if that is wanted and nobody looks at that
 * game. */
import { alone } from './address';
import { api, type News, type Summary } from './api';
import { t } from './i18n.svelte';
import { isSeen, notify, permission } from './notify';
import { prefs, save } from './prefs.svelte';
import { play } from './sounds';

export const isMine = (g: Summary) => !!g.to_act && g.you.includes(g.to_act);
/* Against the computer it is one's turn most of the time, and nobody waits. */
const waits = (g: Summary) =>
  isMine(g) && g.you.length < 2 && Object.values(g.seats).every((player) => player === 'guest');

/* What windows say to each other. */
type Said = { games: Summary[] } | { news: News } | { again: true };

class Turns {
  /* the games as they were told last; undefined before that */
  games: Summary[] | undefined = $state.raw();
  /* notifications are wanted, and this browser does not let them through */
  denied = $state(false);
  /* those in which somebody waits for this person */
  readonly waiting = $derived((this.games ?? []).filter(waits));
  #begun = false;
  #stop: (() => void) | undefined; /* of the window that holds the stream */
  #hear: (news: News) => void = () => {};
  #told: Set<string> | undefined; /* those that waited when they were told last */
  #named: (g: Summary) => { title: string; body: string } = () => ({ title: '', body: '' });
  #others = 'BroadcastChannel' in globalThis ? new BroadcastChannel('alibi turns') : undefined;

  constructor() {
    this.#others?.addEventListener('message', ({ data }: MessageEvent<Said>) => {
      if ('games' in data) this.games = data.games;
      else if ('news' in data) this.#hear(data.news);
      else this.#renew();
    });
  }

  /* Who hears what is told of other people. */
  hearing(hear: (news: News) => void) {
    this.#hear = hear;
  }

  /* From now on, and as whom this browser is known now. */
  again() {
    if (!this.#begun) this.begin();
    else if (this.#stop) this.#renew();
    else this.#others?.postMessage({ again: true } satisfies Said);
  }

  #renew() {
    if (!this.#stop) return;
    this.#stop();
    this.#listen();
  }

  /* What a game is called, for notifications. */
  introduce(named: (g: Summary) => { title: string; body: string }) {
    this.#named = named;
  }

  /* From now on, since there are games of people. */
  begin() {
    if (this.#begun || alone) return;
    this.#begun = true;
    if ('locks' in navigator)
      void navigator.locks.request('alibi turns', () => new Promise(() => this.#listen()));
    else this.#listen();
  }

  #listen() {
    this.#stop = api.follow(
      (games) => {
        this.#others?.postMessage({ games } satisfies Said);
        this.games = games;
        void this.#announce(games);
      },
      (news) => {
        this.#others?.postMessage({ news } satisfies Said);
        this.#hear(news);
      },
    );
  }

  /* What has become this person's turn since the last list. */
  async #announce(games: Summary[]) {
    const before = this.#told;
    this.#told = new Set(games.filter(waits).map((g) => g.id));
    if (!before) return;
    for (const g of games.filter((g) => waits(g) && !before.has(g.id)))
      if (!(await isSeen(g.id))) await this.#tell(g);
  }

  async #tell(g: Summary) {
    void play('turn');
    const { title, body } = this.#named(g);
    await notify(title, body, `/g/${g.id}`);
  }

  /* Notifications from now on, or no more. A browser asks its person, and only after a click. */
  async want(yes: boolean) {
    this.denied = false;
    if (yes && permission() === 'default') await Notification.requestPermission();
    this.denied = yes && permission() !== 'granted';
    prefs.notify = yes && !this.denied;
    save();
    if (prefs.notify) this.begin();
  }
}

export const turns = new Turns();
export const turnWords = (seat: string) => t('notify.turn', { seat });
