import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { disconnection } from '../../lib/vendor-failures.ts';
import type { OpenSocket } from '../../lib/web-socket.ts';
import type { TtsEvent, TtsProtocol } from './tts-protocol.ts';

/** Handles the events of one context. */
interface ContextHandler {
  readonly name: string;
  /** Whether audio is still to come. */
  readonly isPending: boolean;
  onEvent(event: TtsEvent): void;
}

/** An idle connection is replaced this long before the vendor would close it, in ms. */
const RENEW_BEFORE_MS = 5_000;

/** Listens to the end of a connection. */
export interface TtsConnectionListener {
  /** The connection was lost and not closed from here. */
  onLost(connection: TtsConnection): void;
  /** The connection has been idle almost until the vendor's idle timeout. */
  onStale(connection: TtsConnection): void;
}

/** One connection to a TTS vendor, with its contexts. */
export class TtsConnection {
  /** Whether the vendor has reported the end of a text on this connection. */
  reportsEnds = false;
  /** Resolves when texts can be sent, rejects when connecting fails. An unhandled rejection is not an error. */
  readonly ready: Promise<OpenSocket>;
  readonly #protocol: TtsProtocol;
  readonly #contexts = new Map<string, ContextHandler>();
  readonly #listener: TtsConnectionListener;
  #keepAlive: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;
  #sendsLetters: boolean | null = null;
  #state: 'opening' | 'open' | 'lost' | 'closed' = 'opening';
  #openedAt = Infinity;
  #isUsed = false;
  #isEnded = false;

  constructor(protocol: TtsProtocol, listener: TtsConnectionListener) {
    this.#protocol = protocol;
    this.#listener = listener;
    const lost = (failure: VendorFailure, isOrderly?: boolean): void => this.#lost(failure, isOrderly);
    this.ready = protocol.connect({
      message: (text) => this.#onEvent(protocol.read(text)),
      binary: (audio) => this.#onEvent(protocol.hasBinaryAudio ? { audio } : null),
      closed: lost,
    });
    this.ready.then(
      (socket) => this.#opened(socket),
      (failure: VendorFailure) => lost(failure),
    );
  }

  /** Whether the connection is open. */
  get isOpen(): boolean {
    return this.#state === 'open';
  }

  /** Whether the vendor closed it normally. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** When it opened, in monotonic ms. Infinity when it never did. */
  get openedAt(): number {
    return this.#openedAt;
  }

  /** Whether anything was sent. */
  get isUsed(): boolean {
    return this.#isUsed;
  }

  /** Whether the vendor takes another context. */
  get hasCapacity(): boolean {
    return this.#contexts.size < this.#protocol.contextsMax;
  }

  /** Whether no audio is to come. */
  get isIdle(): boolean {
    return ![...this.#contexts.values()].some(({ isPending }) => isPending);
  }

  /** Whether the vendor sends letter timings. Assumed until the first audio shows otherwise. */
  get sendsLetters(): boolean {
    return this.#sendsLetters !== false;
  }

  /** Registers a context for the events with its name. It uses capacity until it is closed or unregistered. */
  register(context: ContextHandler): void {
    this.#contexts.set(context.name, context);
  }

  /** Removes a context that the vendor no longer has. */
  unregister({ name }: ContextHandler): void {
    this.#contexts.delete(name);
  }

  send(messages: readonly string[]): void {
    const send = (socket: OpenSocket): void => {
      this.#isUsed ||= messages.length > 0;
      for (const message of messages) socket.send(message);
      this.#restartIdleTimer();
    };
    this.ready.then(send, () => undefined);
  }

  /** Closes the connection. Its open contexts fail. */
  close(): void {
    this.#stop('closed');
    const failure = disconnection(this.#protocol.vendor, 'was hung up on');
    for (const context of this.#contexts.values()) context.onEvent({ failure });
    this.ready.then(
      (socket) => socket.close(),
      () => undefined,
    );
  }

  #opened(socket: OpenSocket): void {
    if (this.#state !== 'opening') return;
    this.#state = 'open';
    this.#openedAt = performance.now();
    const { keepAlive } = this.#protocol;
    if (keepAlive) this.#keepAlive = setInterval(() => socket.send(keepAlive.message), keepAlive.everyMs).unref();
    this.#restartIdleTimer();
  }

  /** Restarts the timer that renews the connection before the vendor's idle timeout. */
  #restartIdleTimer(): void {
    const { idleTimeoutMs } = this.#protocol;
    clearTimeout(this.#idle);
    if (idleTimeoutMs === undefined || !this.isOpen) return;
    const onIdle = (): void => (this.isIdle ? this.#listener.onStale(this) : this.#restartIdleTimer());
    this.#idle = setTimeout(onIdle, idleTimeoutMs - RENEW_BEFORE_MS).unref();
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
    this.#listener.onLost(this);
    for (const context of this.#contexts.values()) context.onEvent({ failure });
  }

  #onEvent(event: TtsEvent | null): void {
    if (!event) return;
    const { name, isClosed } = event;
    this.#observeLetters(event);
    if (name === undefined) return this.#contexts.forEach((context) => context.onEvent(event));
    const context = this.#contexts.get(name);
    if (isClosed) this.#contexts.delete(name);
    context?.onEvent(event);
  }

  #observeLetters({ audio, chunkWords = [] }: TtsEvent): void {
    if (chunkWords.length > 0) this.#sendsLetters = true;
    else if (audio && audio.length > 0) this.#sendsLetters ??= false;
  }
}
