/* Whose turn it is in all the games of this person at the server, wherever in the client somebody
 * looks: the server's stream of them, which one window of the browser holds for all of them. It
 * counts the games at the icons of app and tab, and tells of a new turn by the desktop and by a
 * sound, if that is wanted and nobody looks at that game. */
import { alone, fileAt, pageAt } from './address';
import { api, type News, type Summary } from './api';
import { t } from './i18n.svelte';
import { installed } from './installed.svelte';
import { prefs, save } from './prefs.svelte';
import { play } from './sounds';

export const isMine = (g: Summary) => !!g.to_act && g.you.includes(g.to_act);
/* Against the computer it is one's turn most of the time, and nobody waits. */
const waits = (g: Summary) =>
  isMine(g) && g.you.length < 2 && Object.values(g.seats).every((player) => player === 'guest');

const lockOf = (id: string) => `alibi sees ${id}`;

/* What windows say to each other. */
type Said = { games: Summary[] } | { news: News } | { again: true };

class Turns {
  /* the games as they were told last; undefined before that */
  games: Summary[] | undefined = $state.raw();
  /* notifications are wanted, and this browser does not let them through */
  denied = $state(false);
  readonly count = $derived((this.games ?? []).filter(waits).length);
  #begun = false;
  #stop: (() => void) | undefined; /* of the window that holds the stream */
  #hear: (news: News) => void = () => {};
  #waiting: Set<string> | undefined; /* the games in which somebody waits for this person */
  #named: (g: Summary) => { title: string; body: string } = () => ({ title: '', body: '' });
  #others = 'BroadcastChannel' in globalThis ? new BroadcastChannel('alibi turns') : undefined;

  constructor() {
    this.#others?.addEventListener('message', ({ data }: MessageEvent<Said>) => {
      if ('games' in data) this.#take(data.games);
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
        this.#take(games);
        void this.#announce(games);
      },
      (news) => {
        this.#others?.postMessage({ news } satisfies Said);
        this.#hear(news);
      },
    );
  }

  #take(games: Summary[]) {
    this.games = games;
    const count = games.filter(waits).length;
    mark(count);
    document
      .querySelector('link[rel=icon][type="image/svg+xml"]')
      ?.setAttribute('href', fileAt(count ? '/icon-turn.svg' : '/icon.svg'));
  }

  /* What has become this person's turn since the last list. */
  async #announce(games: Summary[]) {
    const before = this.#waiting;
    this.#waiting = new Set(games.filter(waits).map((g) => g.id));
    if (!before) return;
    const held = 'locks' in navigator ? (await navigator.locks.query()).held : [];
    for (const g of games.filter((g) => waits(g) && !before.has(g.id)))
      if (!held?.some((lock) => lock.name === lockOf(g.id))) await this.#tell(g);
  }

  async #tell(g: Summary) {
    void play('turn');
    if (!prefs.notify || permission() !== 'granted') return;
    const { title, body } = this.#named(g);
    const icon = fileAt('/icon-192.png');
    const about = { body, icon, tag: `alibi ${g.id}`, data: pageAt(`/g/${g.id}`) };
    try {
      const worker = await installed.worker();
      if (worker) await worker.showNotification(title, about);
      else show(title, about);
    } catch {
      /* the browser has its own opinion: title and icon still say it */
    }
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

  /* Somebody looks at this game until what is returned is called. */
  seen(id: string): () => void {
    if (!('locks' in navigator)) return () => {};
    let done = () => {};
    const held = new Promise<void>((resolve) => (done = resolve));
    void navigator.locks.request(lockOf(id), { mode: 'shared' }, () => held).catch(() => {});
    return () => done();
  }
}

const permission = () => ('Notification' in globalThis ? Notification.permission : 'denied');

/* A notification without a service worker. */
function show(title: string, about: NotificationOptions & { data: string }) {
  const told = new Notification(title, about);
  told.onclick = () => {
    told.close();
    window.focus();
    location.assign(about.data);
  };
}

/* The number at the app's icon, where the browser has kept the client as an app. */
function mark(count: number) {
  const shown = count ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  shown?.catch(() => {}); /* there is no icon */
}

/* The title of a page, with the number of games that wait. */
export const counted = (title: string, count: number) =>
  count ? `(${count}) ${title}` : title;

export const turns = new Turns();
export const turnWords = (seat: string) => t('notify.turn', { seat });
