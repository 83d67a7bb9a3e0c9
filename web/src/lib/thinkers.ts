/* Workers that think for the home: as many as the device can do without, made when they are needed. */

const MOST = Math.max(1, Math.min(4, (navigator.hardwareConcurrency || 2) - 1));

interface Job {
  number: string;
  text: string;
}

export class Thinkers {
  #idle: Worker[] = [];
  #count = 0;
  #waiting: Job[] = [];

  /* DONE gets the answer to job NUMBER; an empty one if it could not be thought about. */
  constructor(
    private module: WebAssembly.Module,
    private done: (number: string, answer: string) => void,
  ) {}

  think(number: string, text: string) {
    this.#waiting.push({ number, text });
    this.#next();
  }

  #next() {
    if (!this.#waiting.length || (!this.#idle.length && this.#count >= MOST)) return;
    this.#give(this.#idle.pop() ?? this.#make(), this.#waiting.shift()!);
  }

  #make(): Worker {
    this.#count++;
    const worker = new Worker(new URL('./think.worker.ts', import.meta.url), {
      type: 'module',
    });
    worker.postMessage(this.module);
    return worker;
  }

  #give(worker: Worker, { number, text }: Job) {
    worker.onmessage = ({ data }: MessageEvent<{ answer: string; wait: number }>) => {
      this.#idle.push(worker);
      setTimeout(() => this.done(number, data.answer), data.wait);
      this.#next();
    };
    worker.onerror = (event) => {
      event.preventDefault(); /* it is this worker's trouble, not the home's */
      worker.terminate();
      this.#count--;
      this.done(number, '');
      this.#next();
    };
    worker.postMessage(text);
  }
}
