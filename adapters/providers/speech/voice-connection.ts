import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { disconnection } from '../../lib/vendor-failures.ts';
import type { OpenSocket } from '../../lib/web-socket.ts';
import type { Uttered, VoiceDialect } from './voice-dialect.ts';

/** What is spoken as one over a connection. */
interface Spoken {
  readonly name: string;
  /** Whether audio is still to come of it. */
  readonly isOwed: boolean;
  hear(uttered: Uttered): void;
}

/** One connection to a vendor who speaks, and the contexts that the vendor has for it. */
export class VoiceConnection {
  /** Settles when texts can be said, or fails as the vendor did. A failure nobody waits for is not an error. */
  readonly ready: Promise<OpenSocket>;
  readonly #dialect: VoiceDialect;
  readonly #contexts = new Map<string, Spoken>();
  readonly #gone: () => void;
  #keepAlive: NodeJS.Timeout | undefined;
  #spells: boolean | null = null;

  /** Tells when the connection is gone, and not because it was closed from here. */
  constructor(dialect: VoiceDialect, gone: () => void) {
    this.#dialect = dialect;
    this.#gone = gone;
    const lost = (failure: VendorFailure): void => this.#lost(failure);
    this.ready = dialect.connect({ message: (text) => this.#read(text), closed: lost });
    this.ready.then((socket) => this.#stayAlive(socket), lost);
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
      for (const message of messages) socket.send(message);
    };
    this.ready.then(send, () => undefined);
  }

  /** Hangs up. What is still to come of its contexts has failed. */
  close(): void {
    clearInterval(this.#keepAlive);
    this.#keepAlive = undefined;
    const failure = disconnection(this.#dialect.vendor, 'was hung up on');
    for (const context of this.#contexts.values()) context.hear({ failure });
    this.ready.then(
      (socket) => this.#end(socket),
      () => undefined,
    );
  }

  #end(socket: OpenSocket): void {
    clearInterval(this.#keepAlive);
    socket.close();
  }

  #stayAlive(socket: OpenSocket): void {
    const { keepAlive } = this.#dialect;
    if (keepAlive) this.#keepAlive = setInterval(() => socket.send(keepAlive.message), keepAlive.everyMs).unref();
  }

  #lost(failure: VendorFailure): void {
    clearInterval(this.#keepAlive);
    this.#gone();
    for (const context of this.#contexts.values()) context.hear({ failure });
  }

  #read(message: string): void {
    const uttered = this.#dialect.read(message);
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
