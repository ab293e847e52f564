import type { Manner, Voice } from '../../../application/ports/text-to-speech.ts';
import { disconnection } from '../../lib/vendor-failures.ts';
import { piecesOf } from './pcm.ts';
import { Utterance } from './utterance.ts';
import { VoiceConnection } from './voice-connection.ts';
import { VoiceContext } from './voice-context.ts';
import type { VoiceDialect } from './voice-dialect.ts';

/** The first audio, and each further piece, must come within this. In milliseconds. */
const PATIENCE_MS = 5_000;
const PIECES_PER_SECOND = 10;

/**
 * A voice over sockets that stay open between texts. The texts of a speech are spoken as one where the vendor can do that.
 * A text that is interrupted is taken back where it can do that; where it cannot, its connection goes and the next text
 * finds a new one.
 */
export class SocketVoice implements Voice {
  readonly sampleRate: number;
  readonly #dialect: VoiceDialect;
  readonly #closed = new AbortController();
  readonly #connections = new Set<VoiceConnection>();
  /** The speech that texts were added to last. */
  #speech: VoiceContext | null = null;
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

  async *speak(text: string, signal: AbortSignal, manner: Manner = {}): AsyncGenerator<Int16Array> {
    const stop = AbortSignal.any([signal, this.#closed.signal]);
    if (text.trim() === '' || stop.aborted) return;
    const context = this.#contextFor(manner.speech ?? null);
    const isFirst = context.isNew;
    const utterance = this.#utterance(text, context, manner);
    try {
      yield* this.#say(text, context, utterance, stop);
    } catch (failure) {
      if (stop.aborted) return;
      // It may be the speech that the vendor has forgotten.
      if (isFirst || utterance.seconds > 0) throw failure;
      yield* this.speak(text, signal, manner);
    }
  }

  close(): void {
    this.#closed.abort();
    for (const connection of this.#connections) this.#hangUp(connection);
  }

  async *#say(
    text: string,
    context: VoiceContext,
    utterance: Utterance,
    stop: AbortSignal,
  ): AsyncGenerator<Int16Array> {
    const { name, connection } = context;
    const words = this.#words(context, text.trim());
    connection.expect(name, utterance);
    context.begin();
    const hush = (): void => utterance.audio.end();
    stop.addEventListener('abort', hush, { once: true });
    let isWhole = false;
    try {
      await Promise.race([connection.ready, aborted(stop)]);
      if (stop.aborted) return;
      connection.send(words);
      for await (const piece of this.#patiently(connection, utterance)) {
        if (stop.aborted) return;
        yield piece;
      }
      isWhole = !stop.aborted;
    } finally {
      stop.removeEventListener('abort', hush);
      connection.forget(name);
      if (isWhole) context.end(utterance);
      else this.#takeBack(context);
    }
  }

  #utterance(text: string, { seconds }: VoiceContext, manner: Manner): Utterance {
    return new Utterance(text, { ...manner, sampleRate: this.sampleRate, before: seconds });
  }

  /** How a text is asked for. */
  #words({ name, speech, isNew }: VoiceContext, text: string): readonly string[] {
    const { speeches } = this.#dialect;
    return speech && speeches ? speeches.add(name, text, isNew) : this.#dialect.say(name, text);
  }

  /** The speech that goes on, if it does; else one that begins. */
  #contextFor(speech: object | null): VoiceContext {
    const { speeches } = this.#dialect;
    const last = this.#speech;
    if (speeches && last?.takes(speech, speeches.lastMs) && this.#connections.has(last.connection)) return last;
    const context = new VoiceContext(`utterance-${++this.#count}`, this.#free() ?? this.#connect(), speech);
    if (speech && speeches) this.#begin(context);
    return context;
  }

  #begin(context: VoiceContext): void {
    const last = this.#speech;
    this.#speech = context;
    if (last) last.connection.send(this.#dialect.speeches?.end(last.name) ?? []);
  }

  /** A connection that can take one more text. */
  #free(): VoiceConnection | undefined {
    return [...this.#connections].find(({ texts }) => texts < this.#dialect.atOnce);
  }

  #takeBack(context: VoiceContext): void {
    const { connection, name, speech } = context;
    if (this.#speech === context) this.#speech = null;
    if (!this.#connections.has(connection)) return;
    const words = this.#dialect.stop(name);
    if (words) return connection.send(words.length > 0 || !speech ? words : (this.#dialect.speeches?.end(name) ?? []));
    this.#hangUp(connection);
    // Whoever interrupts is answered soon: the next connection is made at once.
    if (!this.#free()) this.#connect();
  }

  async *#patiently(connection: VoiceConnection, { audio }: Utterance): AsyncGenerator<Int16Array> {
    for (const pieces = audio[Symbol.asyncIterator](); ;) {
      const giveUp = (): void => {
        audio.end(disconnection(this.#dialect.vendor, 'fell silent'));
        // It may be the connection that is dead: the next text gets another.
        this.#hangUp(connection);
      };
      const overdue = setTimeout(giveUp, PATIENCE_MS);
      const piece = await pieces.next().finally(() => clearTimeout(overdue));
      if (piece.done) return;
      yield* piecesOf(piece.value, this.sampleRate / PIECES_PER_SECOND);
    }
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
