import { TIMEOUTS_MS } from '../../domain/voice/call-timeouts.ts';
import type { Clock } from '../ports/clock.ts';
import type { VendorRequest } from '../ports/call-monitor.ts';
import { VendorFailure } from '../ports/vendor-failure.ts';
import { withTimeout } from '../with-timeout.ts';
import { withStreamTimeouts, type StreamTimeouts } from './stream-timeouts.ts';
import { faultOf, type VendorMonitor } from './vendor-monitor.ts';
import { errorMessage } from '../../domain/errors.ts';

/** One of several vendors of the same stage. */
export interface VendorCandidate<Open extends (...how: never) => Promise<unknown>> {
  readonly provider: string;
  readonly open: Open;
}

/**
 * Opens the first available candidate from `start` on, once around the circle. If none opens, throws the first error.
 */
export async function openFirstAvailable<T>(
  openers: readonly (() => Promise<T>)[],
  start: number,
): Promise<{ readonly index: number; readonly opened: T }> {
  const order = openers.map((_, step) => (start + step) % openers.length);
  const failures: unknown[] = [];
  for (const index of order) {
    try {
      return { index, opened: await (openers[index] as () => Promise<T>)() };
    } catch (failure) {
      failures.push(failure);
    }
  }
  throw failures[0];
}

interface Closable {
  /** Name of the model, where the vendor has one. */
  readonly model?: string | null;
  close(): void;
}

interface FailoverParts<V> {
  readonly candidates: readonly VendorCandidate<() => Promise<V>>[];
  readonly clock: Clock;
  readonly monitor: VendorMonitor;
  /** For a single vendor. With another one, the first chunk has less time. */
  readonly timeouts: StreamTimeouts;
}

/**
 * Failover across vendors of one stage. Uses the first until it fails before its first chunk, then the next, and so on
 * in a circle. Each vendor opens when it is needed. All are closed together.
 */
export class Failover<V extends Closable> {
  readonly #candidates: readonly VendorCandidate<() => Promise<V>>[];
  readonly #clock: Clock;
  readonly #monitor: VendorMonitor;
  readonly #timeouts: StreamTimeouts;
  readonly #opened = new Map<number, V>();
  /** Vendors that are opening. One that takes too long is used by a later failover. */
  readonly #opening = new Map<number, Promise<V>>();
  #index = 0;
  #current: V;
  #failingOver: Promise<void> | null = null;
  #closed = false;

  /** Opens the first vendor that can be opened. If none can, throws the error of the first. */
  static async open<V extends Closable>(parts: FailoverParts<V>): Promise<Failover<V>> {
    const openers = parts.candidates.map(({ open }) => open);
    const { index, opened } = await openFirstAvailable(openers, 0);
    return new Failover(parts, index, opened);
  }

  private constructor({ candidates, clock, monitor, timeouts }: FailoverParts<V>, index: number, opened: V) {
    this.#candidates = candidates;
    this.#clock = clock;
    this.#monitor = monitor;
    const firstMs = candidates.length > 1 ? TIMEOUTS_MS.output_before_failover : timeouts.firstMs;
    this.#timeouts = { ...timeouts, firstMs };
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
   * current and the error is retryable: a retry goes to the new vendor. The signal of a vendor that timed out aborts
   * with a `VendorFailure`. `onChunk` sees each chunk.
   */
  async *stream<P>(
    request: (vendor: V, signal: AbortSignal) => AsyncIterable<P>,
    signal: AbortSignal,
    onChunk?: (work: VendorRequest, chunk: P) => void,
  ): AsyncGenerator<P> {
    const finished = new AbortController();
    const work = this.#monitor.requestStarted(this.provider, this.#current.model ?? null);
    const index = this.#index;
    let hasStarted = false;
    try {
      const output = request(this.#current, AbortSignal.any([signal, finished.signal]));
      for await (const chunk of withStreamTimeouts(this.#clock, this.provider, output, this.#timeouts)) {
        if (!hasStarted) work.firstOutput();
        hasStarted = true;
        onChunk?.(work, chunk);
        yield chunk;
      }
    } catch (cause) {
      finished.abort(cause);
      work.ended(signal.aborted ? null : faultOf(cause));
      if (hasStarted || signal.aborted || !(await this.#failOver(index))) throw cause;
      throw new VendorFailure(errorMessage(cause), { retryable: true, cause });
    } finally {
      finished.abort();
      work.ended(null);
    }
  }

  close(): void {
    this.#closed = true;
    for (const vendor of this.#opened.values()) vendor.close();
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
    const openers = this.#candidates.map((_, index) => () => this.#inTime(index));
    const { index, opened } = await openFirstAvailable(openers, before + 1);
    this.#index = index;
    this.#current = opened;
    if (index !== before) this.#monitor.failedOver(from);
  }

  /** The vendor at this index, unless it takes longer to open than a waiting speech allows. */
  #inTime(index: number): Promise<V> {
    return withTimeout(
      this.#clock,
      TIMEOUTS_MS.fallback_opening,
      () => this.#vendorAt(index),
      () => {
        const { provider } = this.#candidates[index] as VendorCandidate<() => Promise<V>>;
        throw new VendorFailure(`${provider} took too long to open`, { retryable: true });
      },
    );
  }

  /** The vendor at this index, opened once. */
  async #vendorAt(index: number): Promise<V> {
    const known = this.#opened.get(index) ?? this.#opening.get(index);
    if (known) return known;
    const opening = this.#open(index).finally(() => this.#opening.delete(index));
    this.#opening.set(index, opening);
    return opening;
  }

  async #open(index: number): Promise<V> {
    const opened = await (this.#candidates[index] as VendorCandidate<() => Promise<V>>).open();
    this.#opened.set(index, opened);
    if (this.#closed) opened.close();
    return opened;
  }
}
