/* A few synthesised sounds, for those who have switched them on. */
import { prefs } from './prefs.svelte';

let context: AudioContext | undefined;

/* [frequency, start, length, loudness] of each note */
const notes: Record<string, [number, number, number, number][]> = {
  step: [[220, 0, 0.07, 0.12]],
  confirm: [
    [330, 0, 0.08, 0.12],
    [495, 0.07, 0.12, 0.1],
  ],
  turn: [
    [440, 0, 0.15, 0.12],
    [660, 0.15, 0.3, 0.12],
  ],
  cards: [
    [700, 0, 0.03, 0.06],
    [640, 0.06, 0.03, 0.06],
    [600, 0.12, 0.03, 0.06],
  ],
  witness: [
    [523, 0, 0.5, 0.14],
    [784, 0.02, 0.45, 0.06],
  ],
  over: [
    [262, 0, 0.5, 0.14],
    [330, 0.18, 0.5, 0.12],
    [392, 0.36, 0.8, 0.12],
  ],
};

export function play(name: string) {
  if (!prefs.sounds) return;
  context ??= new AudioContext();
  for (const [frequency, start, length, loudness] of notes[name] ?? []) {
    const oscillator = context.createOscillator(),
      gain = context.createGain();
    const at = context.currentTime + start;
    oscillator.type = 'triangle';
    oscillator.frequency.value = frequency;
    gain.gain.setValueAtTime(loudness, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + length);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(at);
    oscillator.stop(at + length);
  }
}
