import type { Process } from './process.ts';

/** The processes of a simulation, and where those that are dead were killed. */
export class Processes {
  readonly #ends: string[] = [];
  #all: readonly Process[] = [];

  add(process: Process): void {
    this.#all = [...this.#all, process];
  }

  /** In the order in which they were started. */
  get living(): readonly Process[] {
    const dead = this.#all.filter(({ life }) => !life.isAlive);
    if (dead.length > 0) {
      this.#ends.push(...dead.map(({ life }) => life.end));
      this.#all = this.#all.filter(({ life }) => life.isAlive);
    }
    return this.#all;
  }

  get kills(): readonly string[] {
    return this.living && this.#ends;
  }
}
