import type { Worker } from 'node:worker_threads';
import { DomainError, unavailable } from '../../domain/errors.ts';
import { startWorker } from '../lib/start-worker.ts';
import type { IndexClient } from './index-client.ts';
import type { IndexResponse, MethodResult, MethodArgs, Method, IndexRequest } from './sqlite-messages.ts';

const TIMED_OUT = new Error('No answer in time');

interface PendingRequest {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** An index in a thread, started on first use and restarted after it dies. */
export class SqliteThread implements IndexClient {
  readonly #location: string;
  readonly #timeoutMs: number;
  readonly #pending = new Map<number, PendingRequest>();
  #worker: Worker | null = null;
  #requests = 0;
  #answeredAt = 0;
  #closed = false;

  constructor(location: string, timeoutMs: number) {
    this.#location = location;
    this.#timeoutMs = timeoutMs;
  }

  /** Calls the index. A timeout is `unavailable`, and a thread without any response in that time is replaced. */
  call<M extends Method>(method: M, ...args: MethodArgs<M>): Promise<MethodResult<M>> {
    if (this.#closed) return Promise.reject(unavailable('The vector store is closed'));
    const worker = (this.#worker ??= this.#start());
    this.#requests += 1;
    const request: IndexRequest = { number: this.#requests, method, args };
    return new Promise((resolve, reject) => {
      // The thread does not keep the process alive, but pending calls do.
      const timer = setTimeout(() => this.#onTimeout(worker, request.number), this.#timeoutMs);
      this.#pending.set(request.number, {
        resolve(value) {
          clearTimeout(timer);
          resolve(value as MethodResult<M>);
        },
        reject(error) {
          clearTimeout(timer);
          reject(error);
        },
      });
      worker.postMessage(request, []);
    });
  }

  /** Ends the thread. Later calls fail. */
  async close(): Promise<void> {
    this.#closed = true;
    const worker = this.#worker;
    if (worker) await this.#discard(worker, new Error('The vector store was closed'));
  }

  #start(): Worker {
    const worker = startWorker('sqlite', import.meta.url, this.#location);
    const lost = (cause: unknown): void => void this.#discard(worker, cause);
    worker.on('error', lost).on('exit', lost);
    worker.on('message', (answer: IndexResponse) => this.#onResponse(answer));
    worker.unref();
    return worker;
  }

  #onTimeout(worker: Worker, number: number): void {
    if (performance.now() - this.#answeredAt >= this.#timeoutMs) void this.#discard(worker, TIMED_OUT);
    this.#pending.get(number)?.reject(unavailable('The vector store does not answer', { cause: TIMED_OUT }));
    this.#pending.delete(number);
  }

  #onResponse({ number, value, refusal }: IndexResponse): void {
    this.#answeredAt = performance.now();
    const pending = this.#pending.get(number);
    this.#pending.delete(number);
    if (!refusal) pending?.resolve(value);
    else pending?.reject(refusalFrom(refusal));
  }

  /** Discards the thread. The next call starts another. */
  async #discard(worker: Worker, cause: unknown): Promise<void> {
    if (this.#worker !== worker) return;
    this.#worker = null;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(unavailable('The vector store does not answer', { cause }));
    await worker.terminate();
  }
}

/** Restores the error with its cause's code, which identifies a full disk or a damaged file. */
function refusalFrom({ problem, message, reason, code }: NonNullable<IndexResponse['refusal']>): DomainError {
  return new DomainError(problem, message, { cause: Object.assign(new Error(reason), code !== '' && { code }) });
}
