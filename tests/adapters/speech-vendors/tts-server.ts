import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { WebSocket } from 'ws';
import { encodeMulaw } from '../../../domain/audio/mulaw.ts';
import { vendorServer, type VendorRequest } from '../providers/vendor-server.ts';

const LETTER_SECONDS = 0.05;
const PIECE_SECONDS = 0.1;
const LOUDNESS = 5000;

/** What a message of ours is to the vendor. */
export interface ClientIntent {
  /** The context that there is from now on, if there was none. */
  readonly opens?: string;
  readonly say?: { readonly name: string; readonly text: string; readonly isLast?: boolean };
  readonly stop?: string;
  /** The context that is closed when everything in it was spoken. */
  readonly closes?: string;
}

type Message = object | string | Uint8Array;

/** A letter or a word, and when it is spoken, in seconds. */
export interface TimedText {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** What is said in a piece of audio. */
export interface AudioContent {
  /** The letters that begin in it, by the time since the piece began. */
  readonly letters: readonly TimedText[];
  /** The words that end in it, by the time since the text began. */
  readonly words: readonly TimedText[];
  /** How much was spoken under the same name before this text, in seconds. */
  readonly before: number;
  /** Which text of its name it is; the first is 1. */
  readonly ordinal: number;
}

/** A text that was spoken. */
export interface EndedText extends Pick<AudioContent, 'ordinal'> {
  /** Whether nothing more is to be spoken under its name. */
  readonly isLast: boolean;
}

/** The messages of a vendor's connection, from its documentation. */
export interface TtsDialect {
  readonly greeting?: readonly Message[];
  understand(message: Buffer, answer: (message: Message) => void): ClientIntent | null;
  /** The format the audio was asked for in, once the first text is there. */
  format(): { readonly sampleRate: number; readonly isMulaw: boolean };
  chunk(name: string, base64: string, speech: AudioContent): Message | readonly Message[];
  /** What tells that a text is over, if anything does. */
  end(name: string, ended: EndedText): Message | readonly Message[] | null;
  /** How long the vendor waits until it tells so, in milliseconds. */
  pauseMs?(): number;
  /** What tells that a context is closed, and how many of them a connection has at most. */
  readonly contexts?: { readonly most: number; closed(name: string): Message };
}

/** What all connections share. */
interface VoiceModel {
  /**
   * How long the vendor takes before it begins, and before it closes what was to be closed; whether it hangs up behind
   * every text; what to call when it is requested to speak.
   */
  readonly manner: { slowMs: number; closeMs: number; hangsUp: boolean; onRequest?: () => void };
  /** The names under which something was spoken. */
  readonly contexts: Set<string>;
  /** The contexts that are open, on whatever connection, and how many there were at most on one. */
  readonly open: { count: number; most: number };
}

export interface SpeakingConnection {
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly texts: string[];
}

export type SpeakingServer = Awaited<ReturnType<typeof ttsServer>>;

/**
 * A TTS vendor: a steady tone, a twentieth of a second for each letter, in pieces of about a tenth of a second that
 * are cut anywhere, also in the middle of a sample.
 */
export async function ttsServer(
  dialect: (url: URL) => TtsDialect,
  http: (request: VendorRequest, response: ServerResponse) => void = (_, response) => void response.end(),
) {
  const connections: SpeakingConnection[] = [];
  const containerOf: VoiceModel = {
    manner: { slowMs: 0, closeMs: 0, hangsUp: false },
    contexts: new Set(),
    open: { count: 0, most: 0 },
  };
  const server = await vendorServer({
    http,
    socket(socket, { url, headers }) {
      const connection: SpeakingConnection = { url, headers, texts: [] };
      connections.push(connection);
      serve(socket, connection, dialect(url), containerOf);
    },
  });
  return {
    ...server,
    ...containerOf,
    connections,
    get hangUps() {
      return server.hangUps;
    },
  };
}

function serve(
  socket: WebSocket,
  { texts }: SpeakingConnection,
  dialect: TtsDialect,
  { manner, contexts, open }: VoiceModel,
): void {
  const stopped = new Set<string>();
  const sung = new Map<string, { seconds: number; texts: number }>();
  const cuts = chance();
  const places = new Set<string>();
  const turns = new Map<string, Promise<void>>();
  const send = (message: Message): void =>
    socket.send(typeof message === 'string' || message instanceof Uint8Array ? message : JSON.stringify(message));
  dialect.greeting?.forEach(send);
  socket.on('message', (message: Buffer) => {
    texts.push(message.toString());
    const { opens, say, stop, closes } = dialect.understand(message, send) ?? {};
    if (opens !== undefined) enter(opens);
    if (stop !== undefined) stopped.add(stop);
    if (say) inTurn(say.name, () => sing(say));
    if (closes !== undefined) inTurn(closes, () => leave(closes));
  });
  socket.on('close', () => (open.count -= places.size));

  /** In one context one thing is done after the other. */
  function inTurn(name: string, act: () => Promise<void>): void {
    turns.set(name, (turns.get(name) ?? Promise.resolve()).then(act));
  }

  function enter(name: string): void {
    if (places.has(name)) return;
    places.add(name);
    open.count += 1;
    open.most = Math.max(open.most, places.size);
    if (places.size > (dialect.contexts?.most ?? Infinity))
      socket.close(1008, 'Maximum simultaneous contexts exceeded');
  }

  async function leave(name: string): Promise<void> {
    await pause(manner.closeMs);
    if (!places.delete(name) || socket.readyState !== socket.OPEN) return;
    open.count -= 1;
    if (dialect.contexts) send(dialect.contexts.closed(name));
  }

  async function sing({ name, text, isLast = false }: NonNullable<ClientIntent['say']>): Promise<void> {
    manner.onRequest?.();
    await pause(manner.slowMs);
    contexts.add(name);
    const { seconds: before, texts: count } = sung.get(name) ?? { seconds: 0, texts: 0 };
    const ordinal = count + 1;
    sung.set(name, { seconds: before + text.length * LETTER_SECONDS, texts: ordinal });
    for (const { audio, letters, words } of speechOf(text, dialect.format(), cuts)) {
      if (stopped.has(name)) return;
      [dialect.chunk(name, audio, { letters, words, before, ordinal })].flat().forEach(send);
      await pause(2);
    }
    if (dialect.pauseMs) await pause(dialect.pauseMs());
    const end = stopped.has(name) ? null : dialect.end(name, { ordinal, isLast });
    if (end) [end].flat().forEach(send);
    if (manner.hangsUp) socket.close(1000);
  }
}

/** Keeps no process alive: a test may end while its server still waits. */
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());

/** Numbers from 0 to 1 that look random and are the same in every run (the generator of Lehmer). */
function chance(seed = 20_261): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

interface Piece extends Pick<AudioContent, 'letters' | 'words'> {
  /** In Base64. */
  readonly audio: string;
}

/** A synthesised text: its audio in chunks that are cut anywhere, with the letters and words in them. */
export function* speechOf(
  text: string,
  { sampleRate, isMulaw }: ReturnType<TtsDialect['format']>,
  cuts = chance(),
): Generator<Piece> {
  const bytes = tone(text.length * LETTER_SECONDS * sampleRate, isMulaw);
  const bytesPerSecond = sampleRate * (isMulaw ? 1 : 2);
  for (let at = 0; at < bytes.length;) {
    const until = Math.min(bytes.length, at + Math.ceil(PIECE_SECONDS * bytesPerSecond * (0.5 + cuts())));
    const from = at / bytesPerSecond;
    // The last piece holds the rest to the end, whatever was rounded.
    const to = until === bytes.length ? Infinity : until / bytesPerSecond;
    const letters = timed(/./gsu, text).filter(({ start }) => start >= from && start < to);
    yield {
      audio: Buffer.from(bytes.subarray(at, until)).toString('base64'),
      letters: letters.map((letter) => since(from, letter)),
      words: timed(/\S+/g, text).filter(({ end }) => end > from && end <= to),
    };
    at = until;
  }
}

/** What is found in a text, and when it is spoken. */
const timed = (pattern: RegExp, text: string): TimedText[] =>
  [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
    text: found,
    start: index * LETTER_SECONDS,
    end: (index + found.length) * LETTER_SECONDS,
  }));

const since = (from: number, { text, start, end }: TimedText): TimedText => ({
  text,
  start: start - from,
  end: end - from,
});

/** This number of samples of the tone. */
export function tone(samples: number, isMulaw: boolean): Uint8Array {
  const pcm = new Int16Array(Math.round(samples)).fill(LOUDNESS);
  return isMulaw ? encodeMulaw(pcm) : new Uint8Array(pcm.buffer);
}

/** How many samples the vendor makes of a text. */
export const samplesIn = (text: string, sampleRate: number): number =>
  Math.round(text.length * LETTER_SECONDS * sampleRate);
