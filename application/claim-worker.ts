import { nextRoundRobin } from '../domain/knowledge/round-robin.ts';

/** Abort reason: the process is shutting down. */
export const WORKER_STOPPED = new Error('The process is ending');

/** Work that is stored as claimable documents of organisations. */
export interface ClaimableWork {
  /** The organisations with work that can be claimed now. */
  organisations(): Promise<string[]>;
  /** Claims one piece of an organisation's work and does it; false when other processes have all of it. */
  serve(orgId: string, stopping: AbortSignal): Promise<boolean>;
  /** Looking for work failed. The next wake looks again. */
  onFailure(error: unknown): void;
}

interface Concurrency {
  /** Pieces of work of this process at a time. */
  readonly total: number;
  /** Those of one organisation. */
  readonly perOrganisation: number;
}

/**
 * Does claimable work. Organisations are served round robin, so that much work of one does not delay that of others.
 * Processes share the work by claims, and that of a crashed process is done again.
 */
export class ClaimWorker {
  readonly #work: ClaimableWork;
  readonly #concurrency: Concurrency;
  readonly #stopping = new AbortController();
  readonly #workers = new Set<Promise<void>>();
  /** Pieces of work in progress by organisation, and the organisation served last. */
  readonly #served = new Map<string, number>();
  #last: string | null = null;
  #isWoken = false;

  constructor(work: ClaimableWork, concurrency: Concurrency) {
    this.#work = work;
    this.#concurrency = concurrency;
  }

  /** Notifies the worker of possible work: new work, work that other processes left, and retries that are due. */
  wake(): void {
    this.#isWoken = true;
    while (this.#workers.size < this.#concurrency.total) {
      const worker: Promise<void> = this.#run().finally(() => this.#workers.delete(worker));
      this.#workers.add(worker);
    }
  }

  /** Does all pending work. */
  async tick(): Promise<void> {
    this.wake();
    await Promise.all(this.#workers);
  }

  /** Releases the work in progress and takes no more. */
  async stop(): Promise<void> {
    this.#stopping.abort(WORKER_STOPPED);
    await Promise.all(this.#workers);
  }

  async #run(): Promise<void> {
    try {
      do {
        this.#isWoken = false;
        while (await this.#serveNext());
        // A wake during the pass may have come after its last read.
      } while (this.#isWoken);
    } catch (error) {
      this.#work.onFailure(error);
    }
  }

  /** Serves the next organisation; false when none is pending that may be served more. */
  async #serveNext(): Promise<boolean> {
    let waiting = await this.#work.organisations();
    for (;;) {
      waiting = waiting.filter((orgId) => this.#servedOf(orgId) < this.#concurrency.perOrganisation);
      const orgId = nextRoundRobin(waiting, this.#last);
      if (orgId === undefined || this.#stopping.signal.aborted) return false;
      this.#served.set(orgId, this.#servedOf(orgId) + 1);
      this.#last = orgId;
      try {
        if (await this.#work.serve(orgId, this.#stopping.signal)) return true;
      } finally {
        this.#ended(orgId);
      }
      // Other processes claimed its work.
      waiting = waiting.filter((each) => each !== orgId);
    }
  }

  #servedOf(orgId: string): number {
    return this.#served.get(orgId) ?? 0;
  }

  #ended(orgId: string): void {
    const left = this.#servedOf(orgId) - 1;
    if (left > 0) this.#served.set(orgId, left);
    else this.#served.delete(orgId);
  }
}
