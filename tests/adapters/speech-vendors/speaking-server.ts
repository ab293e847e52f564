import type { IncomingHttpHeaders } from 'node:http';
import type { WebSocket } from 'ws';
import { encodeMulaw } from '../../../domain/audio/mulaw.ts';
import { vendorServer } from '../providers/vendor-server.ts';

const LETTER_SECONDS = 0.05;
const LOUDNESS = 5000;

/** What a message of ours is to the vendor. */
export interface Asked {
  readonly say?: { readonly name: string; readonly text: string };
  readonly stop?: string;
}

type Message = object | string;

/** How a vendor's connection talks, as its documentation tells it. */
export interface SpeakingDialect {
  readonly greeting?: readonly Message[];
  understand(message: Buffer, answer: (message: Message) => void): Asked | null;
  /** The format the audio was asked for in, once the first text is there. */
  format(): { readonly sampleRate: number; readonly isMulaw: boolean };
  chunk(name: string, base64: string): Message;
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
  const server = await vendorServer({
    socket(socket, { url, headers }) {
      const connection: SpeakingConnection = { url, headers, texts: [] };
      connections.push(connection);
      serve(socket, connection, dialect(url), manner);
    },
  });
  return {
    ...server,
    connections,
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
  manner: { readonly slowMs: number },
): void {
  const stopped = new Set<string>();
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
    const tenth = tone(sampleRate / 10, isMulaw);
    for (let left = text.length * LETTER_SECONDS; left > 0.001 && !stopped.has(name); left -= 0.1) {
      const piece = left < 0.099 ? tone(sampleRate / 20, isMulaw) : tenth;
      send(dialect.chunk(name, Buffer.from(piece).toString('base64')));
      await pause(2);
    }
    if (!stopped.has(name)) send(dialect.end(name));
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** So many samples of the tone. */
export function tone(samples: number, isMulaw: boolean): Uint8Array {
  const pcm = new Int16Array(Math.round(samples)).fill(LOUDNESS);
  return isMulaw ? encodeMulaw(pcm) : new Uint8Array(pcm.buffer);
}

/** How many samples the vendor makes of a text. */
export const samplesIn = (text: string, sampleRate: number): number =>
  Math.round(text.length * LETTER_SECONDS * sampleRate);
