import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { ReconnectBackoff } from './reconnect-backoff.ts';
import { TtsConnection } from './tts-connection.ts';
import type { TtsProtocol } from './tts-protocol.ts';

/** A connection that lasted this long counts as a success, even if it was not used, in ms. */
const STABLE_AFTER_MS = 10_000;

/**
 * Connections of one synthesiser. Replaces an idle connection that is lost or about to expire in the background, so
 * that the next text needs no handshake. Retries with backoff, at most every 30 s.
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

  /**
   * A connection with capacity for another context. Closes idle connections whose contexts the vendor was told to close
   * and did not.
   */
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

  /** Closes all connections and stops reconnecting. */
  close(): void {
    this.#isClosed = true;
    this.#backoff.cancel();
    for (const connection of this.#all) this.hangUp(connection);
  }

  #onLost(lost: TtsConnection): void {
    this.#all.delete(lost);
    // A connection that never opened has failed its waiters already, and its retry is scheduled where it was opened.
    if (lost.openedAt === Infinity || !lost.isIdle) return;
    if (lost.isUsed || performance.now() - lost.openedAt > STABLE_AFTER_MS) this.#backoff.reset();
    this.#replace();
  }

  #replace(): void {
    if (this.#isClosed) return;
    const failed = ({ retryable }: VendorFailure): void => void (retryable && this.#replace());
    // A text may have opened one in the meantime.
    this.#backoff.schedule(() => void (this.available() ?? this.connect().ready.catch(failed)));
  }

  /** Opens a new connection, then closes the old one unless it is in use. */
  #renew(old: TtsConnection): void {
    const retire = (): void => void (old.isIdle && this.has(old) && this.hangUp(old));
    if ([...this.#all].some((other) => other !== old && other.hasCapacity)) return retire();
    this.connect().ready.then(retire, () => undefined);
  }
}
