import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { disconnection } from '../../lib/vendor-failures.ts';
import type { OpenSocket } from '../../lib/web-socket.ts';
import type { Uttered, VoiceDialect } from './tts-protocol.ts';

/** What is spoken as one over a connection. */
interface Spoken {
  readonly name: string;
  /** Whether audio is still to come of it. */
  readonly isOwed: boolean;
  hear(uttered: Uttered): void;
}

/** A connection that has been idle is replaced this long before the vendor would hang up. In milliseconds. */
const RENEWAL_MS = 5_000;

/** What becomes of a connection. */
export interface ConnectionWatch {
  /** It is gone, and not because it was closed from here. */
  gone(connection: VoiceConnection): void;
  /** It has been idle for so long that the vendor hangs up soon. */
  stale(connection: VoiceConnection): void;
}

/** One connection to a vendor who speaks, and the contexts that the vendor has for it. */
export class VoiceConnection {
  /** Whether the vendor was seen to tell that a text is over. */
  tellsEnds = false;
  /** Settles when texts can be said, or fails as the vendor did. A failure nobody waits for is not an error. */
  readonly ready: Promise<OpenSocket>;
  readonly #dialect: VoiceDialect;
  readonly #contexts = new Map<string, Spoken>();
  readonly #watch: ConnectionWatch;
  #keepAlive: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;
  #spells: boolean | null = null;
  #state: 'opening' | 'open' | 'lost' | 'closed' = 'opening';
  #openedAt = Infinity;
  #isUsed = false;
  #isEnded = false;

  constructor(dialect: VoiceDialect, watch: ConnectionWatch) {
    this.#dialect = dialect;
    this.#watch = watch;
    const lost = (failure: VendorFailure, isOrderly?: boolean): void => this.#lost(failure, isOrderly);
    this.ready = dialect.connect({
      message: (text) => this.#hear(dialect.read(text)),
      binary: (audio) => this.#hear(dialect.hasBareAudio ? { audio } : null),
      closed: lost,
    });
    this.ready.then(
      (socket) => this.#opened(socket),
      (failure: VendorFailure) => lost(failure),
    );
  }

  /** Whether texts can be said over it at this moment, as far as is known. */
  get isOpen(): boolean {
    return this.#state === 'open';
  }

  /** Whether the vendor closed it without a complaint. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Since when it is open, in monotonic milliseconds; Infinity when it never was. */
  get openedAt(): number {
    return this.#openedAt;
  }

  /** Whether anything was said over it. */
  get isUsed(): boolean {
    return this.#isUsed;
  }

  /** Whether the vendor takes another context. */
  get hasRoom(): boolean {
    return this.#contexts.size < this.#dialect.atOnce;
  }

  /** Whether no audio is to come. */
  get isIdle(): boolean {
    return ![...this.#contexts.values()].some(({ isOwed }) => isOwed);
  }

  /** Whether the vendor spells what it speaks, as far as was seen. */
  get spells(): boolean {
    return this.#spells !== false;
  }

  /** What comes under its name is for this context, which has a place until it is closed or forgotten. */
  expect(context: Spoken): void {
    this.#contexts.set(context.name, context);
  }

  /** The vendor has no such context any more. */
  forget({ name }: Spoken): void {
    this.#contexts.delete(name);
  }

  send(messages: readonly string[]): void {
    const send = (socket: OpenSocket): void => {
      this.#isUsed ||= messages.length > 0;
      for (const message of messages) socket.send(message);
      this.#rest();
    };
    this.ready.then(send, () => undefined);
  }

  /** Hangs up. What is still to come of its contexts has failed. */
  close(): void {
    this.#stop('closed');
    const failure = disconnection(this.#dialect.vendor, 'was hung up on');
    for (const context of this.#contexts.values()) context.hear({ failure });
    this.ready.then(
      (socket) => socket.close(),
      () => undefined,
    );
  }

  #opened(socket: OpenSocket): void {
    if (this.#state !== 'opening') return;
    this.#state = 'open';
    this.#openedAt = performance.now();
    const { keepAlive } = this.#dialect;
    if (keepAlive) this.#keepAlive = setInterval(() => socket.send(keepAlive.message), keepAlive.everyMs).unref();
    this.#rest();
  }

  /** Begins to wait for the vendor to lose its patience. */
  #rest(): void {
    const { idleMs } = this.#dialect;
    clearTimeout(this.#idle);
    if (idleMs === undefined || !this.isOpen) return;
    const tired = (): void => (this.isIdle ? this.#watch.stale(this) : this.#rest());
    this.#idle = setTimeout(tired, idleMs - RENEWAL_MS).unref();
  }

  #stop(state: 'lost' | 'closed'): void {
    this.#state = state;
    clearInterval(this.#keepAlive);
    clearTimeout(this.#idle);
  }

  #lost(failure: VendorFailure, isOrderly = false): void {
    if (this.#state === 'closed') return;
    this.#isEnded = isOrderly;
    this.#stop('lost');
    this.#watch.gone(this);
    for (const context of this.#contexts.values()) context.hear({ failure });
  }

  #hear(uttered: Uttered | null): void {
    if (!uttered) return;
    const { name, isClosed } = uttered;
    this.#watchSpelling(uttered);
    if (name === undefined) return this.#contexts.forEach((context) => context.hear(uttered));
    const context = this.#contexts.get(name);
    if (isClosed) this.#contexts.delete(name);
    context?.hear(uttered);
  }

  #watchSpelling({ audio, wordsOfPiece = [] }: Uttered): void {
    if (wordsOfPiece.length > 0) this.#spells = true;
    else if (audio && audio.length > 0) this.#spells ??= false;
  }
}
