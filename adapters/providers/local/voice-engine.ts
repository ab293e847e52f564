import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { WorkerPool } from './worker-pool.ts';
import { Deferred } from '../../../application/deferred.ts';
import type { TimedWord } from '../_speech/word-alignment.ts';
import type { NumberedSynthesisRequest, SynthesisRequest, SynthesisResponse } from './voice-messages.ts';
import type { WorkerThread } from './worker-thread.ts';

type VoiceWorker = WorkerThread<NumberedSynthesisRequest, SynthesisResponse>;

interface QueuedSynthesis {
  readonly request: NumberedSynthesisRequest;
  readonly audio: Deferred<Int16Array>;
  readonly words: Deferred<readonly TimedWord[]>;
}

/** The synthesis of a text. */
export interface SynthesisJob {
  /** Its 16 kHz audio. Rejects with a VendorFailure on error. */
  readonly audio: Promise<Int16Array>;
  /** Its word timings, in seconds of the audio. Empty when unknown. Resolves after the audio. */
  readonly words: Promise<readonly TimedWord[]>;
  /** Cancels the synthesis if it has not started. The audio may stay pending. */
  cancel(): void;
}

/** Synthesises texts on a few worker threads, in the order of the requests. */
export class VoiceEngine {
  readonly workers: WorkerPool<NumberedSynthesisRequest, SynthesisResponse>;
  readonly #busy = new Map<VoiceWorker, QueuedSynthesis>();
  /** Synthesised texts without word timings yet. */
  readonly #untimed = new Map<number, QueuedSynthesis & { readonly worker: VoiceWorker }>();
  #lastId = 0;
  #waiting: QueuedSynthesis[] = [];

  constructor(mostWorkers: number) {
    this.workers = new WorkerPool('voice', mostWorkers, {
      onResponse: (worker, response) => this.#onResponse(worker, response),
      onLost: (worker, failure) => this.#onLost(worker, failure),
    });
  }

  /** Synthesises a text when a worker is free. */
  synthesise(request: SynthesisRequest): SynthesisJob {
    const job: QueuedSynthesis = {
      request: { ...request, id: (this.#lastId += 1) },
      audio: new Deferred(),
      words: new Deferred(),
    };
    this.#waiting.push(job);
    this.#assign();
    return {
      audio: job.audio.promise,
      words: job.words.promise,
      cancel: () => {
        this.#waiting = this.#waiting.filter((queued) => queued !== job);
      },
    };
  }

  /** Stops all workers. Open requests fail. */
  async close(): Promise<void> {
    const failure = new VendorFailure('Local speech was shut down', { retryable: false });
    for (const job of [...this.#busy.values(), ...this.#waiting]) job.audio.reject(failure);
    for (const { words } of this.#untimed.values()) words.resolve([]);
    this.#busy.clear();
    this.#untimed.clear();
    this.#waiting = [];
    await this.workers.stopAll();
  }

  #assign(): void {
    try {
      while (this.#waiting.length > 0) {
        const idle = this.workers.workers.find((worker) => !this.#busy.has(worker));
        if (!idle && !this.workers.hasCapacity) return;
        const worker = idle ?? this.workers.start();
        const job = this.#waiting.shift()!;
        this.#busy.set(worker, job);
        worker.send(job.request);
      }
    } catch (failure) {
      for (const job of this.#waiting.splice(0)) job.audio.reject(failure);
    }
  }

  #onResponse(worker: VoiceWorker, response: SynthesisResponse): void {
    if (response.kind === 'timed') return this.#onWords(response.id, response.words);
    const job = this.#busy.get(worker);
    this.#busy.delete(worker);
    if (job && response.kind === 'spoken') {
      this.#untimed.set(job.request.id, { ...job, worker });
      job.audio.resolve(response.audio);
    } else if (response.kind === 'failed')
      job?.audio.reject(new VendorFailure(`The local voice cannot say this: ${response.reason}`, { retryable: false }));
    this.#assign();
  }

  #onWords(id: number, words: readonly TimedWord[]): void {
    this.#untimed.get(id)?.words.resolve(words);
    this.#untimed.delete(id);
  }

  #onLost(worker: VoiceWorker, failure: VendorFailure): void {
    for (const [id, job] of this.#untimed) if (job.worker === worker) this.#onWords(id, []);
    this.#busy.get(worker)?.audio.reject(failure);
    this.#busy.delete(worker);
    this.#assign();
  }
}
