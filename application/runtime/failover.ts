import type { Clock } from '../ports/clock.ts';
import { VendorFailure } from '../ports/vendor-failure.ts';
import { firstToOpen, type Candidate } from './candidate.ts';
import { messageOf, within } from './deadline.ts';

/** While somebody else could answer, nobody is waited for longer than this. In milliseconds. */
const FIRST_PIECE_MS = 4_000;

interface Closable {
  close(): void;
}

/**
 * One of several vendors for the same work: the first, until it fails before it has made anything; then the next, until
 * that one fails; and so on in a circle. Each is opened when its turn comes, and all are closed together.
 */
export class Failover<V extends Closable> {
  readonly #candidates: readonly Candidate<() => Promise<V>>[];
  readonly #clock: Clock;
  readonly #opened = new Map<number, V>();
  #turn = 0;
  #current: V;
  #closed = false;

  /** Opens the first that can be opened. Throws what the first of them threw when none can. */
  static async open<V extends Closable>(
    candidates: readonly Candidate<() => Promise<V>>[],
    clock: Clock,
  ): Promise<Failover<V>> {
    const openers = candidates.map(({ open }) => open);
    const { turn, opened } = await firstToOpen(openers, 0);
    return new Failover(candidates, clock, turn, opened);
  }

  private constructor(candidates: readonly Candidate<() => Promise<V>>[], clock: Clock, turn: number, opened: V) {
    this.#candidates = candidates;
    this.#clock = clock;
    this.#turn = turn;
    this.#current = opened;
    this.#opened.set(turn, opened);
  }

  /** Who would be asked now. */
  get current(): V {
    return this.#current;
  }

  get provider(): string {
    return this.#candidates[this.#turn]?.provider ?? '';
  }

  /**
   * What the current vendor makes. When it fails, or stays silent, before the first piece, the next takes its place and
   * the failure is one that may be tried again: whoever tries again is answered by the other.
   */
  async *pieces<P>(ask: (vendor: V, signal: AbortSignal) => AsyncIterable<P>, signal: AbortSignal): AsyncGenerator<P> {
    const over = new AbortController();
    let hasBegun = false;
    try {
      const stop = AbortSignal.any([signal, over.signal]);
      for await (const piece of this.#promptly(ask(this.#current, stop))) {
        hasBegun = true;
        yield piece;
      }
    } catch (cause) {
      if (hasBegun || signal.aborted || !(await this.#changeOver())) throw cause;
      throw new VendorFailure(messageOf(cause), { retryable: true, cause });
    } finally {
      over.abort();
    }
  }

  close(): void {
    this.#closed = true;
    for (const vendor of this.#opened.values()) vendor.close();
  }

  /** The same pieces. As long as there is somebody else, the first of them must come soon. */
  async *#promptly<P>(pieces: AsyncIterable<P>): AsyncGenerator<P> {
    if (this.#candidates.length === 1) {
      yield* pieces;
      return;
    }
    const iterator = pieces[Symbol.asyncIterator]();
    try {
      let piece = await within(this.#clock, FIRST_PIECE_MS, this.provider, iterator.next());
      for (; !piece.done; piece = await iterator.next()) yield piece.value;
    } finally {
      // What hangs would also hang in its own ending: it is told to end, and not waited for.
      void Promise.resolve(iterator.return?.()).catch(() => undefined);
    }
  }

  /** Whether it is somebody else's turn now. */
  async #changeOver(): Promise<boolean> {
    const before = this.#turn;
    const openers = this.#candidates.map((_, turn) => () => this.#at(turn));
    const { turn, opened } = await firstToOpen(openers, before + 1);
    this.#turn = turn;
    this.#current = opened;
    return turn !== before;
  }

  /** The candidate of this turn, which stays open once it is. */
  async #at(turn: number): Promise<V> {
    const known = this.#opened.get(turn);
    if (known) return known;
    const opened = await (this.#candidates[turn] as Candidate<() => Promise<V>>).open();
    this.#opened.set(turn, opened);
    if (this.#closed) opened.close();
    return opened;
  }
}
