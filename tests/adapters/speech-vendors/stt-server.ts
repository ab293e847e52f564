import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { WebSocket } from 'ws';
import { lettersIn } from '../providers/letter-audio.ts';
import { vendorServer, type VendorRequest, type VendorServer } from '../providers/vendor-server.ts';

/** What a message of ours is to the vendor. */
export interface ClientIntent {
  readonly audio?: Uint8Array;
  /** The utterance is to be answered. */
  readonly finish?: boolean;
  /** The connection is to end, when that was answered. */
  readonly bye?: boolean;
  /** The vendor hangs up with this code. */
  readonly close?: number;
}

/** The words recognised in an utterance, and their position in the audio of the connection, in seconds. */
export interface RecognisedSpeech {
  readonly text: string;
  readonly utterance: number;
  readonly start: number;
  readonly end: number;
}

type Message = object | string | Uint8Array;

/** The messages of a vendor's connection, from its documentation. */
export interface SttDialect {
  readonly greeting?: readonly Message[];
  understand(message: Buffer, isBinary: boolean, answer: (message: Message) => void): ClientIntent | null;
  partial(speech: RecognisedSpeech): readonly Message[];
  final(speech: RecognisedSpeech): readonly Message[];
}

export interface Connection {
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  /** What came in text, in order. */
  readonly texts: string[];
  audio: Buffer;
}

export type SttServer = Awaited<ReturnType<typeof sttServer>>;

/** An STT vendor: interim transcripts every eighth of a second, and the final one on request. */
export async function sttServer(
  dialect: (url: URL) => SttDialect,
  sampleRate = 16_000,
  http: (request: VendorRequest, response: ServerResponse, url: string) => void = (_, response) => void response.end(),
) {
  const connections: Connection[] = [];
  const manner = { slowMs: 0 };
  const server: VendorServer = await vendorServer({
    http: (request, response) => http(request, response, server.url),
    socket(socket, { url, headers }) {
      const connection: Connection = { url, headers, texts: [], audio: Buffer.alloc(0) };
      connections.push(connection);
      listen(socket, connection, { dialect: dialect(url), sampleRate, manner });
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

interface Manner {
  readonly dialect: SttDialect;
  readonly sampleRate: number;
  readonly manner: { slowMs: number };
}

function listen(socket: WebSocket, connection: Connection, { dialect, sampleRate, manner }: Manner): void {
  const bytesPerSecond = sampleRate * 2;
  let from = 0;
  let reported = 0;
  let utterance = 0;
  const send = (message: Message): void => socket.send(wired(message));
  const report = (messages: readonly Message[]): void => {
    if (manner.slowMs === 0) messages.forEach(send);
    else setTimeout(() => messages.forEach(send), manner.slowMs);
  };
  const speech = (): RecognisedSpeech => ({
    text: lettersIn(connection.audio.subarray(from), sampleRate),
    utterance,
    start: from / bytesPerSecond,
    end: connection.audio.length / bytesPerSecond,
  });
  dialect.greeting?.forEach(send);
  socket.on('message', (message: Buffer, isBinary) => {
    if (!isBinary) connection.texts.push(message.toString());
    const { audio, finish, bye, close } = dialect.understand(message, isBinary, send) ?? {};
    if (audio) connection.audio = Buffer.concat([connection.audio, audio]);
    if (close !== undefined) return socket.close(close);
    if (finish) {
      report(dialect.final(speech()));
      from = reported = connection.audio.length;
      utterance += 1;
    } else if (connection.audio.length - reported >= bytesPerSecond / 8) {
      reported = connection.audio.length;
      report(dialect.partial(speech()));
    }
    if (bye) socket.close(1000);
  });
}

const wired = (message: Message): string | Uint8Array =>
  typeof message === 'string' || message instanceof Uint8Array ? message : JSON.stringify(message);

/** The fields of a message in JSON, none of them to be relied on. */
export const fieldsOf = (message: Buffer): Record<string, unknown> =>
  JSON.parse(message.toString()) as Record<string, unknown>;

export const fromBase64 = (text: unknown): Uint8Array => Buffer.from(String(text), 'base64');
