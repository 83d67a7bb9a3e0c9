import { mount } from 'svelte';
import App from './App.svelte';
import { speak } from './lib/i18n.svelte';
import { installed } from './lib/installed.svelte';

/* Nothing is drawn before its texts are there, so that no page shows in another language first. */
for (let spoken = false; !spoken;) {
  try {
    await speak();
    spoken = true;
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 1000)); /* the line is broken: again */
  }
}
mount(App, { target: document.getElementById('app')! });

/* The first page comes first. */
const idle = globalThis.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 1000));
const keep = () => idle(() => void installed.begin());
if (document.readyState === 'complete') keep();
else addEventListener('load', keep, { once: true });
