import type { Worker } from 'node:worker_threads';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { startWorker } from '../../lib/start-worker.ts';
import { READY } from './worker-port.ts';

export interface WorkerListener<Response> {
  onResponse(response: Response): void;
  /** The thread ended and was not stopped. Reported once; no response follows. */
  onLost(failure: VendorFailure): void;
}

/** A worker thread that does not keep the process alive. Accepts requests before it is ready. */
export class WorkerThread<Request, Response> {
  /** Resolves when the thread is ready, rejects when it ends. */
  readonly ready: Promise<void>;
  readonly #worker: Worker;
  #ended = false;

  /** Starts `<name>-worker` of this folder, from source or from the build. */
  constructor(name: string, listener: WorkerListener<Response>) {
    this.#worker = startWorker(name, import.meta.url);
    this.ready = new Promise((resolve, reject) => {
      const onExit = (cause: unknown): void => {
        if (this.#ended) return;
        this.#ended = true;
        const failure = new VendorFailure('The local speech engine stopped unexpectedly', { retryable: true, cause });
        reject(failure);
        listener.onLost(failure);
      };
      this.#worker.on('error', onExit);
      this.#worker.on('exit', onExit);
      this.#worker.on('message', (response: Response | typeof READY) => {
        if (this.#ended) return;
        if (response === READY) resolve();
        else listener.onResponse(response);
      });
    });
    // A message listener would keep the process alive again, so this comes last.
    this.#worker.unref();
    // An unhandled rejection is not an error.
    this.ready.catch(() => undefined);
  }

  send(request: Request): void {
    this.#worker.postMessage(request, []);
  }

  /** Ends the thread as a crash, with an event. */
  async crash(): Promise<void> {
    await this.#worker.terminate();
  }

  /** Ends the thread without an event. */
  async stop(): Promise<void> {
    this.#ended = true;
    await this.#worker.terminate();
  }
}
