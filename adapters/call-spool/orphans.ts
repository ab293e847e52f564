import { mkdirSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Log } from '../../application/ports/log.ts';
import { FOLDER_MODE } from './files.ts';
import { lockDirectory, type DirectoryLock } from './directory-lock.ts';

/** What was in the spool when this process began to use it alone: whoever kept it then is no more. */
export class Orphans {
  readonly #root: string;
  readonly #log: Log;
  readonly #names = new Set<string>();
  #lock: DirectoryLock | null = null;
  #isLocked = false;

  constructor(root: string, log: Log) {
    this.#root = root;
    this.#log = log;
  }

  /** Begins to use the spool, if it did not yet. Where no lock can be had, everything may be somebody's. */
  begin(): void {
    if (this.#isLocked) return;
    this.#isLocked = true;
    try {
      mkdirSync(dirname(this.#root), { recursive: true });
      this.#lock = lockDirectory(`${this.#root}.lock`, () => this.#readNames());
    } catch (error) {
      this.#log.warn('spool.not_locked', { error });
    }
  }

  has(callId: string): boolean {
    return this.#names.has(callId);
  }

  end(): void {
    this.#lock?.release();
    this.#lock = null;
    this.#isLocked = false;
    this.#names.clear();
  }

  #readNames(): void {
    mkdirSync(this.#root, { recursive: true, mode: FOLDER_MODE });
    for (const name of readdirSync(this.#root)) this.#names.add(name);
  }
}
