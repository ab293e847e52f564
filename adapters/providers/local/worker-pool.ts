import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { CrashBudget } from './crash-budget.ts';
import { WorkerThread } from './worker-thread.ts';

export interface WorkerPoolListener<Request, Response> {
  onResponse(worker: WorkerThread<Request, Response>, response: Response): void;
  /** A worker crashed and left the pool. */
  onLost(worker: WorkerThread<Request, Response>, failure: VendorFailure): void;
}

/** Worker pool: starts threads on demand up to a limit and stops replacing those that keep crashing. */
export class WorkerPool<Request, Response> {
  readonly #name: string;
  readonly #maxWorkers: number;
  readonly #listener: WorkerPoolListener<Request, Response>;
  readonly #workers = new Set<WorkerThread<Request, Response>>();
  readonly #crashes = new CrashBudget();
  #isStopped = false;

  constructor(name: string, maxWorkers: number, listener: WorkerPoolListener<Request, Response>) {
    this.#name = name;
    this.#maxWorkers = maxWorkers;
    this.#listener = listener;
  }

  get workers(): readonly WorkerThread<Request, Response>[] {
    return [...this.#workers];
  }

  /** Whether another worker may start. */
  get hasCapacity(): boolean {
    const { size } = this.#workers;
    return size === 0 || (size < this.#maxWorkers && !this.#crashes.isSpent);
  }

  /** Starts a worker if there is none and waits until it is ready. */
  async warm(): Promise<void> {
    await (this.workers[0] ?? this.start()).ready;
  }

  /** Starts another worker. Throws a VendorFailure, not retryable, after too many crashes or after `stopAll`. */
  start(): WorkerThread<Request, Response> {
    if (this.#isStopped) throw new VendorFailure('Local speech was shut down', { retryable: false });
    if (this.#crashes.isSpent)
      throw new VendorFailure('The local speech engine keeps crashing and was given up', { retryable: false });
    const worker = new WorkerThread<Request, Response>(this.#name, {
      onResponse: (response) => this.#listener.onResponse(worker, response),
      onLost: (failure) => {
        this.#workers.delete(worker);
        this.#crashes.recordCrash();
        this.#listener.onLost(worker, failure);
      },
    });
    this.#workers.add(worker);
    return worker;
  }

  /** Stops one worker without an event. */
  async retire(worker: WorkerThread<Request, Response>): Promise<void> {
    this.#workers.delete(worker);
    await worker.stop();
  }

  /** Crashes all workers and returns how many there were. */
  async crash(): Promise<number> {
    const workers = this.workers;
    await Promise.all(workers.map((worker) => worker.crash()));
    return workers.length;
  }

  /** Stops all workers permanently. */
  async stopAll(): Promise<void> {
    this.#isStopped = true;
    const workers = this.workers;
    this.#workers.clear();
    await Promise.all(workers.map((worker) => worker.stop()));
  }
}
