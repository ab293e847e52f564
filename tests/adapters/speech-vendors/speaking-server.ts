import type { IncomingHttpHeaders } from 'node:http';
import type { WebSocket } from 'ws';
import { encodeMulaw } from '../../../domain/audio/mulaw.ts';
import { vendorServer } from '../providers/vendor-server.ts';

export const LETTER_SECONDS = 0.05;
const LETTERS_IN_A_PIECE = 2;
const LOUDNESS = 5000;

/** What a message of ours is to the vendor. */
export interface Asked {
  /** The context that there is from now on, if there was none. */
  readonly opens?: string;
  readonly say?: { readonly name: string; readonly text: string };
  readonly stop?: string;
  /** The context that is closed when everything in it was spoken. */
  readonly closes?: string;
}

type Message = object | string;

/** What is said in a piece of audio: its letters, and the words that end in it, by the time since the text began. */
export interface Spoken {
  readonly letters: string;
  readonly words: readonly { readonly text: string; readonly start: number; readonly end: number }[];
  /** How much was spoken under the same name before this text, in seconds. */
  readonly before: number;
}

/** How a vendor's connection talks, as its documentation tells it. */
export interface SpeakingDialect {
  readonly greeting?: readonly Message[];
  understand(message: Buffer, answer: (message: Message) => void): Asked | null;
  /** The format the audio was asked for in, once the first text is there. */
  format(): { readonly sampleRate: number; readonly isMulaw: boolean };
  chunk(name: string, base64: string, spoken: Spoken): Message | readonly Message[];
  /** What tells that a text is over, if anything does. */
  end(name: string): Message | null;
  /** What tells that a context is closed, and how many of them a connection has at most. */
  readonly contexts?: { readonly most: number; closed(name: string): Message };
}

/** What all connections share. */
interface House {
  /** How long the vendor takes before it begins, and before it closes what was to be closed. */
  readonly manner: { slowMs: number; closeMs: number };
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

export type SpeakingServer = Awaited<ReturnType<typeof speakingServer>>;

/** A vendor who speaks: a steady tone, a twentieth of a second for each letter, in pieces of a tenth of a second. */
export async function speakingServer(dialect: (url: URL) => SpeakingDialect) {
  const connections: SpeakingConnection[] = [];
  const house: House = { manner: { slowMs: 0, closeMs: 0 }, contexts: new Set(), open: { count: 0, most: 0 } };
  const server = await vendorServer({
    socket(socket, { url, headers }) {
      const connection: SpeakingConnection = { url, headers, texts: [] };
      connections.push(connection);
      serve(socket, connection, dialect(url), house);
    },
  });
  return {
    ...server,
    ...house,
    connections,
    get hangUps() {
      return server.hangUps;
    },
  };
}

function serve(
  socket: WebSocket,
  { texts }: SpeakingConnection,
  dialect: SpeakingDialect,
  { manner, contexts, open }: House,
): void {
  const stopped = new Set<string>();
  const sung = new Map<string, number>();
  const places = new Set<string>();
  const turns = new Map<string, Promise<void>>();
  const send = (message: Message): void => socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  dialect.greeting?.forEach(send);
  socket.on('message', (message: Buffer) => {
    texts.push(message.toString());
    const { opens, say, stop, closes } = dialect.understand(message, send) ?? {};
    if (opens !== undefined) enter(opens);
    if (stop !== undefined) stopped.add(stop);
    if (say) inTurn(say.name, () => sing(say.name, say.text));
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

  async function sing(name: string, text: string): Promise<void> {
    await pause(manner.slowMs);
    const { sampleRate, isMulaw } = dialect.format();
    contexts.add(name);
    const before = sung.get(name) ?? 0;
    sung.set(name, before + text.length * LETTER_SECONDS);
    for (let from = 0; from < text.length && !stopped.has(name); from += LETTERS_IN_A_PIECE) {
      const letters = text.slice(from, from + LETTERS_IN_A_PIECE);
      const audio = tone(letters.length * LETTER_SECONDS * sampleRate, isMulaw);
      const words = wordsOf(text).filter(({ ends }) => ends > from && ends <= from + LETTERS_IN_A_PIECE);
      const chunk = dialect.chunk(name, Buffer.from(audio).toString('base64'), { letters, words, before });
      [chunk].flat().forEach(send);
      await pause(2);
    }
    const end = stopped.has(name) ? null : dialect.end(name);
    if (end) send(end);
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const wordsOf = (text: string) =>
  [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => {
    const ends = index + word.length;
    return { text: word, start: index * LETTER_SECONDS, end: ends * LETTER_SECONDS, ends };
  });

/** So many samples of the tone. */
export function tone(samples: number, isMulaw: boolean): Uint8Array {
  const pcm = new Int16Array(Math.round(samples)).fill(LOUDNESS);
  return isMulaw ? encodeMulaw(pcm) : new Uint8Array(pcm.buffer);
}

/** How many samples the vendor makes of a text. */
export const samplesIn = (text: string, sampleRate: number): number =>
  Math.round(text.length * LETTER_SECONDS * sampleRate);
