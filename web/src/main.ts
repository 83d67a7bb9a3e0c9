import { mount } from 'svelte';
import App from './App.svelte';
import { speak } from './lib/i18n.svelte';

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
