import { mkdirSync, readdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Log } from '../../application/ports/log.ts';
import { FOLDER_MODE } from './files.ts';
import { lockDirectory, type DirectoryLock } from './directory-lock.ts';

/** Begins the names of the directories of workers, which no call id does. A slot follows. */
export const WORKER = '.worker-';
export const WORKER_NAME = /^\.worker-\d+$/;

/** Calls found in the spool when this process locked it alone. The process that ran them has died. */
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

  /**
   * Starts to use the spool. Without a lock no call counts as an orphan, because another process may still write it.
   */
  begin(): void {
    if (this.#isLocked) return;
    this.#isLocked = true;
    try {
      mkdirSync(dirname(this.#root), { recursive: true, mode: FOLDER_MODE });
      this.#lock = lockDirectory(`${this.#root}.lock`, () => this.#readNames());
      this.#adoptFromWorkers();
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

  /** Takes over the calls of workers that are gone. Those that run keep their lock. */
  #adoptFromWorkers(): void {
    mkdirSync(this.#root, { recursive: true, mode: FOLDER_MODE });
    for (const worker of readdirSync(this.#root).filter((name) => WORKER_NAME.test(name))) {
      const left = join(this.#root, worker);
      const adopt = (): void => {
        for (const name of readdirSync(left)) {
          renameSync(join(left, name), join(this.#root, name));
          this.#names.add(name);
        }
      };
      lockDirectory(`${left}.lock`, adopt).release();
    }
  }
}
