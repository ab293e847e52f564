import type { Worker } from 'node:worker_threads';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { startWorker } from '../../lib/start-worker.ts';
import { READY } from './worker-port.ts';

export interface WorkerListener<Response> {
  onResponse(response: Response): void;
  /** The thread is gone though nobody stopped it. Said once; nothing is reported afterwards. */
  onLost(failure: VendorFailure): void;
}

/** One worker thread that never keeps the process alive. Orders may be sent before it is ready. */
export class WorkerThread<Request, Response> {
  /** Settles when the thread can work, or when it is gone. */
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
    // Listening for messages would keep the process alive again: this comes after.
    this.#worker.unref();
    // Whoever waits hears of it; a thread nobody waits for may be lost quietly.
    this.ready.catch(() => undefined);
  }

  send(request: Request): void {
    this.#worker.postMessage(request, []);
  }

  /** Ends the thread as a crash would: whoever listens is told. */
  async crash(): Promise<void> {
    await this.#worker.terminate();
  }

  /** Ends the thread; nobody is told. */
  async stop(): Promise<void> {
    this.#ended = true;
    await this.#worker.terminate();
  }
}
