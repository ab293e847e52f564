import type { SynthesisOptions, SpeechSynthesiser } from '../../../application/ports/text-to-speech.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import type { PhonemeSpan } from '../../../domain/voice/speech-form.ts';
import { chunksOf } from './pcm.ts';
import { withPhonemes } from './phonemes.ts';
import { SynthesisedText } from './synthesised-text.ts';
import { TtsConnectionPool } from './tts-connection-pool.ts';
import { TtsContext } from './tts-context.ts';
import type { TtsProtocol } from './tts-protocol.ts';

const CHUNKS_PER_SECOND = 10;

/** A text to synthesise. */
interface SynthesisRequest {
  readonly context: TtsContext;
  readonly text: SynthesisedText;
  /** Messages that request it. */
  readonly messages: readonly string[];
  /** Whether the messages were sent. */
  isSent: boolean;
  /** Whether it is the first text of its context. */
  readonly isFirst: boolean;
  /** Whether the connection was already open, so that the vendor may be about to close it. */
  readonly isOverOld: boolean;
}

/**
 * TTS over sockets that stay open between texts. Where the vendor supports it, the texts of one speech share a context,
 * and the next text is sent while the last is spoken. An interruption cancels the context, or closes the connection
 * where the vendor cannot cancel.
 */
export class SocketSynthesiser implements SpeechSynthesiser {
  readonly sampleRate: number;
  readonly speaksIpa: boolean;
  readonly needsNormalisation: boolean;
  readonly #protocol: TtsProtocol;
  readonly #closed = new AbortController();
  readonly #connections: TtsConnectionPool;
  /** The context that texts were last added to. */
  #currentContext: TtsContext | null = null;
  /** The text that was requested in advance. */
  #prepared: SynthesisRequest | null = null;
  /** The text that was requested last. */
  #latest: SynthesisRequest | null = null;
  #count = 0;

  private constructor(protocol: TtsProtocol) {
    this.#protocol = protocol;
    this.#connections = new TtsConnectionPool(protocol);
    this.sampleRate = protocol.sampleRate;
    this.speaksIpa = protocol.markPhonemes !== undefined;
    this.needsNormalisation = protocol.needsNormalisation === true;
  }

  /** Connects first, so that a refusal is known before the call starts. */
  static async open(protocol: TtsProtocol): Promise<SpeechSynthesiser> {
    const voice = new SocketSynthesiser(protocol);
    await voice.#connections.connect().ready;
    return voice;
  }

  async *synthesise(text: string, signal: AbortSignal, manner: SynthesisOptions = {}): AsyncGenerator<Int16Array> {
    const stop = AbortSignal.any([signal, this.#closed.signal]);
    const trimmed = text.trim();
    if (trimmed === '' || stop.aborted) return;
    const { speech = null, phonemes } = manner;
    const request = this.#takePrepared(trimmed, speech) ?? this.#request(trimmed, this.#contextFor(speech), phonemes);
    request.text.subscribe(manner);
    try {
      yield* this.#stream(request, stop);
    } catch (failure) {
      if (stop.aborted) return;
      if (request.text.seconds > 0 || !mayRetry(request)) throw failure;
      yield* this.synthesise(text, signal, manner);
    }
  }

  prepare(text: string, speech: object, phonemes?: readonly PhonemeSpan[]): void {
    const trimmed = text.trim();
    const context = this.#currentContext;
    if (trimmed === '' || !context?.isPending || !context.accepts(speech) || this.#prepared?.context === context)
      return;
    const isNext = this.#latest?.context === context && this.#latest.isSent;
    this.#prepared = this.#request(trimmed, context, phonemes);
    // Otherwise it is sent when the previous text is sent.
    if (isNext) this.#send(this.#prepared);
  }

  endSpeech(speech: object): void {
    const context = this.#currentContext;
    if (this.#prepared?.context.speech === speech) this.#prepared = null;
    if (context?.speech !== speech) return;
    if (context.isPending) this.#cancel(context);
    else this.#end(context);
  }

  close(): void {
    this.#closed.abort();
    this.#connections.close();
  }

  #request(trimmed: string, context: TtsContext, phonemes?: readonly PhonemeSpan[]): SynthesisRequest {
    const { name, speech, isNew: isFirst } = context;
    const { isOpen: isOverOld } = context.connection;
    const { contexts, markPhonemes } = this.#protocol;
    const marked = markPhonemes ? withPhonemes(trimmed, phonemes, markPhonemes) : trimmed;
    const messages = speech && contexts ? contexts.add(name, marked, isFirst) : this.#protocol.synthesise(name, marked);
    const text = new SynthesisedText(trimmed, this.sampleRate);
    context.add(text);
    return (this.#latest = { context, text, messages, isFirst, isOverOld, isSent: false });
  }

  /** The prepared request, if it is for this text. */
  #takePrepared(trimmed: string, speech: object | null): SynthesisRequest | null {
    const next = this.#prepared;
    if (next?.context.speech !== speech) return null;
    this.#prepared = null;
    if (next.text.text === trimmed) return next;
    this.#cancel(next.context);
    return null;
  }

  #send(request: SynthesisRequest): void {
    if (!request.isSent) request.context.send(request.messages);
    request.isSent = true;
  }

  async *#stream(request: SynthesisRequest, stop: AbortSignal): AsyncGenerator<Int16Array> {
    const { context, text } = request;
    const { connection } = context;
    const endAudio = (): void => text.audio.end();
    stop.addEventListener('abort', endAudio, { once: true });
    let isComplete = false;
    try {
      await Promise.race([connection.ready, aborted(stop)]);
      if (stop.aborted) return;
      this.#send(request);
      if (this.#prepared?.context === context) this.#send(this.#prepared);
      for await (const audio of text.audio)
        for (const chunk of chunksOf(audio, this.sampleRate / CHUNKS_PER_SECOND)) {
          if (stop.aborted) return;
          yield chunk;
        }
      isComplete = !stop.aborted;
    } finally {
      stop.removeEventListener('abort', endAudio);
      // The vendor fell silent. The connection may be dead, so the next text gets another.
      if (stop.reason instanceof VendorFailure) this.#connections.hangUp(connection);
      if (!isComplete) this.#cancel(context);
      else if (!context.speech) this.#release(context);
    }
  }

  /** The open context of this speech, or a new one. */
  #contextFor(speech: object | null): TtsContext {
    const last = this.#currentContext;
    if (last?.accepts(speech) && this.#connections.has(last.connection)) return last;
    if (!speech || !this.#protocol.contexts) return this.#context(null);
    if (last) this.#end(last);
    return (this.#currentContext = this.#context(speech));
  }

  #context(speech: object | null): TtsContext {
    const connection = this.#connections.available() ?? this.#connections.connect();
    const name = `utterance-${++this.#count}`;
    const requestEnd = (): void => this.#end(context);
    const context: TtsContext = new TtsContext({ name, connection, speech }, this.#protocol, requestEnd);
    connection.register(context);
    return context;
  }

  /** Ends the context: no text is added to it afterwards. */
  #end(context: TtsContext): void {
    if (this.#currentContext === context) this.#currentContext = null;
    if (context.isClosed || !context.wasSent) return;
    context.send(this.#protocol.contexts?.end(context.name) ?? []);
    if (this.#protocol.reportsClosed) context.close();
    if (!context.isPending) this.#release(context);
  }

  #cancel(context: TtsContext): void {
    const { connection, name, isClosed, wasSent } = context;
    if (this.#currentContext === context) this.#currentContext = null;
    if (this.#prepared?.context === context) this.#prepared = null;
    context.discard();
    if (!this.#connections.has(connection)) return;
    const words = wasSent ? this.#protocol.cancel(name) : [];
    if (!words) this.#connections.hangUp(connection);
    else if (!isClosed) context.send(words);
    if (wasSent) this.#release(context);
    else connection.unregister(context);
    // The reply to an interruption comes soon, so a missing connection is opened at once.
    if (!this.#connections.available()) this.#connections.connect();
  }

  /** Forgets the context, unless the vendor reports that itself. */
  #release(context: TtsContext): void {
    if (!this.#protocol.reportsClosed) context.connection.unregister(context);
  }
}

/** Whether a retry may help: the vendor dropped the context, or closed a reused connection while the text was on its way. */
const mayRetry = ({ isFirst, isOverOld, context }: SynthesisRequest): boolean =>
  !isFirst || (isOverOld && context.connection.isEnded);

/** Resolves when the signal aborts. */
const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
