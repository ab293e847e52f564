import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import type { OpenSocket } from '../../lib/web-socket.ts';
import type { Utterance } from './utterance.ts';
import type { VoiceDialect } from './voice-dialect.ts';

/** One connection to a vendor who speaks, and the texts that are owed over it. */
export class VoiceConnection {
  /** Settles when texts can be said, or fails as the vendor did. A failure nobody waits for is not an error. */
  readonly ready: Promise<OpenSocket>;
  readonly #dialect: VoiceDialect;
  readonly #texts = new Map<string, Utterance>();
  readonly #gone: () => void;
  #keepAlive: NodeJS.Timeout | undefined;

  /** Tells when the connection is gone, and not because it was closed from here. */
  constructor(dialect: VoiceDialect, gone: () => void) {
    this.#dialect = dialect;
    this.#gone = gone;
    const lost = (failure: VendorFailure): void => this.#lost(failure);
    this.ready = dialect.connect({ message: (text) => this.#read(text), closed: lost });
    this.ready.then((socket) => this.#stayAlive(socket), lost);
  }

  /** How many texts are owed. */
  get texts(): number {
    return this.#texts.size;
  }

  /** What comes under this name is of this text. */
  expect(name: string, utterance: Utterance): void {
    this.#texts.set(name, utterance);
  }

  /** Whatever still comes of the text is not heard. */
  forget(name: string): void {
    this.#texts.delete(name);
  }

  send(messages: readonly string[]): void {
    const send = (socket: OpenSocket): void => {
      for (const message of messages) socket.send(message);
    };
    this.ready.then(send, () => undefined);
  }

  close(): void {
    clearInterval(this.#keepAlive);
    this.#keepAlive = undefined;
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
    for (const utterance of this.#texts.values()) utterance.hear({ failure });
  }

  #read(message: string): void {
    const uttered = this.#dialect.read(message);
    if (!uttered) return;
    const { name } = uttered;
    for (const [each, utterance] of this.#texts) if (name === undefined || name === each) utterance.hear(uttered);
  }
}
