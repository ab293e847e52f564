import { mkdirSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Log } from '../../application/ports/log.ts';
import { FOLDER_MODE } from './files.ts';
import { enter, type Presence } from './presence.ts';

/** What was in the spool when this process began to use it alone: whoever kept it then is no more. */
export class Orphans {
  readonly #root: string;
  readonly #log: Log;
  readonly #names = new Set<string>();
  #presence: Presence | null = null;
  #isPresent = false;

  constructor(root: string, log: Log) {
    this.#root = root;
    this.#log = log;
  }

  /** Begins to use the spool, if it did not yet. Where no lock can be had, everything may be somebody's. */
  begin(): void {
    if (this.#isPresent) return;
    this.#isPresent = true;
    try {
      mkdirSync(dirname(this.#root), { recursive: true });
      this.#presence = enter(`${this.#root}.lock`, () => this.#take());
    } catch (error) {
      this.#log.warn('spool.not_locked', { error });
    }
  }

  has(callId: string): boolean {
    return this.#names.has(callId);
  }

  end(): void {
    this.#presence?.end();
    this.#presence = null;
    this.#isPresent = false;
    this.#names.clear();
  }

  #take(): void {
    mkdirSync(this.#root, { recursive: true, mode: FOLDER_MODE });
    for (const name of readdirSync(this.#root)) this.#names.add(name);
  }
}
