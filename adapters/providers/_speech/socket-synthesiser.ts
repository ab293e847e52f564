import type { Manner, Voice } from '../../../application/ports/text-to-speech.ts';
import { disconnection } from '../../lib/vendor-failures.ts';
import { piecesOf } from './pcm.ts';
import { Utterance } from './synthesised-text.ts';
import type { VoiceConnection } from './tts-connection.ts';
import { VoiceConnections } from './tts-connection-pool.ts';
import { VoiceContext } from './tts-context.ts';
import type { VoiceDialect } from './tts-protocol.ts';

/** The first audio, and each further piece, must come within this. In milliseconds. */
const PATIENCE_MS = 5_000;
const PIECES_PER_SECOND = 10;

/** A text on its way. */
interface Asked {
  readonly context: VoiceContext;
  readonly utterance: Utterance;
  /** What asks for it. */
  readonly words: readonly string[];
  /** Whether it was. */
  isSent: boolean;
  /** Whether nothing was asked for before it in its context. */
  readonly isFirst: boolean;
  /** Whether it was asked for over a connection that stood already, which the vendor may be about to close. */
  readonly isOverOld: boolean;
}

/**
 * A voice over sockets that stay open between texts. The texts of a speech are spoken as one where the vendor can do that,
 * the next one sent while the last is still spoken. What is interrupted is taken back where the vendor can do that; where
 * it cannot, its connection goes and the next text finds a new one.
 */
export class SocketVoice implements Voice {
  readonly sampleRate: number;
  readonly #dialect: VoiceDialect;
  readonly #closed = new AbortController();
  readonly #connections: VoiceConnections;
  /** The speech that texts were added to last. */
  #speech: VoiceContext | null = null;
  /** The text that was asked for before its time. */
  #prepared: Asked | null = null;
  /** The text that was asked for last. */
  #latest: Asked | null = null;
  #count = 0;

  private constructor(dialect: VoiceDialect) {
    this.#dialect = dialect;
    this.#connections = new VoiceConnections(dialect);
    this.sampleRate = dialect.sampleRate;
  }

  /** Connects first, so that a vendor who refuses is known before the call begins. */
  static async open(dialect: VoiceDialect): Promise<Voice> {
    const voice = new SocketVoice(dialect);
    await voice.#connections.connect().ready;
    return voice;
  }

  async *speak(text: string, signal: AbortSignal, manner: Manner = {}): AsyncGenerator<Int16Array> {
    const stop = AbortSignal.any([signal, this.#closed.signal]);
    const said = text.trim();
    if (said === '' || stop.aborted) return;
    const { speech = null } = manner;
    const asked = this.#takePrepared(said, speech) ?? this.#ask(said, this.#contextFor(speech));
    asked.utterance.listen(manner);
    try {
      yield* this.#hear(asked, stop);
    } catch (failure) {
      if (stop.aborted) return;
      if (asked.utterance.seconds > 0 || !mayBeForgotten(asked)) throw failure;
      yield* this.speak(text, signal, manner);
    }
  }

  prepare(text: string, speech: object): void {
    const said = text.trim();
    const context = this.#speech;
    if (said === '' || !context?.isOwed || !context.takes(speech) || this.#prepared?.context === context) return;
    const isNext = this.#latest?.context === context && this.#latest.isSent;
    this.#prepared = this.#ask(said, context);
    // Else it follows when the text before it is sent.
    if (isNext) this.#send(this.#prepared);
  }

  finish(speech: object): void {
    const context = this.#speech;
    if (this.#prepared?.context.speech === speech) this.#prepared = null;
    if (context?.speech !== speech) return;
    if (context.isOwed) this.#takeBack(context);
    else this.#end(context);
  }

  close(): void {
    this.#closed.abort();
    this.#connections.close();
  }

  #ask(said: string, context: VoiceContext): Asked {
    const { name, speech, isNew: isFirst } = context;
    const { isOpen: isOverOld } = context.connection;
    const { speeches } = this.#dialect;
    const words = speech && speeches ? speeches.add(name, said, isFirst) : this.#dialect.say(name, said);
    const utterance = new Utterance(said, this.sampleRate);
    context.ask(utterance);
    return (this.#latest = { context, utterance, words, isFirst, isOverOld, isSent: false });
  }

  /** The text, if it was asked for already. */
  #takePrepared(said: string, speech: object | null): Asked | null {
    const next = this.#prepared;
    if (next?.context.speech !== speech) return null;
    this.#prepared = null;
    if (next.utterance.text === said) return next;
    this.#takeBack(next.context);
    return null;
  }

  #send(asked: Asked): void {
    if (!asked.isSent) asked.context.send(asked.words);
    asked.isSent = true;
  }

  async *#hear(asked: Asked, stop: AbortSignal): AsyncGenerator<Int16Array> {
    const { context, utterance } = asked;
    const { connection } = context;
    const hush = (): void => utterance.audio.end();
    stop.addEventListener('abort', hush, { once: true });
    let isWhole = false;
    try {
      await Promise.race([connection.ready, aborted(stop)]);
      if (stop.aborted) return;
      this.#send(asked);
      if (this.#prepared?.context === context) this.#send(this.#prepared);
      for await (const piece of this.#patiently(connection, utterance)) {
        if (stop.aborted) return;
        yield piece;
      }
      isWhole = !stop.aborted;
    } finally {
      stop.removeEventListener('abort', hush);
      if (!isWhole) this.#takeBack(context);
      else if (!context.speech) this.#release(context);
    }
  }

  /** The speech that goes on, if it does; else one that begins. */
  #contextFor(speech: object | null): VoiceContext {
    const last = this.#speech;
    if (last?.takes(speech) && this.#connections.has(last.connection)) return last;
    if (!speech || !this.#dialect.speeches) return this.#context(null);
    if (last) this.#end(last);
    return (this.#speech = this.#context(speech));
  }

  #context(speech: object | null): VoiceContext {
    const connection = this.#connections.free() ?? this.#connections.connect();
    const name = `utterance-${++this.#count}`;
    const doubted = (): void => this.#end(context);
    const context: VoiceContext = new VoiceContext({ name, connection, speech }, this.#dialect, doubted);
    connection.expect(context);
    return context;
  }

  /** Nothing is added to this speech any more. */
  #end(context: VoiceContext): void {
    if (this.#speech === context) this.#speech = null;
    if (context.isClosed || !context.isKnown) return;
    context.send(this.#dialect.speeches?.end(context.name) ?? []);
    if (this.#dialect.tellsClosed) context.close();
    if (!context.isOwed) this.#release(context);
  }

  #takeBack(context: VoiceContext): void {
    const { connection, name, isClosed, isKnown } = context;
    if (this.#speech === context) this.#speech = null;
    if (this.#prepared?.context === context) this.#prepared = null;
    context.drop();
    if (!this.#connections.has(connection)) return;
    const words = isKnown ? this.#dialect.stop(name) : [];
    if (!words) this.#connections.hangUp(connection);
    else if (!isClosed) context.send(words);
    if (isKnown) this.#release(context);
    else connection.forget(context);
    // Whoever interrupts is answered soon: where a new connection is needed it is made at once.
    if (!this.#connections.free()) this.#connections.connect();
  }

  /** The vendor has no use for the context any more, unless it will say so itself. */
  #release(context: VoiceContext): void {
    if (!this.#dialect.tellsClosed) context.connection.forget(context);
  }

  async *#patiently(connection: VoiceConnection, { audio }: Utterance): AsyncGenerator<Int16Array> {
    for (const pieces = audio[Symbol.asyncIterator](); ;) {
      const giveUp = (): void => {
        audio.end(disconnection(this.#dialect.vendor, 'fell silent'));
        // It may be the connection that is dead: the next text gets another.
        this.#connections.hangUp(connection);
      };
      const overdue = setTimeout(giveUp, PATIENCE_MS);
      const piece = await pieces.next().finally(() => clearTimeout(overdue));
      if (piece.done) return;
      yield* piecesOf(piece.value, this.sampleRate / PIECES_PER_SECOND);
    }
  }
}

/** Whether it was the speech that the vendor had forgotten, or a connection that it closed as the text was on its way. */
const mayBeForgotten = ({ isFirst, isOverOld, context }: Asked): boolean =>
  !isFirst || (isOverOld && context.connection.isEnded);

/** Settles when the signal aborts. */
const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
