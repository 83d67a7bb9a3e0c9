/* Telling somebody who does not look: by a notification on the desktop, if that is wanted. */
import { fileAt, pageAt } from './address';
import { installed } from './installed.svelte';
import { prefs } from './prefs.svelte';

export const permission = () =>
  'Notification' in globalThis ? Notification.permission : 'denied';

/* --- Who looks at what, in any window of this browser --- */

/* All pages: what stands on each of them is seen wherever somebody looks. */
const ANY_PAGE = 'a page';

const lockOf = (what: string) => `alibi sees ${what}`;

/* Somebody looks at this game until what is returned is called. */
export function seeing(what = ANY_PAGE): () => void {
  if (!('locks' in navigator)) return () => {};
  let done = () => {};
  const held = new Promise<void>((resolve) => (done = resolve));
  void navigator.locks.request(lockOf(what), { mode: 'shared' }, () => held).catch(() => {});
  return () => done();
}

export async function isSeen(what = ANY_PAGE): Promise<boolean> {
  if (!('locks' in navigator)) return what === ANY_PAGE && !document.hidden;
  const { held } = await navigator.locks.query();
  return !!held?.some((lock) => lock.name === lockOf(what));
}

/* --- The desktop --- */

/* Whoever answers to it comes to ADDRESS; to whatever page is open if that is ''. */
export async function notify(title: string, body: string, address: string) {
  if (!prefs.notify || permission() !== 'granted') return;
  const icon = fileAt('/icon-192.png');
  /* Windows that tell the same make one notification, and so does what follows it. */
  const tag = `alibi ${address || body}`;
  const about = { body, icon, tag, data: address && pageAt(address) };
  try {
    const worker = await installed.worker();
    if (worker) await worker.showNotification(title, about);
    else show(title, about);
  } catch {
    /* the browser has its own opinion: title and icon still say it */
  }
}

/* The same, if nobody looks at any page: what it is about stands on all of them. */
export async function notifyUnseen(body: string, address: string) {
  if (!(await isSeen())) await notify('Alibi', body, address);
}

/* A notification without a service worker. */
function show(title: string, about: NotificationOptions & { data: string }) {
  const told = new Notification(title, about);
  told.onclick = () => {
    told.close();
    window.focus();
    if (about.data) location.assign(about.data);
  };
}
