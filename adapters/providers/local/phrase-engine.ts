import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { WorkerPool } from './worker-pool.ts';
import { deferred, type Deferred } from '../_speech/deferred.ts';
import type { PhraseRequest, PhraseResponse } from './phrase-messages.ts';
import type { Recogniser, RecognisedUtterance } from './recogniser.ts';
import type { WorkerThread } from './worker-thread.ts';

type PhraseWorker = WorkerThread<PhraseRequest, PhraseResponse>;

/** Callers one worker takes before another is started; when no more can be, they share. */
const SEATS_PER_WORKER = 4;
/** Every decoder leaves 10 kB behind in its worker: after so many utterances the worker is replaced. */
const UTTERANCES_PER_WORKER = 10_000;

interface Seat {
  readonly id: number;
  readonly phrases: readonly string[];
  readonly opened: Deferred<void>;
  isOpen: boolean;
  worker: PhraseWorker | null;
}

interface ActiveRecognition {
  readonly worker: PhraseWorker;
  readonly result: Deferred<string>;
  onInterim(text: string): void;
}

/** Understands whole phrases for many callers at once, on a few worker threads. */
export class PhraseEngine {
  readonly workers: WorkerPool<PhraseRequest, PhraseResponse>;
  readonly #seats = new Map<number, Seat>();
  readonly #utterances = new Map<number, ActiveRecognition>();
  readonly #served = new Map<PhraseWorker, number>();
  readonly #maxServed: number;
  #lastId = 0;

  constructor(mostWorkers: number, utterancesPerWorker = UTTERANCES_PER_WORKER) {
    this.#maxServed = utterancesPerWorker;
    this.workers = new WorkerPool('phrase', mostWorkers, {
      onResponse: (worker, response) => this.#onResponse(worker, response),
      onLost: (worker, failure) => this.#onLost(worker, failure),
    });
  }

  /** Gives a caller a recogniser of these phrases, ready to listen. Refuses a phrase with a word it cannot pronounce. */
  async open(phrases: readonly string[]): Promise<Recogniser> {
    const seat: Seat = { id: ++this.#lastId, phrases, opened: deferred(), isOpen: false, worker: null };
    this.#place(seat);
    this.#seats.set(seat.id, seat);
    try {
      await seat.opened.promise;
      seat.isOpen = true;
    } catch (failure) {
      this.#close(seat);
      throw failure;
    }
    return {
      startUtterance: (preRoll, partial) => this.#begin(seat, preRoll, partial),
      close: () => this.#close(seat),
    };
  }

  /** Ends every worker for good. What is open fails. */
  async close(): Promise<void> {
    const failure = new VendorFailure('Local speech was shut down', { retryable: false });
    for (const worker of this.workers.workers) this.#failAll(worker, failure);
    await this.workers.stopAll();
  }

  #begin(seat: Seat, preRoll: Int16Array, onInterim: (text: string) => void): RecognisedUtterance {
    const utterance = ++this.#lastId;
    const result = deferred<string>();
    try {
      const worker = seat.worker ?? this.#place(seat);
      this.#utterances.set(utterance, { worker, result, onInterim });
      this.#served.set(worker, (this.#served.get(worker) ?? 0) + 1);
      worker.send({ kind: 'begin', utterance, seat: seat.id, preRoll });
    } catch (failure) {
      result.reject(failure);
    }
    const send = (request: PhraseRequest): void => this.#utterances.get(utterance)?.worker.send(request);
    return {
      result: result.promise,
      write: (audio) => send({ kind: 'audio', utterance, audio }),
      end: () => send({ kind: 'finish', utterance }),
      discard: () => {
        send({ kind: 'discard', utterance });
        this.#utterances.delete(utterance);
      },
    };
  }

  #close(seat: Seat): void {
    if (!this.#seats.delete(seat.id)) return;
    seat.worker?.send({ kind: 'close', seat: seat.id });
  }

  /** Seats a caller at the emptiest worker, or at a new one when all have their share. */
  #place(seat: Seat): PhraseWorker {
    const taken = (worker: PhraseWorker): number => this.#seatsAt(worker).length;
    const [emptiest] = this.workers.workers.toSorted((one, other) => taken(one) - taken(other));
    const full = !emptiest || (taken(emptiest) >= SEATS_PER_WORKER && this.workers.hasCapacity);
    const worker = full ? this.workers.start() : emptiest;
    seat.worker = worker;
    worker.send({ kind: 'open', seat: seat.id, phrases: seat.phrases });
    return worker;
  }

  #onResponse(worker: PhraseWorker, response: PhraseResponse): void {
    switch (response.kind) {
      case 'opened':
        this.#seats.get(response.seat)?.opened.resolve();
        break;
      case 'unknown':
        this.#seats.get(response.seat)?.opened.reject(unpronounceable(response.word));
        break;
      case 'partial':
        this.#utterances.get(response.utterance)?.onInterim(response.text);
        break;
      case 'final':
        this.#utterances.get(response.utterance)?.result.resolve(response.text);
        this.#utterances.delete(response.utterance);
        this.#replaceWhenUsedUp(worker);
        break;
      case 'crowded':
        this.#utterances.get(response.utterance)?.result.reject(overloaded());
        this.#utterances.delete(response.utterance);
        break;
    }
  }

  /** Seats the callers of a worker that has served long elsewhere, at a moment when nobody speaks to it. */
  #replaceWhenUsedUp(worker: PhraseWorker): void {
    const seats = this.#seatsAt(worker);
    const inUse = [...this.#utterances.values()].some((utterance) => utterance.worker === worker);
    if ((this.#served.get(worker) ?? 0) < this.#maxServed || inUse || seats.some(({ isOpen }) => !isOpen)) return;
    this.#served.delete(worker);
    void this.workers.retire(worker);
    this.#reseat(seats);
  }

  /** A worker died: its callers lose what they were saying and are seated again for the next time. */
  #onLost(worker: PhraseWorker, failure: VendorFailure): void {
    this.#reseat(this.#failAll(worker, failure).filter(({ isOpen }) => isOpen));
  }

  #reseat(seats: readonly Seat[]): void {
    for (const seat of seats) seat.worker = null;
    try {
      for (const seat of seats) this.#place(seat);
    } catch {
      // No more workers are hired: the callers hear of it at their next utterance.
    }
  }

  #seatsAt(worker: PhraseWorker): readonly Seat[] {
    return [...this.#seats.values()].filter((seat) => seat.worker === worker);
  }

  #failAll(worker: PhraseWorker, failure: VendorFailure): readonly Seat[] {
    for (const [id, utterance] of this.#utterances)
      if (utterance.worker === worker) {
        this.#utterances.delete(id);
        utterance.result.reject(failure);
      }
    this.#served.delete(worker);
    const unseated = this.#seatsAt(worker);
    for (const seat of unseated) {
      seat.worker = null;
      seat.opened.reject(failure);
    }
    return unseated;
  }
}

const unpronounceable = (word: string): VendorFailure =>
  new VendorFailure(`A phrase contains "${word}", which is not in the dictionary; numbers must be spelled out`, {
    retryable: false,
  });

const overloaded = (): VendorFailure =>
  new VendorFailure('Too many people are speaking at once for the local recogniser', { retryable: true });
