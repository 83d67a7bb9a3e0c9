/* The client as something that this browser keeps: src/sw.js does that. Here it is begun, told
 * which language to keep, and asked now and then whether there is a new build. A new one takes over
 * when the player says so, never by itself: nothing is reloaded under anybody's hand. */
import { fileAt, folder, version } from './address';
import type { Language } from './i18n.svelte';

const HOUR = 3_600_000;

class Installed {
  /* a new version is there, and this page is still of the old one */
  ready = $state(false);
  #registration: ServiceWorkerRegistration | undefined;
  #wanted = false;
  #language: Language | undefined;

  /* Begins once the page stands: who visits for the first time is not kept waiting. */
  async begin() {
    if (!version || !('serviceWorker' in navigator)) return;
    const { serviceWorker, locks } = navigator;
    /* What this page may still have to load is kept for as long as it is open. */
    void locks.request(
      `alibi ${folder} ${version}`,
      { mode: 'shared' },
      () => new Promise(() => {}),
    );
    let taken = !!serviceWorker.controller;
    serviceWorker.addEventListener('controllerchange', () => {
      if (this.#wanted) location.reload();
      else if (taken) this.ready = true; /* by another window's wish */
      taken = true;
    });
    try {
      this.#registration = await serviceWorker.register(fileAt('/sw.js'), {
        scope: folder,
        updateViaCache: 'none',
      });
    } catch {
      return; /* no room, or not allowed to: it works as long as there is a line */
    }
    this.#watch();
    this.keep(this.#language);
  }

  #watch() {
    const registration = this.#registration;
    if (!registration) return;
    const look = () => {
      if (registration.waiting && registration.active) this.ready = true;
    };
    look();
    registration.addEventListener('updatefound', () =>
      registration.installing?.addEventListener('statechange', look),
    );
    let asked = Date.now();
    document.addEventListener('visibilitychange', () => {
      if (document.hidden || Date.now() - asked < HOUR) return;
      asked = Date.now();
      registration.update().catch(() => {}); /* there is no line now */
    });
  }

  /* The texts in this language are kept, too. */
  async keep(language: Language | undefined) {
    this.#language = language;
    if (!this.#registration || !language) return;
    (await navigator.serviceWorker.ready).active?.postMessage(language);
  }

  /* The worker that can show notifications; undefined where there is none. */
  async worker(): Promise<ServiceWorkerRegistration | undefined> {
    return this.#registration?.active ? this.#registration : undefined;
  }

  /* The new version, now: this page begins again with it. */
  update() {
    this.#wanted = true;
    if (this.#registration?.waiting) this.#registration.waiting.postMessage('now');
    else location.reload();
  }
}

export const installed = new Installed();
