import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { Crew } from './worker-pool.ts';
import { deferred, type Deferred } from '../_speech/deferred.ts';
import type { DictationOrder, DictationReport } from './dictation-messages.ts';
import type { WorkerThread } from './worker-thread.ts';

type DictationWorker = WorkerThread<DictationOrder, DictationReport>;

/** One decoding of one utterance. */
interface Take {
  readonly id: number;
  readonly text: Deferred<string | null>;
  /** Until then its worker may be needed for something else. */
  finished: boolean;
  partial(text: string): void;
}

interface Job {
  readonly take: Take;
  readonly line: Int16Array;
  readonly audio: Int16Array;
}

/** An utterance being taken down. */
export interface TakeDown {
  /** Its words; null when the worker was needed elsewhere before it was finished. Rejects when the worker died. */
  readonly text: Promise<string | null>;
  /** Nobody wants the words any more. */
  release(): void;
}

/** One that is followed while it is spoken. */
export interface LiveTakeDown extends TakeDown {
  write(audio: Int16Array): void;
  finish(): void;
}

const NO_AUDIO = new Int16Array(0);

/**
 * Takes down general English on a few worker threads, each busy with one utterance at a time. What is finished comes
 * first, in the order it came; what is still being spoken is followed only while a worker has nothing better to do.
 */
export class DictationEngine {
  readonly crew: Crew<DictationOrder, DictationReport>;
  readonly #busy = new Map<DictationWorker, Take>();
  #waiting: Job[] = [];
  #lastId = 0;

  constructor(mostWorkers: number) {
    this.crew = new Crew('dictation', mostWorkers, {
      reported: (worker, report) => this.#reported(worker, report),
      lost: (worker, failure) => this.#lost(worker, failure),
    });
  }

  /** Follows an utterance from its beginning, or answers null when no worker is free. */
  follow(line: Int16Array | null, preRoll: Int16Array, partial: (text: string) => void): LiveTakeDown | null {
    const worker = this.#idle();
    if (!worker) return null;
    const take = this.#newTake(partial);
    this.#busy.set(worker, take);
    worker.send({ kind: 'begin', take: take.id, line, preRoll });
    const whileHere = (act: () => void): void => {
      if (this.#busy.get(worker) === take && !take.finished) act();
    };
    return {
      text: take.text.promise,
      write: (audio) => whileHere(() => worker.send({ kind: 'audio', take: take.id, audio })),
      finish: () =>
        whileHere(() => {
          take.finished = true;
          worker.send({ kind: 'finish', take: take.id });
        }),
      release: () => whileHere(() => this.#free(worker)),
    };
  }

  /** Takes down a whole utterance as soon as a worker can, after getting it used to the line. */
  takeDown(line: Int16Array, audio: Int16Array): TakeDown {
    const take = this.#newTake(() => undefined);
    take.finished = true;
    this.#waiting.push({ take, line, audio });
    this.#assign();
    return {
      text: take.text.promise,
      release: () => {
        this.#waiting = this.#waiting.filter((job) => job.take !== take);
      },
    };
  }

  /** Ends every worker for good. What is being taken down fails. */
  async close(): Promise<void> {
    const failure = new VendorFailure('Local speech was shut down', { retryable: false });
    for (const take of [...this.#busy.values(), ...this.#waiting.map((job) => job.take)]) take.text.reject(failure);
    this.#busy.clear();
    this.#waiting = [];
    await this.crew.dismiss();
  }

  #newTake(partial: (text: string) => void): Take {
    return { id: ++this.#lastId, text: deferred(), finished: false, partial };
  }

  #idle(): DictationWorker | null {
    const idle = this.crew.members.find((worker) => !this.#busy.has(worker));
    return idle ?? (this.crew.hasRoom ? this.crew.hire() : null);
  }

  /** Takes a worker away from somebody who is still speaking. */
  #interrupted(): DictationWorker | null {
    const [live] = [...this.#busy].filter(([, take]) => !take.finished);
    live?.[1].text.resolve(null);
    return live?.[0] ?? null;
  }

  #assign(): void {
    try {
      while (this.#waiting.length > 0) {
        const worker = this.#idle() ?? this.#interrupted();
        if (!worker) return;
        const { take, line, audio } = this.#waiting.shift()!;
        this.#busy.set(worker, take);
        worker.send({ kind: 'begin', take: take.id, line, preRoll: NO_AUDIO });
        worker.send({ kind: 'audio', take: take.id, audio });
        worker.send({ kind: 'finish', take: take.id });
      }
    } catch (failure) {
      for (const job of this.#waiting.splice(0)) job.take.text.reject(failure);
    }
  }

  #free(worker: DictationWorker): void {
    this.#busy.delete(worker);
    this.#assign();
  }

  #reported(worker: DictationWorker, report: DictationReport): void {
    const take = this.#busy.get(worker);
    if (take?.id !== report.take) return;
    if (report.kind === 'partial') return take.partial(report.text);
    take.text.resolve(report.text);
    this.#free(worker);
  }

  #lost(worker: DictationWorker, failure: VendorFailure): void {
    this.#busy.get(worker)?.text.reject(failure);
    this.#free(worker);
  }
}
