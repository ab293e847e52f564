import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { Express, Request } from 'express';

/** A request that the process sends to its own API for a client. */
export interface InnerRequest {
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  readonly body?: { readonly type: string; readonly bytes: Uint8Array };
}

export interface InnerAnswer {
  readonly status: number;
  /** As they are set: texts, but for repeated ones. */
  readonly headers: Readonly<Record<string, number | string | readonly string[] | undefined>>;
  readonly text: string;
}

export type SendWithin = (sent: InnerRequest) => Promise<InnerAnswer>;

/** Longest answer, in bytes. */
const ANSWER_BYTES_MAX = 32 * 1024 * 1024;

/** Headers of the client's request that say who it is and where it came from. */
const FORWARDED = /^(authorization|host|x-forwarded-.+|user-agent)$/;

/**
 * Sends requests to this app within the process, with the credentials and the address of the client whose request is
 * answered. So they pass the same checks, limits and logs as requests of the client itself, and the process has no authority
 * of its own. They end when the signal aborts.
 */
export const sendWithin =
  (app: Express, client: Request, signal: AbortSignal): SendWithin =>
  async (sent) => {
    signal.throwIfAborted();
    const socket = new InnerSocket(client);
    const request = requestOn(socket, app, client, sent);
    // HTTP/1.0 has no chunks: what follows the head is the body.
    const Answer = app.response.constructor as typeof ServerResponse;
    const response = new Answer(request);
    const answered = new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      response.once('close', () => {
        if (response.writableFinished) resolve();
        else reject(socket.errored ?? new Error('The request was not answered'));
      });
    });
    const abort = (): void => void socket.destroy(new Error('The client is gone'));
    signal.addEventListener('abort', abort, { once: true });
    try {
      response.assignSocket(socket as unknown as Parameters<typeof response.assignSocket>[0]);
      response.once('finish', () => socket.destroy());
      // Node's server does so for its own connections.
      socket.on('drain', () => response.emit('drain'));
      app(request as Request, response as unknown as Parameters<Express>[1]);
      await answered;
      return { status: response.statusCode, headers: response.getHeaders(), text: socket.body() };
    } finally {
      signal.removeEventListener('abort', abort);
    }
  };

/** The parsed request, as Node makes it from the bytes of a connection. */
function requestOn(socket: InnerSocket, app: Express, client: Request, { method, path, body }: InnerRequest) {
  const Message = app.request.constructor as unknown as new (socket: Duplex) => IncomingMessage;
  const request = new Message(socket);
  const forwarded = Object.entries(client.headers).filter(([name]) => FORWARDED.test(name));
  const content = body && { 'content-type': body.type, 'content-length': String(body.bytes.byteLength) };
  const headers: IncomingHttpHeaders = { ...Object.fromEntries(forwarded), ...content };
  const rawHeaders = Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);
  Object.assign(request, {
    ...{ method, url: path, headers, rawHeaders, complete: true },
    ...{ httpVersion: '1.0', httpVersionMajor: 1, httpVersionMinor: 0 },
  });
  if (body) request.push(body.bytes);
  request.push(null);
  return request;
}

/** The end of a connection that collects what is written, under the address of the client. */
class InnerSocket extends Duplex {
  readonly remoteAddress: string | undefined;
  readonly encrypted: boolean;
  readonly #parts: Buffer[] = [];
  #length = 0;

  constructor({ socket }: Request) {
    super();
    this.remoteAddress = socket.remoteAddress;
    this.encrypted = (socket as Partial<TLSSocket>).encrypted ?? false;
  }

  /** What was written after the head. */
  body(): string {
    const written = Buffer.concat(this.#parts);
    return written.subarray(written.indexOf('\r\n\r\n') + 4).toString('utf8');
  }

  override _read(): void {
    // Requests are not parsed from here.
  }

  override _write(part: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.#length += part.length;
    this.#parts.push(part);
    done(this.#length > ANSWER_BYTES_MAX ? new AnswerTooLong() : undefined);
  }
}

/** The API's answer is longer than this server reads. */
export class AnswerTooLong extends Error {
  constructor() {
    super(`The answer is longer than ${ANSWER_BYTES_MAX / 1024 / 1024} MB`);
  }
}
