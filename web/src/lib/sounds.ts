/* Sounds, for those who have switched them on: small files of our own (tools/sounds.mjs makes
 * them, docs/sound.md describes them), each loaded when it is first heard. */
import { prefs } from './prefs.svelte';

const files = import.meta.glob<string>('../sounds/*.mp3', {
  eager: true,
  query: '?url',
  import: 'default',
});

/* The address of a cue: "step", "witness-seen". */
export const cues: Record<string, string> = Object.fromEntries(
  Object.entries(files).map(([path, url]) => [/([\w-]+)\.mp3$/.exec(path)?.[1] ?? '', url]),
);

let context: AudioContext | undefined;
const loaded = new Map<string, Promise<AudioBuffer | undefined>>();

async function load(url: string): Promise<AudioBuffer | undefined> {
  try {
    const data = await (await fetch(url)).arrayBuffer();
    return await context?.decodeAudioData(data);
  } catch {
    loaded.delete(url); /* without it this time; perhaps the next */
    return undefined;
  }
}

/* Plays a cue by its name. What comes late because it had to be loaded is left out. */
export async function play(name: string) {
  const url = cues[name];
  if (!prefs.sounds || !url) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  const asked = performance.now();
  if (!loaded.has(url)) loaded.set(url, load(url));
  const buffer = await loaded.get(url);
  if (!buffer || performance.now() - asked > 1500) return;
  const source = context.createBufferSource();
  const gain = context.createGain();
  source.buffer = buffer;
  gain.gain.value = prefs.volume / 100;
  source.connect(gain).connect(context.destination);
  source.start();
}
