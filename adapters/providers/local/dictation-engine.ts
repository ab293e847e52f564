import type { CallerWord } from '../../../domain/voice/caller-word.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { WorkerPool } from './worker-pool.ts';
import { Deferred } from '../../../application/deferred.ts';
import type { DictationRequest, DictationResponse } from './dictation-messages.ts';
import type { WorkerThread } from './worker-thread.ts';

type DictationWorker = WorkerThread<DictationRequest, DictationResponse>;

/** One decoding of an utterance. */
interface DecodeJob {
  readonly id: number;
  readonly text: Deferred<string | null>;
  words: readonly CallerWord[];
  /** Until then its worker may be needed for another job. */
  finished: boolean;
  onInterim(text: string): void;
}

interface QueuedDecode {
  readonly job: DecodeJob;
  readonly line: Int16Array;
  readonly audio: Int16Array;
}

/** An utterance that is being decoded. */
export interface DecodeResult {
  /** Its words. Null when its worker was needed elsewhere before the end. Rejects when the worker crashed. */
  readonly text: Promise<string | null>;
  /** Their times, once the text is there. */
  readonly words: () => readonly CallerWord[];
  /** Discards the result. */
  release(): void;
}

/** An utterance that is decoded while it is spoken. */
export interface LiveDecode extends DecodeResult {
  write(audio: Int16Array): void;
  finish(): void;
}

const NO_AUDIO = new Int16Array(0);

/**
 * Decodes general English on a few worker threads, one utterance each at a time. Finished utterances come first, in
 * order of arrival. Live decoding runs only on workers that are otherwise idle.
 */
export class DictationEngine {
  readonly workers: WorkerPool<DictationRequest, DictationResponse>;
  readonly #busy = new Map<DictationWorker, DecodeJob>();
  #waiting: QueuedDecode[] = [];
  #lastId = 0;

  constructor(mostWorkers: number) {
    this.workers = new WorkerPool('dictation', mostWorkers, {
      onResponse: (worker, response) => this.#onResponse(worker, response),
      onLost: (worker, failure) => this.#onLost(worker, failure),
    });
  }

  /** Decodes an utterance while it is spoken. Null when no worker is free. */
  follow(line: Int16Array | null, preRoll: Int16Array, onInterim: (text: string) => void): LiveDecode | null {
    const worker = this.#idleWorker();
    if (!worker) return null;
    const job = this.#newJob(onInterim);
    this.#busy.set(worker, job);
    worker.send({ kind: 'begin', take: job.id, line, preRoll });
    const whileHere = (act: () => void): void => {
      if (this.#busy.get(worker) === job && !job.finished) act();
    };
    return {
      text: job.text.promise,
      words: () => job.words,
      write: (audio) => whileHere(() => worker.send({ kind: 'audio', take: job.id, audio })),
      finish: () =>
        whileHere(() => {
          job.finished = true;
          worker.send({ kind: 'finish', take: job.id });
        }),
      release: () => whileHere(() => this.#release(worker)),
    };
  }

  /** Queues a whole utterance, preceded by audio that adapts the decoder to the line. */
  decode(line: Int16Array, audio: Int16Array): DecodeResult {
    const job = this.#newJob(() => undefined);
    job.finished = true;
    this.#waiting.push({ job, line, audio });
    this.#assign();
    return {
      text: job.text.promise,
      words: () => job.words,
      release: () => {
        this.#waiting = this.#waiting.filter((queued) => queued.job !== job);
      },
    };
  }

  /** Stops all workers. Open decodings fail. */
  async close(): Promise<void> {
    const failure = new VendorFailure('Local speech was shut down', { retryable: false });
    for (const job of [...this.#busy.values(), ...this.#waiting.map((queued) => queued.job)]) job.text.reject(failure);
    this.#busy.clear();
    this.#waiting = [];
    await this.workers.stopAll();
  }

  #newJob(onInterim: (text: string) => void): DecodeJob {
    return { id: ++this.#lastId, text: new Deferred(), words: [], finished: false, onInterim };
  }

  #idleWorker(): DictationWorker | null {
    const idle = this.workers.workers.find((worker) => !this.#busy.has(worker));
    return idle ?? (this.workers.hasCapacity ? this.workers.start() : null);
  }

  /** Takes a worker from a live decoding. */
  #preemptLive(): DictationWorker | null {
    const [live] = [...this.#busy].filter(([, job]) => !job.finished);
    live?.[1].text.resolve(null);
    return live?.[0] ?? null;
  }

  #assign(): void {
    try {
      while (this.#waiting.length > 0) {
        const worker = this.#idleWorker() ?? this.#preemptLive();
        if (!worker) return;
        const { job, line, audio } = this.#waiting.shift()!;
        this.#busy.set(worker, job);
        worker.send({ kind: 'begin', take: job.id, line, preRoll: NO_AUDIO });
        worker.send({ kind: 'audio', take: job.id, audio });
        worker.send({ kind: 'finish', take: job.id });
      }
    } catch (failure) {
      for (const queued of this.#waiting.splice(0)) queued.job.text.reject(failure);
    }
  }

  #release(worker: DictationWorker): void {
    this.#busy.delete(worker);
    this.#assign();
  }

  #onResponse(worker: DictationWorker, response: DictationResponse): void {
    const job = this.#busy.get(worker);
    if (job?.id !== response.take) return;
    if (response.kind === 'partial') return job.onInterim(response.text);
    job.words = response.words;
    job.text.resolve(response.text);
    this.#release(worker);
  }

  #onLost(worker: DictationWorker, failure: VendorFailure): void {
    this.#busy.get(worker)?.text.reject(failure);
    this.#release(worker);
  }
}
