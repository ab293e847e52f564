import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { FurtherTry } from './reconnect-backoff.ts';
import { VoiceConnection } from './tts-connection.ts';
import type { VoiceDialect } from './tts-protocol.ts';

/** A connection that stood for so long was no failure, even if nothing was said over it. In milliseconds. */
const LASTING_MS = 10_000;

/**
 * The connections of one voice. One that is lost while it is idle, or is about to be, is replaced in the background, so that
 * the next text need not wait for a handshake. A vendor who is down is tried later and later, every 30 seconds in the end.
 */
export class VoiceConnections {
  readonly #dialect: VoiceDialect;
  readonly #all = new Set<VoiceConnection>();
  readonly #furtherTry = new FurtherTry();
  #isClosed = false;

  constructor(dialect: VoiceDialect) {
    this.#dialect = dialect;
  }

  has(connection: VoiceConnection): boolean {
    return this.#all.has(connection);
  }

  /** A connection that takes one more context. One that is full of what it was told to close and did not is given up. */
  free(): VoiceConnection | undefined {
    const stuck = [...this.#all].filter(({ hasRoom, isIdle }) => !hasRoom && isIdle);
    if (this.#dialect.tellsClosed) for (const connection of stuck) this.hangUp(connection);
    return [...this.#all].find(({ hasRoom }) => hasRoom);
  }

  connect(): VoiceConnection {
    const connection = new VoiceConnection(this.#dialect, {
      gone: (lost) => this.#gone(lost),
      stale: (old) => this.#renew(old),
    });
    this.#all.add(connection);
    return connection;
  }

  hangUp(connection: VoiceConnection): void {
    this.#all.delete(connection);
    connection.close();
  }

  /** Hangs up on all, and connects no more by itself. */
  close(): void {
    this.#isClosed = true;
    this.#furtherTry.drop();
    for (const connection of this.#all) this.hangUp(connection);
  }

  #gone(lost: VoiceConnection): void {
    this.#all.delete(lost);
    // One that never opened has failed those who wait for it, or is an attempt that sees to the next itself.
    if (lost.openedAt === Infinity || !lost.isIdle) return;
    if (lost.isUsed || performance.now() - lost.openedAt > LASTING_MS) this.#furtherTry.reset();
    this.#replace();
  }

  #replace(): void {
    if (this.#isClosed) return;
    const failed = ({ retryable }: VendorFailure): void => void (retryable && this.#replace());
    // A text may have connected in the meantime.
    this.#furtherTry.plan(() => void (this.free() ?? this.connect().ready.catch(failed)));
  }

  /** The old one serves until the new one is there, and for as long as it is in use. */
  #renew(old: VoiceConnection): void {
    const retire = (): void => void (old.isIdle && this.has(old) && this.hangUp(old));
    if ([...this.#all].some((other) => other !== old && other.hasRoom)) return retire();
    this.connect().ready.then(retire, () => undefined);
  }
}
