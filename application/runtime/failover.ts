import type { Clock } from '../ports/clock.ts';
import type { VendorWork } from '../ports/call-monitor.ts';
import { VendorFailure } from '../ports/vendor-failure.ts';
import { openFirstAvailable, type VendorCandidate } from './vendor-candidate.ts';
import { cancellableStream, errorMessage, vendorTimeout } from './stream-timeouts.ts';
import { faultOf, type VendorMonitor } from './vendor-monitor.ts';

/** While somebody else could answer, nobody is waited for longer than this. In milliseconds. */
const FIRST_CHUNK_TIMEOUT_MS = 4_000;

interface Closable {
  /** What it works with, where that has a name. */
  readonly model?: string | null;
  close(): void;
}

interface FailoverParts<V> {
  readonly candidates: readonly VendorCandidate<() => Promise<V>>[];
  readonly clock: Clock;
  readonly monitor: VendorMonitor;
}

/** What is asked of whoever's turn it is. */
interface VendorTask<V, P> {
  request(vendor: V, signal: AbortSignal): AsyncIterable<P>;
  readonly signal: AbortSignal;
  readonly onChunk: ((work: VendorWork, chunk: P) => void) | undefined;
  /** Aborts when it is not waited for any longer: the vendor is silent. */
  readonly cancelled: AbortSignal;
}

/**
 * One of several vendors for the same work: the first, until it fails before it has made anything; then the next, until
 * that one fails; and so on in a circle. Each is opened when its turn comes, and all are closed together.
 */
export class Failover<V extends Closable> {
  readonly #candidates: readonly VendorCandidate<() => Promise<V>>[];
  readonly #clock: Clock;
  readonly #monitor: VendorMonitor;
  readonly #opened = new Map<number, V>();
  #index = 0;
  #current: V;
  #failingOver: Promise<void> | null = null;
  #closed = false;

  /** Opens the first that can be opened. Throws what the first of them threw when none can. */
  static async open<V extends Closable>(
    candidates: readonly VendorCandidate<() => Promise<V>>[],
    clock: Clock,
    monitor: VendorMonitor,
  ): Promise<Failover<V>> {
    const openers = candidates.map(({ open }) => open);
    const { index, opened } = await openFirstAvailable(openers, 0);
    return new Failover({ candidates, clock, monitor }, index, opened);
  }

  private constructor(parts: FailoverParts<V>, index: number, opened: V) {
    this.#candidates = parts.candidates;
    this.#clock = parts.clock;
    this.#monitor = parts.monitor;
    this.#index = index;
    this.#current = opened;
    this.#opened.set(index, opened);
  }

  /** Who would be asked now. */
  get current(): V {
    return this.#current;
  }

  get provider(): string {
    return this.#candidates[this.#index]?.provider ?? '';
  }

  /**
   * What the current vendor makes. When it fails, or stays silent, before the first piece, the next takes its place and
   * the failure is one that may be tried again: whoever tries again is answered by the other. `note` looks at each piece
   * for what it says about the work.
   */
  stream<P>(
    request: (vendor: V, signal: AbortSignal) => AsyncIterable<P>,
    signal: AbortSignal,
    onChunk?: (work: VendorWork, chunk: P) => void,
  ): AsyncIterable<P> {
    const cancelled = new AbortController();
    return cancellableStream(this.#streamFrom({ request, signal, onChunk, cancelled: cancelled.signal }), () =>
      cancelled.abort(),
    );
  }

  close(): void {
    this.#closed = true;
    for (const vendor of this.#opened.values()) vendor.close();
  }

  async *#streamFrom<P>({ request, signal, onChunk, cancelled }: VendorTask<V, P>): AsyncGenerator<P> {
    const finished = new AbortController();
    const work = this.#monitor.requestStarted(this.provider, this.#current.model ?? null);
    const index = this.#index;
    const stopped = AbortSignal.any([signal, cancelled]);
    cancelled.addEventListener('abort', () => work.ended(signal.aborted ? null : 'retryable'));
    let hasStarted = false;
    try {
      const stop = AbortSignal.any([stopped, finished.signal]);
      for await (const chunk of this.#withFirstChunkTimeout(request(this.#current, stop))) {
        if (!hasStarted) work.begun();
        hasStarted = true;
        onChunk?.(work, chunk);
        yield chunk;
      }
    } catch (cause) {
      work.ended(signal.aborted ? null : faultOf(cause));
      if (hasStarted || stopped.aborted || !(await this.#failOver(index))) throw cause;
      throw new VendorFailure(errorMessage(cause), { retryable: true, cause });
    } finally {
      finished.abort();
      work.ended(null);
    }
  }

  /** The same pieces. As long as there is somebody else, the first of them must come soon. */
  async *#withFirstChunkTimeout<P>(stream: AsyncIterable<P>): AsyncGenerator<P> {
    if (this.#candidates.length === 1) {
      yield* stream;
      return;
    }
    const iterator = stream[Symbol.asyncIterator]();
    try {
      let chunk = await vendorTimeout(this.#clock, FIRST_CHUNK_TIMEOUT_MS, this.provider, iterator.next());
      for (; !chunk.done; chunk = await iterator.next()) yield chunk.value;
    } finally {
      // What hangs would also hang in its own ending: it is told to end, and not waited for.
      void Promise.resolve(iterator.return?.()).catch(() => undefined);
    }
  }

  /** Whether it is somebody else's turn now than that of the one that failed. Of several failures the first moves it on. */
  async #failOver(failed: number): Promise<boolean> {
    if (this.#index === failed)
      await (this.#failingOver ??= this.#openNext().finally(() => (this.#failingOver = null)));
    return this.#index !== failed;
  }

  async #openNext(): Promise<void> {
    const [before, from] = [this.#index, this.provider];
    const openers = this.#candidates.map((_, index) => () => this.#vendorAt(index));
    const { index, opened } = await openFirstAvailable(openers, before + 1);
    this.#index = index;
    this.#current = opened;
    if (index !== before) this.#monitor.failedOver(from);
  }

  /** The candidate of this turn, which stays open once it is. */
  async #vendorAt(index: number): Promise<V> {
    const known = this.#opened.get(index);
    if (known) return known;
    const opened = await (this.#candidates[index] as VendorCandidate<() => Promise<V>>).open();
    this.#opened.set(index, opened);
    if (this.#closed) opened.close();
    return opened;
  }
}
