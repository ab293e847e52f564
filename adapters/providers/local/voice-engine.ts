import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { Crew } from './worker-pool.ts';
import { deferred, type Deferred } from '../_speech/deferred.ts';
import type { TimedWord } from '../_speech/word-alignment.ts';
import type { NumberedVoiceOrder, VoiceOrder, VoiceReport } from './voice-messages.ts';
import type { WorkerThread } from './worker-thread.ts';

type VoiceWorker = WorkerThread<NumberedVoiceOrder, VoiceReport>;

interface Job {
  readonly order: NumberedVoiceOrder;
  readonly audio: Deferred<Int16Array>;
  readonly words: Deferred<readonly TimedWord[]>;
}

/** A text on its way to being sound. */
export interface Synthesis {
  /** Its 16 kHz audio. Rejects with a VendorFailure when there is none. */
  readonly audio: Promise<Int16Array>;
  /** When its words are spoken, in seconds of this audio; none where that cannot be told. Settles after the audio. */
  readonly words: Promise<readonly TimedWord[]>;
  /** Nobody wants it any more: not synthesised if it has not begun; the audio may stay out for ever. */
  cancel(): void;
}

/** Turns texts into audio on a few worker threads, in the order they were asked for. */
export class VoiceEngine {
  readonly crew: Crew<NumberedVoiceOrder, VoiceReport>;
  readonly #busy = new Map<VoiceWorker, Job>();
  /** What was spoken and is not timed yet. */
  readonly #untimed = new Map<number, Job & { readonly worker: VoiceWorker }>();
  #orders = 0;
  #waiting: Job[] = [];

  constructor(mostWorkers: number) {
    this.crew = new Crew('voice', mostWorkers, {
      reported: (worker, report) => this.#reported(worker, report),
      lost: (worker, failure) => this.#lost(worker, failure),
    });
  }

  /** Synthesises a text once a worker is free. */
  synthesise(order: VoiceOrder): Synthesis {
    const job: Job = { order: { ...order, id: (this.#orders += 1) }, audio: deferred(), words: deferred() };
    this.#waiting.push(job);
    this.#assign();
    return {
      audio: job.audio.promise,
      words: job.words.promise,
      cancel: () => {
        this.#waiting = this.#waiting.filter((waiting) => waiting !== job);
      },
    };
  }

  /** Ends every worker for good. What was asked for fails. */
  async close(): Promise<void> {
    const failure = new VendorFailure('Local speech was shut down', { retryable: false });
    for (const job of [...this.#busy.values(), ...this.#waiting]) job.audio.reject(failure);
    for (const { words } of this.#untimed.values()) words.resolve([]);
    this.#busy.clear();
    this.#untimed.clear();
    this.#waiting = [];
    await this.crew.dismiss();
  }

  #assign(): void {
    try {
      while (this.#waiting.length > 0) {
        const idle = this.crew.members.find((worker) => !this.#busy.has(worker));
        if (!idle && !this.crew.hasRoom) return;
        const worker = idle ?? this.crew.hire();
        const job = this.#waiting.shift()!;
        this.#busy.set(worker, job);
        worker.send(job.order);
      }
    } catch (failure) {
      for (const job of this.#waiting.splice(0)) job.audio.reject(failure);
    }
  }

  #reported(worker: VoiceWorker, report: VoiceReport): void {
    if (report.kind === 'timed') return this.#timed(report.id, report.words);
    const job = this.#busy.get(worker);
    this.#busy.delete(worker);
    if (job && report.kind === 'spoken') {
      this.#untimed.set(job.order.id, { ...job, worker });
      job.audio.resolve(report.audio);
    } else if (report.kind === 'failed')
      job?.audio.reject(new VendorFailure(`The local voice cannot say this: ${report.reason}`, { retryable: false }));
    this.#assign();
  }

  #timed(id: number, words: readonly TimedWord[]): void {
    this.#untimed.get(id)?.words.resolve(words);
    this.#untimed.delete(id);
  }

  #lost(worker: VoiceWorker, failure: VendorFailure): void {
    for (const [id, job] of this.#untimed) if (job.worker === worker) this.#timed(id, []);
    this.#busy.get(worker)?.audio.reject(failure);
    this.#busy.delete(worker);
    this.#assign();
  }
}
