import type { IncomingHttpHeaders } from 'node:http';
import type { WebSocket } from 'ws';
import { encodeMulaw } from '../../../domain/audio/mulaw.ts';
import { vendorServer } from '../providers/vendor-server.ts';

export const LETTER_SECONDS = 0.05;
const LETTERS_IN_A_PIECE = 2;
const LOUDNESS = 5000;

/** What a message of ours is to the vendor. */
export interface Asked {
  readonly say?: { readonly name: string; readonly text: string };
  readonly stop?: string;
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
  end(name: string): Message;
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
  const manner = { slowMs: 0 };
  const contexts = new Set<string>();
  const server = await vendorServer({
    socket(socket, { url, headers }) {
      const connection: SpeakingConnection = { url, headers, texts: [] };
      connections.push(connection);
      serve(socket, connection, dialect(url), { manner, contexts });
    },
  });
  return {
    ...server,
    connections,
    contexts,
    manner,
    get hangUps() {
      return server.hangUps;
    },
  };
}

function serve(
  socket: WebSocket,
  { texts }: SpeakingConnection,
  dialect: SpeakingDialect,
  { manner, contexts }: { readonly manner: { readonly slowMs: number }; readonly contexts: Set<string> },
): void {
  const stopped = new Set<string>();
  const sung = new Map<string, number>();
  const send = (message: Message): void => socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  dialect.greeting?.forEach(send);
  socket.on('message', (message: Buffer) => {
    texts.push(message.toString());
    const { say, stop } = dialect.understand(message, send) ?? {};
    if (stop !== undefined) stopped.add(stop);
    if (say) void sing(say.name, say.text);
  });

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
    if (!stopped.has(name)) send(dialect.end(name));
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
