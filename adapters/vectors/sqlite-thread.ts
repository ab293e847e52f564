import type { Worker } from 'node:worker_threads';
import { DomainError, unavailable } from '../../domain/errors.ts';
import { startWorker } from '../lib/start-worker.ts';
import type { IndexDesk } from './indexed.ts';
import type { Answer, Answered, Asked, Method, Order } from './sqlite-messages.ts';

const LATE = new Error('No answer in time');

interface Waiting {
  answered(value: unknown): void;
  refused(error: Error): void;
}

/** An index in a thread of its own, which is started when it is first needed and again after it died. */
export class SqliteThread implements IndexDesk {
  readonly #location: string;
  readonly #patienceMs: number;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #orders = 0;
  #heardAt = 0;
  #closed = false;

  constructor(location: string, patienceMs: number) {
    this.#location = location;
    this.#patienceMs = patienceMs;
  }

  /** What the index answers. No answer in time is a refusal; a thread that answered nobody meanwhile is replaced. */
  ask<M extends Method>(method: M, ...args: Asked<M>): Promise<Answered<M>> {
    if (this.#closed) return Promise.reject(unavailable('The vector store is closed'));
    const worker = (this.#worker ??= this.#start());
    this.#orders += 1;
    const order: Order = { number: this.#orders, method, args };
    return new Promise((resolve, reject) => {
      // The thread never keeps the process alive; whoever waits for it does, for so long.
      const late = setTimeout(() => this.#miss(worker, order.number), this.#patienceMs);
      this.#waiting.set(order.number, {
        answered(value) {
          clearTimeout(late);
          resolve(value as Answered<M>);
        },
        refused(error) {
          clearTimeout(late);
          reject(error);
        },
      });
      worker.postMessage(order, []);
    });
  }

  /** Ends the thread. Whatever is asked afterwards is refused. */
  async close(): Promise<void> {
    this.#closed = true;
    const worker = this.#worker;
    if (worker) await this.#give(worker, new Error('The vector store was closed'));
  }

  #start(): Worker {
    const worker = startWorker('sqlite', import.meta.url, this.#location);
    const lost = (cause: unknown): void => void this.#give(worker, cause);
    worker.on('error', lost).on('exit', lost);
    worker.on('message', (answer: Answer) => this.#heard(answer));
    worker.unref();
    return worker;
  }

  #miss(worker: Worker, number: number): void {
    if (performance.now() - this.#heardAt >= this.#patienceMs) void this.#give(worker, LATE);
    this.#waiting.get(number)?.refused(unavailable('The vector store does not answer', { cause: LATE }));
    this.#waiting.delete(number);
  }

  #heard({ number, value, refusal }: Answer): void {
    this.#heardAt = performance.now();
    const waiting = this.#waiting.get(number);
    this.#waiting.delete(number);
    if (!refusal) waiting?.answered(value);
    else waiting?.refused(refusalFrom(refusal));
  }

  /** Gives the thread up; the next who asks gets another. */
  async #give(worker: Worker, cause: unknown): Promise<void> {
    if (this.#worker !== worker) return;
    this.#worker = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { refused } of waiting) refused(unavailable('The vector store does not answer', { cause }));
    await worker.terminate();
  }
}

/** The refusal with the code of its cause, by which a full disk and a damaged file are known. */
function refusalFrom({ problem, message, reason, code }: NonNullable<Answer['refusal']>): DomainError {
  return new DomainError(problem, message, { cause: Object.assign(new Error(reason), code !== '' && { code }) });
}
