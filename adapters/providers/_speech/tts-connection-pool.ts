import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { ReconnectBackoff } from './reconnect-backoff.ts';
import { TtsConnection } from './tts-connection.ts';
import type { TtsProtocol } from './tts-protocol.ts';

/** A connection that stood for so long was no failure, even if nothing was said over it. In milliseconds. */
const STABLE_AFTER_MS = 10_000;

/**
 * The connections of one voice. One that is lost while it is idle, or is about to be, is replaced in the background, so that
 * the next text need not wait for a handshake. A vendor who is down is tried later and later, every 30 seconds in the end.
 */
export class TtsConnectionPool {
  readonly #protocol: TtsProtocol;
  readonly #all = new Set<TtsConnection>();
  readonly #backoff = new ReconnectBackoff();
  #isClosed = false;

  constructor(protocol: TtsProtocol) {
    this.#protocol = protocol;
  }

  has(connection: TtsConnection): boolean {
    return this.#all.has(connection);
  }

  /** A connection that takes one more context. One that is full of what it was told to close and did not is given up. */
  available(): TtsConnection | undefined {
    const full = [...this.#all].filter(({ hasCapacity, isIdle }) => !hasCapacity && isIdle);
    if (this.#protocol.reportsClosed) for (const connection of full) this.hangUp(connection);
    return [...this.#all].find(({ hasCapacity }) => hasCapacity);
  }

  connect(): TtsConnection {
    const connection = new TtsConnection(this.#protocol, {
      onLost: (lost) => this.#onLost(lost),
      onStale: (old) => this.#renew(old),
    });
    this.#all.add(connection);
    return connection;
  }

  hangUp(connection: TtsConnection): void {
    this.#all.delete(connection);
    connection.close();
  }

  /** Hangs up on all, and connects no more by itself. */
  close(): void {
    this.#isClosed = true;
    this.#backoff.cancel();
    for (const connection of this.#all) this.hangUp(connection);
  }

  #onLost(lost: TtsConnection): void {
    this.#all.delete(lost);
    // One that never opened has failed those who wait for it, or is an attempt that sees to the next itself.
    if (lost.openedAt === Infinity || !lost.isIdle) return;
    if (lost.isUsed || performance.now() - lost.openedAt > STABLE_AFTER_MS) this.#backoff.reset();
    this.#replace();
  }

  #replace(): void {
    if (this.#isClosed) return;
    const failed = ({ retryable }: VendorFailure): void => void (retryable && this.#replace());
    // A text may have connected in the meantime.
    this.#backoff.schedule(() => void (this.available() ?? this.connect().ready.catch(failed)));
  }

  /** The old one serves until the new one is there, and for as long as it is in use. */
  #renew(old: TtsConnection): void {
    const retire = (): void => void (old.isIdle && this.has(old) && this.hangUp(old));
    if ([...this.#all].some((other) => other !== old && other.hasCapacity)) return retire();
    this.connect().ready.then(retire, () => undefined);
  }
}
