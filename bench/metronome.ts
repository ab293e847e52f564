import { FRAME_MS } from './frame-lateness.ts';

/** Runs every leg once in 20 ms, each at its own moment of them: telephones are not in step. */
export class Metronome {
  readonly #due = new Map<(dueAt: number) => void, number>();
  #timer: NodeJS.Timeout | null = null;

  /** Runs this from now on, with the moment it was due. Answers what stops it. */
  add(run: (dueAt: number) => void): () => void {
    this.#due.set(run, performance.now() + Math.random() * FRAME_MS);
    this.#timer ??= setInterval(() => this.#tick(), 1);
    return () => {
      this.#due.delete(run);
      if (this.#due.size > 0 || !this.#timer) return;
      clearInterval(this.#timer);
      this.#timer = null;
    };
  }

  #tick(): void {
    const now = performance.now();
    for (const [run, dueAt] of this.#due)
      if (dueAt <= now) {
        this.#due.set(run, dueAt + FRAME_MS);
        run(dueAt);
      }
  }
}
