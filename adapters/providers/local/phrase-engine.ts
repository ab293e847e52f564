import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { WorkerPool } from './worker-pool.ts';
import type { CallerWord } from '../../../domain/voice/caller-word.ts';
import { Deferred } from '../../../application/deferred.ts';
import type { PhraseRequest, PhraseResponse } from './phrase-messages.ts';
import type { Recogniser, RecognisedUtterance } from './recogniser.ts';
import type { WorkerThread } from './worker-thread.ts';

type PhraseWorker = WorkerThread<PhraseRequest, PhraseResponse>;

/** Callers per worker before another starts. At the maximum number of workers they share. */
const SEATS_PER_WORKER = 4;
/** A worker is replaced after this many utterances, because each decoder leaks 10 kB. */
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
  words: readonly CallerWord[];
  onInterim(text: string): void;
}

/** Recognises fixed phrases for many callers on a few worker threads. */
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

  /** Opens a recogniser for these phrases. Rejects a phrase with a word that is not in the dictionary. */
  async open(phrases: readonly string[]): Promise<Recogniser> {
    const seat: Seat = { id: ++this.#lastId, phrases, opened: new Deferred(), isOpen: false, worker: null };
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

  /** Stops all workers. Open work fails. */
  async close(): Promise<void> {
    const failure = new VendorFailure('Local speech was shut down', { retryable: false });
    for (const worker of this.workers.workers) this.#failAll(worker, failure);
    await this.workers.stopAll();
  }

  #begin(seat: Seat, preRoll: Int16Array, onInterim: (text: string) => void): RecognisedUtterance {
    const utterance = ++this.#lastId;
    const result = new Deferred<string>();
    const active: Omit<ActiveRecognition, 'worker'> = { result, words: [], onInterim };
    try {
      const worker = seat.worker ?? this.#place(seat);
      this.#utterances.set(utterance, Object.assign(active, { worker }));
      this.#served.set(worker, (this.#served.get(worker) ?? 0) + 1);
      worker.send({ kind: 'begin', utterance, seat: seat.id, preRoll });
    } catch (failure) {
      result.reject(failure);
    }
    const send = (request: PhraseRequest): void => this.#utterances.get(utterance)?.worker.send(request);
    return {
      result: result.promise,
      get words() {
        return active.words;
      },
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

  /** Assigns the caller to the least used worker, or to a new one when all are full. */
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
        this.#complete(response.utterance, response);
        this.#utterances.delete(response.utterance);
        this.#replaceWhenUsedUp(worker);
        break;
      case 'crowded':
        this.#utterances.get(response.utterance)?.result.reject(overloaded());
        this.#utterances.delete(response.utterance);
        break;
    }
  }

  #complete(utterance: number, { text, words }: PhraseResponse & { kind: 'final' }): void {
    const active = this.#utterances.get(utterance);
    if (!active) return;
    active.words = words;
    active.result.resolve(text);
  }

  /** Replaces a worker that has served its utterances, while none is open on it. */
  #replaceWhenUsedUp(worker: PhraseWorker): void {
    const seats = this.#seatsAt(worker);
    const inUse = [...this.#utterances.values()].some((utterance) => utterance.worker === worker);
    if ((this.#served.get(worker) ?? 0) < this.#maxServed || inUse || seats.some(({ isOpen }) => !isOpen)) return;
    this.#served.delete(worker);
    void this.workers.retire(worker);
    this.#reseat(seats);
  }

  /** A worker crashed: its open utterances fail, and its callers move to other workers. */
  #onLost(worker: PhraseWorker, failure: VendorFailure): void {
    this.#reseat(this.#failAll(worker, failure).filter(({ isOpen }) => isOpen));
  }

  #reseat(seats: readonly Seat[]): void {
    for (const seat of seats) seat.worker = null;
    try {
      for (const seat of seats) this.#place(seat);
    } catch {
      // No worker can start: callers get the error with their next utterance.
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
