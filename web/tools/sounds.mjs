/* Makes the sounds of src/sounds/, one small file for each cue of lib/sounds.ts. Run by hand:
 *
 *   node tools/sounds.mjs          needs lame, which the build does not
 *
 * Every sound is built from a few things that sound like what they stand for: noise through
 * resonators (wood, iron, stone, a crowd), decaying partials (bells, glass), and a room of early
 * echoes around all of it. Chance comes from a seed, so the same program makes the same samples. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const RATE = 22050;
const folder = join(dirname(fileURLToPath(import.meta.url)), '../src/sounds');

/* --- Material --- */

let seed = 1;
function chance() {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return seed / 2 ** 32;
}

const silence = (seconds) => new Float32Array(Math.ceil(seconds * RATE));
const each = (sound, f) => sound.map((x, i) => f(x, i / RATE));
const noise = (seconds) => silence(seconds).map(() => 2 * chance() - 1);
const tone = (seconds, pitch) => {
  let phase = 0;
  return each(silence(seconds), (_, t) => {
    phase += (2 * Math.PI * (typeof pitch === 'function' ? pitch(t) : pitch)) / RATE;
    return Math.sin(phase);
  });
};

/* A two-pole resonator: what rings at PITCH, the longer the narrower. */
function ring(sound, pitch, width) {
  const r = Math.exp((-Math.PI * width) / RATE);
  const a = 2 * r * Math.cos((2 * Math.PI * pitch) / RATE);
  let y1 = 0,
    y2 = 0;
  return sound.map((x) => {
    const y = (1 - r) * x + a * y1 - r * r * y2;
    y2 = y1;
    y1 = y;
    return y;
  });
}
function low(sound, pitch) {
  const k = 1 - Math.exp((-2 * Math.PI * pitch) / RATE);
  let y = 0;
  return sound.map((x) => (y += k * (x - y)));
}
const high = (sound, pitch) => {
  const under = low(sound, pitch);
  return sound.map((x, i) => x - under[i]);
};

/* Rises within ATTACK seconds, then falls by half each HALF seconds. */
const fall = (sound, attack, half) =>
  each(sound, (x, t) => x * Math.min(1, t / attack) * 2 ** (-Math.max(0, t - attack) / half));
/* Swells to the middle and dies away. */
const swell = (sound) => sound.map((x, i) => x * Math.sin((Math.PI * i) / sound.length) ** 1.5);

/* --- Putting together --- */

const gain = (sound, k) => sound.map((x) => k * x);
function mix(...parts) {
  const length = Math.max(...parts.map(([at, s]) => Math.round(at * RATE) + s.length));
  const out = new Float32Array(length);
  for (const [at, s] of parts) s.forEach((x, i) => (out[Math.round(at * RATE) + i] += x));
  return out;
}
/* The echoes of a narrow street, or of a hall. */
const room = (sound, size = 1, wet = 0.35) =>
  mix(
    [0, sound],
    ...[0.019, 0.031, 0.047, 0.071, 0.103].map((delay, i) => [
      delay * size,
      gain(low(sound, 2600 - 380 * i), wet * 0.8 ** i),
    ]),
  );
/* As loud as PEAK, and never a click at the end. */
function finish(sound, peak) {
  const most = sound.reduce((m, x) => Math.max(m, Math.abs(x)), 1e-9);
  const tail = Math.min(sound.length, 0.03 * RATE);
  return sound.map(
    (x, i) =>
      ((x * peak) / most) * Math.min(1, (sound.length - i) / tail) * Math.min(1, i / 20),
  );
}

/* --- Things --- */

/* A heel on a stone: a thud, and the scrape after it. */
function heel(weight = 1) {
  const thud = fall(ring(noise(0.12), 150 + 40 * chance(), 60), 0.001, 0.018);
  const knock = fall(ring(noise(0.07), 900 + 500 * chance(), 250), 0.0005, 0.008);
  const grit = fall(high(noise(0.09), 2500), 0.012, 0.014);
  return mix([0, gain(thud, 9 * weight)], [0.002, gain(knock, 2)], [0.02, gain(grit, 0.1)]);
}
const bell = (pitch, half, seconds) =>
  mix(
    ...[
      [1, 1, 1],
      [2.01, 0.5, 0.6],
      [2.74, 0.35, 0.4],
      [4.07, 0.2, 0.25],
      [5.4, 0.1, 0.15],
    ].map(([k, loud, lasts]) => [
      0,
      gain(fall(tone(seconds, k * pitch), 0.002, half * lasts), loud),
    ]),
  );
/* Iron on iron. */
const iron = (pitch, half) =>
  mix(
    ...[1, 1.59, 2.27, 3.41].map((k, i) => [
      0,
      gain(fall(tone(0.5, pitch * k), 0.001, half / (i + 1)), 0.8 ** i),
    ]),
    [0, gain(fall(high(noise(0.05), 3000), 0.0005, 0.006), 0.5)],
  );
/* Many people at once: vowels of noise that come and go. */
function crowd(seconds, pitch) {
  const voices = Array.from({ length: 14 }, () => {
    const base = pitch * (0.75 + 0.6 * chance());
    const from = chance() * seconds * 0.5;
    const breath = noise(seconds * (0.25 + 0.35 * chance()));
    const voice = mix(
      [0, ring(breath, base * 2.2, 90)],
      [0, gain(ring(breath, base * 5.1, 140), 0.6)],
      [0, gain(ring(breath, base * 11, 220), 0.2)],
    );
    const speed = 3 + 4 * chance();
    return [
      from,
      swell(each(voice, (x, t) => x * (0.6 + 0.4 * Math.sin(2 * speed * 3.14 * t)))),
    ];
  });
  return room(mix(...voices), 1.6, 0.5);
}
const card = () => {
  const slip = swell(ring(high(noise(0.08), 1800), 3600, 2600));
  const snap = fall(ring(noise(0.05), 1500, 700), 0.0005, 0.006);
  return mix([0, gain(slip, 0.7)], [0.06, gain(snap, 2.4)]);
};
const chord = (pitches, half, seconds) =>
  mix(...pitches.map((p, i) => [0.05 * i, gain(bell(p, half, seconds), 0.9 ** i)]));
const door = () =>
  mix(
    [0, gain(fall(ring(noise(0.5), 62, 22), 0.002, 0.09), 30)],
    [0, gain(fall(ring(noise(0.25), 210, 60), 0.001, 0.04), 9)],
    [0.01, gain(fall(low(noise(0.2), 900), 0.001, 0.03), 1.2)],
  );

/* --- The cues: what is heard, how loud, by which name --- */

const cues = {
  step: () => [room(mix([0, heel()], [0.21, gain(heel(0.8), 0.8)])), 0.5],
  /* A tap at the glass, gas that catches, and the hiss of it. */
  lamp: () => [
    room(
      mix(
        [0, gain(fall(tone(0.3, 2350), 0.001, 0.03), 0.3)],
        [0.07, gain(fall(low(noise(0.3), 700), 0.02, 0.05), 1.6)],
        [0.1, gain(swell(ring(high(noise(0.45), 2200), 4200, 2500)), 0.25)],
      ),
    ),
    0.45,
  ],
  /* An iron cover dragged over stone, and dropped. */
  cover: () => [
    room(
      mix(
        [0, gain(swell(ring(noise(0.38), 420, 300)), 0.9)],
        [0.02, gain(swell(high(noise(0.34), 1900)), 0.12)],
        [0.36, gain(iron(310, 0.09), 0.7)],
        [0.36, gain(fall(ring(noise(0.2), 95, 40), 0.001, 0.04), 7)],
      ),
      1.3,
    ),
    0.6,
  ],
  /* A pea in a whistle. */
  whistle: () => {
    const pea = (t) => 2450 + 90 * Math.sin(2 * Math.PI * 24 * t);
    const blow = (seconds) =>
      each(swell(tone(seconds, pea)), (x, t) => x * (0.7 + 0.3 * Math.sin(151 * t)));
    const air = (seconds) => gain(swell(high(noise(seconds), 3000)), 0.08);
    return [
      room(mix([0, blow(0.22)], [0, air(0.22)], [0.27, blow(0.5)], [0.27, air(0.5)]), 1.8),
      0.5,
    ];
  },
  round: () => [mix([0, card()], [0.13, card()], [0.26, card()], [0.39, card()]), 0.4],
  alibi: () => [mix([0, card()], [0.16, gain(bell(660, 0.12, 0.5), 0.35)]), 0.4],
  /* The crowd: it gasps and a bell rings; or it murmurs, and nothing comes of it. */
  'witness-seen': () => [
    mix([0, gain(crowd(1.1, 150), 1.4)], [0.35, gain(bell(523, 0.3, 1), 0.09)]),
    0.6,
  ],
  'witness-unseen': () => [
    mix([0, crowd(1.3, 96)], [0.5, gain(fall(low(noise(0.7), 500), 0.2, 0.2), 0.08)]),
    0.5,
  ],
  cleared: () => [mix([0, card()], [0.07, gain(heel(0.5), 0.3)]), 0.35],
  /* A heavy door, and handcuffs. */
  arrest: () => [
    room(
      mix(
        [0, door()],
        [0.42, gain(iron(1450, 0.04), 0.5)],
        [0.5, gain(iron(1700, 0.05), 0.5)],
        [0.66, gain(iron(1250, 0.08), 0.6)],
      ),
      2,
    ),
    0.75,
  ],
  /* Steps that run away, quieter and quieter. */
  escape: () => [
    room(
      mix(...Array.from({ length: 8 }, (_, i) => [0.135 * i, gain(heel(0.8), 0.8 ** i)])),
      2,
      0.5,
    ),
    0.65,
  ],
  turn: () => [
    room(mix([0, bell(587, 0.25, 0.9)], [0.16, gain(bell(784, 0.3, 0.9), 0.8)])),
    0.45,
  ],
  confirm: () => [
    mix([0, gain(heel(0.6), 0.5)], [0.03, gain(bell(392, 0.07, 0.3), 0.4)]),
    0.35,
  ],
  over: () => [room(chord([196, 247, 294, 392, 587], 0.5, 1.8), 2), 0.6],
  /* The escapement of a pocket watch: the wheel is caught, and let go. */
  tick: () => [
    room(
      mix(
        [0, gain(fall(ring(noise(0.06), 3100, 420), 0.0005, 0.006), 3)],
        [0.012, gain(fall(ring(noise(0.08), 1450, 180), 0.0005, 0.012), 2.4)],
        [0.012, gain(fall(tone(0.1, 2350), 0.0005, 0.01), 0.25)],
      ),
      0.6,
    ),
    0.4,
  ],
};

/* --- Files --- */

/* Mono, 16 bits. */
function wave(sound) {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + 2 * sound.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(2 * RATE, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(2 * sound.length, 40);
  return Buffer.concat([head, Buffer.from(Int16Array.from(sound, (x) => 32767 * x).buffer)]);
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
let n = 0,
  bytes = 0;
for (const [name, make] of Object.entries(cues)) {
  seed = 1 + n++;
  const data = wave(finish(...make()));
  const lame = ['--quiet', '-m', 'm', '-b', '40', '--cbr', '-t', '-', '-'];
  const { stdout, error, status } = spawnSync('lame', lame, { input: data });
  if (error || status !== 0) throw error ?? new Error(`lame: ${status}`);
  writeFileSync(join(folder, `${name}.mp3`), stdout);
  bytes += stdout.length;
  console.log(
    `${name}: ${((data.length - 44) / 2 / RATE).toFixed(2)} s, ${stdout.length} bytes`,
  );
}
console.log(`${n} sounds, ${bytes} bytes`);
