import type { Voice } from '../../../application/ports/text-to-speech.ts';
import type { Mailbox } from '../../lib/mailbox.ts';
import { disconnection } from '../../lib/vendor-failures.ts';
import { piecesOf } from './pcm.ts';
import { VoiceConnection } from './voice-connection.ts';
import type { VoiceDialect } from './voice-dialect.ts';

/** The first audio, and each further piece, must come within this. In milliseconds. */
const PATIENCE_MS = 5_000;
const PIECES_PER_SECOND = 10;

/**
 * A voice over sockets that stay open between texts. A text that is interrupted is taken back where the vendor can do
 * that; where it cannot, its connection goes and the next text finds a new one.
 */
export class SocketVoice implements Voice {
  readonly sampleRate: number;
  readonly #dialect: VoiceDialect;
  readonly #closed = new AbortController();
  readonly #connections = new Set<VoiceConnection>();
  #count = 0;

  private constructor(dialect: VoiceDialect) {
    this.#dialect = dialect;
    this.sampleRate = dialect.sampleRate;
  }

  /** Connects first, so that a vendor who refuses is known before the call begins. */
  static async open(dialect: VoiceDialect): Promise<Voice> {
    const voice = new SocketVoice(dialect);
    await voice.#connect().ready;
    return voice;
  }

  async *speak(text: string, signal: AbortSignal): AsyncGenerator<Int16Array> {
    const stop = AbortSignal.any([signal, this.#closed.signal]);
    if (text.trim() === '' || stop.aborted) return;
    const name = `utterance-${++this.#count}`;
    const connection = this.#free() ?? this.#connect();
    const audio = connection.expect(name);
    const hush = (): void => audio.end();
    stop.addEventListener('abort', hush, { once: true });
    let isWhole = false;
    try {
      await Promise.race([connection.ready, aborted(stop)]);
      if (stop.aborted) return;
      connection.send(this.#dialect.say(name, text.trim()));
      for await (const piece of this.#patiently(connection, audio)) {
        if (stop.aborted) return;
        yield piece;
      }
      isWhole = !stop.aborted;
    } catch (failure) {
      if (!stop.aborted) throw failure;
    } finally {
      stop.removeEventListener('abort', hush);
      connection.forget(name);
      if (!isWhole) this.#takeBack(connection, name);
    }
  }

  close(): void {
    this.#closed.abort();
    for (const connection of this.#connections) this.#hangUp(connection);
  }

  /** A connection that can take one more text. */
  #free(): VoiceConnection | undefined {
    return [...this.#connections].find(({ texts }) => texts < this.#dialect.atOnce);
  }

  #takeBack(connection: VoiceConnection, name: string): void {
    if (!this.#connections.has(connection)) return;
    const words = this.#dialect.stop(name);
    if (words) return connection.send(words);
    this.#hangUp(connection);
    // Whoever interrupts is answered soon: the next connection is made at once.
    if (!this.#free()) this.#connect();
  }

  async *#patiently(connection: VoiceConnection, audio: Mailbox<Int16Array>): AsyncGenerator<Int16Array> {
    for (const pieces = audio[Symbol.asyncIterator](); ;) {
      const overdue = setTimeout(() => this.#giveUp(connection, audio), PATIENCE_MS);
      const piece = await pieces.next().finally(() => clearTimeout(overdue));
      if (piece.done) return;
      yield* piecesOf(piece.value, this.sampleRate / PIECES_PER_SECOND);
    }
  }

  /** It may be the connection that is dead: the next text gets another. */
  #giveUp(connection: VoiceConnection, audio: Mailbox<Int16Array>): void {
    audio.end(disconnection(this.#dialect.vendor, 'fell silent'));
    this.#hangUp(connection);
  }

  #connect(): VoiceConnection {
    const connection: VoiceConnection = new VoiceConnection(this.#dialect, () => this.#connections.delete(connection));
    this.#connections.add(connection);
    return connection;
  }

  #hangUp(connection: VoiceConnection): void {
    this.#connections.delete(connection);
    connection.close();
  }
}

/** Settles when the signal aborts. */
const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
