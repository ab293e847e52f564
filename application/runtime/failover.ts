import type { Clock } from '../ports/clock.ts';
import type { VendorWork } from '../ports/call-monitor.ts';
import { VendorFailure } from '../ports/vendor-failure.ts';
import { firstToOpen, type Candidate } from './candidate.ts';
import { abandonable, messageOf, within } from './deadline.ts';
import { faultOf, type VendorWatch } from './vendor-watch.ts';

/** While somebody else could answer, nobody is waited for longer than this. In milliseconds. */
const FIRST_PIECE_MS = 4_000;

interface Closable {
  /** What it works with, where that has a name. */
  readonly model?: string | null;
  close(): void;
}

interface FailoverParts<V> {
  readonly candidates: readonly Candidate<() => Promise<V>>[];
  readonly clock: Clock;
  readonly watch: VendorWatch;
}

/** What is asked of whoever's turn it is. */
interface Work<V, P> {
  ask(vendor: V, signal: AbortSignal): AsyncIterable<P>;
  readonly signal: AbortSignal;
  readonly note: ((work: VendorWork, piece: P) => void) | undefined;
  /** Aborts when it is not waited for any longer: the vendor is silent. */
  readonly left: AbortSignal;
}

/**
 * One of several vendors for the same work: the first, until it fails before it has made anything; then the next, until
 * that one fails; and so on in a circle. Each is opened when its turn comes, and all are closed together.
 */
export class Failover<V extends Closable> {
  readonly #candidates: readonly Candidate<() => Promise<V>>[];
  readonly #clock: Clock;
  readonly #watch: VendorWatch;
  readonly #opened = new Map<number, V>();
  #turn = 0;
  #current: V;
  #moving: Promise<void> | null = null;
  #closed = false;

  /** Opens the first that can be opened. Throws what the first of them threw when none can. */
  static async open<V extends Closable>(
    candidates: readonly Candidate<() => Promise<V>>[],
    clock: Clock,
    watch: VendorWatch,
  ): Promise<Failover<V>> {
    const openers = candidates.map(({ open }) => open);
    const { turn, opened } = await firstToOpen(openers, 0);
    return new Failover({ candidates, clock, watch }, turn, opened);
  }

  private constructor(parts: FailoverParts<V>, turn: number, opened: V) {
    this.#candidates = parts.candidates;
    this.#clock = parts.clock;
    this.#watch = parts.watch;
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
   * the failure is one that may be tried again: whoever tries again is answered by the other. `note` looks at each piece
   * for what it says about the work.
   */
  pieces<P>(
    ask: (vendor: V, signal: AbortSignal) => AsyncIterable<P>,
    signal: AbortSignal,
    note?: (work: VendorWork, piece: P) => void,
  ): AsyncIterable<P> {
    const left = new AbortController();
    return abandonable(this.#made({ ask, signal, note, left: left.signal }), () => left.abort());
  }

  close(): void {
    this.#closed = true;
    for (const vendor of this.#opened.values()) vendor.close();
  }

  async *#made<P>({ ask, signal, note, left }: Work<V, P>): AsyncGenerator<P> {
    const over = new AbortController();
    const work = this.#watch.asked(this.provider, this.#current.model ?? null);
    const asked = this.#turn;
    const unwanted = AbortSignal.any([signal, left]);
    left.addEventListener('abort', () => work.ended(signal.aborted ? null : 'retryable'));
    let hasBegun = false;
    try {
      const stop = AbortSignal.any([unwanted, over.signal]);
      for await (const piece of this.#promptly(ask(this.#current, stop))) {
        if (!hasBegun) work.begun();
        hasBegun = true;
        note?.(work, piece);
        yield piece;
      }
    } catch (cause) {
      work.ended(signal.aborted ? null : faultOf(cause));
      if (hasBegun || unwanted.aborted || !(await this.#changeOver(asked))) throw cause;
      throw new VendorFailure(messageOf(cause), { retryable: true, cause });
    } finally {
      over.abort();
      work.ended(null);
    }
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

  /** Whether it is somebody else's turn now than that of the one that failed. Of several failures the first moves it on. */
  async #changeOver(failed: number): Promise<boolean> {
    if (this.#turn === failed) await (this.#moving ??= this.#moveOn().finally(() => (this.#moving = null)));
    return this.#turn !== failed;
  }

  async #moveOn(): Promise<void> {
    const [before, from] = [this.#turn, this.provider];
    const openers = this.#candidates.map((_, turn) => () => this.#at(turn));
    const { turn, opened } = await firstToOpen(openers, before + 1);
    this.#turn = turn;
    this.#current = opened;
    if (turn !== before) this.#watch.changedOver(from);
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
