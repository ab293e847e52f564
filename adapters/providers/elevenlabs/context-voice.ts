import type { Voice } from '../../../application/ports/text-to-speech.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { Mailbox } from '../../lib/mailbox.ts';
import { parsed } from '../../lib/parsed.ts';
import { disconnection } from '../../lib/vendor-failures.ts';
import { openWebSocket, type OpenSocket, type SocketRequest } from '../../lib/web-socket.ts';
import { piecesOf, samplesOf } from '../speech/pcm.ts';

/** The first audio, and each further piece, must come within this. In milliseconds. */
const PATIENCE_MS = 5_000;
const PIECES_PER_SECOND = 10;

/** What no second try mends: the key, the plan, the voice, or what was asked. */
const OUR_FAULT = /quota|api_key|auth|permission|voice|invalid|terms|policy/i;

interface Message {
  readonly audio: string | null;
  readonly isFinal: boolean | null;
  readonly is_final: boolean | null;
  readonly contextId: string | null;
  readonly context_id: string | null;
  readonly error: unknown;
}

interface Connection {
  readonly contexts: Map<string, Mailbox<Int16Array>>;
  readonly socket: Promise<OpenSocket>;
}

/** A voice over a socket where every text is a context: one that is interrupted is no longer listened to, whatever still comes of it. */
export class ContextVoice implements Voice {
  readonly sampleRate: number;
  readonly #request: SocketRequest;
  readonly #settings: object;
  readonly #closed = new AbortController();
  #connection: Connection | null = null;
  #count = 0;

  private constructor(request: SocketRequest, { sampleRate, settings }: { sampleRate: number; settings: object }) {
    this.#request = request;
    this.sampleRate = sampleRate;
    this.#settings = settings;
  }

  /** Connects first, so that a vendor who refuses is known before the call begins. */
  static async open(request: SocketRequest, how: { sampleRate: number; settings: object }): Promise<Voice> {
    const voice = new ContextVoice(request, how);
    await voice.#connect().socket;
    return voice;
  }

  async *speak(text: string, signal: AbortSignal): AsyncGenerator<Int16Array> {
    const stop = AbortSignal.any([signal, this.#closed.signal]);
    if (text.trim() === '' || stop.aborted) return;
    const context = `utterance-${++this.#count}`;
    const { contexts, socket: connecting } = this.#connection ?? this.#connect();
    const audio = new Mailbox<Int16Array>();
    contexts.set(context, audio);
    const hush = (): void => audio.end();
    stop.addEventListener('abort', hush, { once: true });
    try {
      const socket = await connecting;
      if (stop.aborted) return;
      this.#say(socket, context, text.trim());
      for await (const piece of this.#patiently(audio)) {
        if (stop.aborted) return;
        yield piece;
      }
    } catch (failure) {
      if (!stop.aborted) throw failure;
    } finally {
      stop.removeEventListener('abort', hush);
      contexts.delete(context);
    }
  }

  close(): void {
    this.#closed.abort();
    this.#hangUp();
  }

  /** A context that is closed after its flush ends by itself, when all of it was made; there is no taking it back sooner. */
  #say(socket: OpenSocket, context: string, text: string): void {
    const send = (message: object): void => socket.send(JSON.stringify({ ...message, context_id: context }));
    send({ text: ' ', voice_settings: this.#settings });
    send({ text: `${text} `, flush: true });
    send({ close_context: true });
  }

  async *#patiently(audio: Mailbox<Int16Array>): AsyncGenerator<Int16Array> {
    for (const pieces = audio[Symbol.asyncIterator](); ;) {
      const overdue = setTimeout(() => this.#giveUp(audio), PATIENCE_MS);
      const piece = await pieces.next().finally(() => clearTimeout(overdue));
      if (piece.done) return;
      yield* piecesOf(piece.value, this.sampleRate / PIECES_PER_SECOND);
    }
  }

  /** It may be the connection that is dead: the next text gets another. */
  #giveUp(audio: Mailbox<Int16Array>): void {
    audio.end(disconnection(this.#request.vendor, 'fell silent'));
    this.#hangUp();
  }

  #connect(): Connection {
    const contexts = new Map<string, Mailbox<Int16Array>>();
    const lost = (failure: VendorFailure): void => {
      if (this.#connection === connection) this.#connection = null;
      for (const audio of contexts.values()) audio.end(failure);
    };
    const socket = openWebSocket(this.#request, { message: (text) => this.#read(contexts, text), closed: lost });
    const connection: Connection = { contexts, socket };
    socket.catch(lost);
    this.#connection = connection;
    return connection;
  }

  #read(contexts: Connection['contexts'], text: string): void {
    const { audio, contextId, context_id, error, ...ending } = parsed<Message>(text);
    const mailbox = contexts.get(String(contextId ?? context_id));
    if (typeof audio === 'string') mailbox?.put(samplesOf(Buffer.from(audio, 'base64')));
    if (ending.isFinal ?? ending.is_final) mailbox?.end();
    if (!error) return;
    const failure = this.#failure(text);
    for (const each of mailbox ? [mailbox] : contexts.values()) each.end(failure);
  }

  #failure(message: string): VendorFailure {
    const retryable = !OUR_FAULT.test(message);
    return new VendorFailure(`${this.#request.vendor} could not speak the text`, { retryable });
  }

  #hangUp(): void {
    const connection = this.#connection;
    this.#connection = null;
    void connection?.socket.then((socket) => socket.close()).catch(() => undefined);
  }
}
