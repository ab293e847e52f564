import { TIMEOUTS_MS } from '../../domain/voice/call-timeouts.ts';
import type { Clock } from '../ports/clock.ts';
import type { VendorRequest } from '../ports/call-monitor.ts';
import { VendorFailure } from '../ports/vendor-failure.ts';
import { openFirstAvailable, type VendorCandidate } from './vendor-candidate.ts';
import { cancellableStream, errorMessage, vendorTimeout } from './stream-timeouts.ts';
import { faultOf, type VendorMonitor } from './vendor-monitor.ts';

interface Closable {
  /** Name of the model, where the vendor has one. */
  readonly model?: string | null;
  close(): void;
}

interface FailoverParts<V> {
  readonly candidates: readonly VendorCandidate<() => Promise<V>>[];
  readonly clock: Clock;
  readonly monitor: VendorMonitor;
}

/** A request to the current vendor. */
interface VendorTask<V, P> {
  request(vendor: V, signal: AbortSignal): AsyncIterable<P>;
  readonly signal: AbortSignal;
  readonly onChunk: ((work: VendorRequest, chunk: P) => void) | undefined;
  /** Aborts when the consumer stops waiting because the vendor is silent. */
  readonly cancelled: AbortSignal;
}

/**
 * Failover across vendors of one stage. Uses the first until it fails before its first chunk, then the next, and so on
 * in a circle. Each vendor opens when it is needed. All are closed together.
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

  /** Opens the first vendor that can be opened. If none can, throws the error of the first. */
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

  /** The current vendor. */
  get current(): V {
    return this.#current;
  }

  get provider(): string {
    return this.#candidates[this.#index]?.provider ?? '';
  }

  /**
   * Streams the current vendor's output. If it fails or times out before the first chunk, the next vendor becomes
   * current and the error is retryable: a retry goes to the new vendor. `onChunk` sees each chunk.
   */
  stream<P>(
    request: (vendor: V, signal: AbortSignal) => AsyncIterable<P>,
    signal: AbortSignal,
    onChunk?: (work: VendorRequest, chunk: P) => void,
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
        if (!hasStarted) work.firstOutput();
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

  /** The same chunks. While another vendor is available, the first chunk has a timeout. */
  async *#withFirstChunkTimeout<P>(stream: AsyncIterable<P>): AsyncGenerator<P> {
    if (this.#candidates.length === 1) {
      yield* stream;
      return;
    }
    const iterator = stream[Symbol.asyncIterator]();
    try {
      let chunk = await vendorTimeout(this.#clock, TIMEOUTS_MS.output_before_failover, this.provider, iterator.next());
      for (; !chunk.done; chunk = await iterator.next()) yield chunk.value;
    } finally {
      // A stream that hangs would also hang on return, so the return is not awaited.
      void Promise.resolve(iterator.return?.()).catch(() => undefined);
    }
  }

  /**
   * Whether another vendor is current than the one that failed. Of several concurrent failures only the first switches.
   */
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

  /** The vendor at this index, opened once. */
  async #vendorAt(index: number): Promise<V> {
    const known = this.#opened.get(index);
    if (known) return known;
    const opened = await (this.#candidates[index] as VendorCandidate<() => Promise<V>>).open();
    this.#opened.set(index, opened);
    if (this.#closed) opened.close();
    return opened;
  }
}
