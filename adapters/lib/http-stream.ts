import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Network } from './network.ts';
import { requireSendable } from './sendable-headers.ts';
import { disconnection, refusal } from './vendor-failures.ts';

/** Of an error's body at most so much is read. In bytes. */
const ERROR_BYTES = 8_192;

export interface HttpPost {
  readonly vendor: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  readonly network: Network;
  /** Ends the request and its connection at once. */
  readonly signal: AbortSignal;
  /** The answer must begin, and each further piece that is waited for must come, within this. In milliseconds. */
  readonly timeoutMs: number;
}

export interface HttpAnswer {
  readonly contentType: string;
  /** The body as it arrives. It ends early when the signal aborts, and throws a VendorFailure when it breaks off. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Posts once and answers as soon as the vendor begins to. Every status but 2xx is a VendorFailure; redirects are not followed. */
export function post(input: HttpPost): Promise<HttpAnswer> {
  const { vendor, url, headers, body, network, signal, timeoutMs } = input;
  return new Promise((resolve, reject) => {
    const lookup = network.guard(url);
    requireSendable(vendor, headers);
    if (signal.aborted) return reject(disconnection(vendor, 'cannot be reached', signal.reason));
    const secure = url.protocol === 'https:';
    const request: ClientRequest = (secure ? httpsRequest : httpRequest)(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      agent: secure ? network.agents.https : network.agents.http,
      lookup,
    });
    // Node's own `signal` would end the connection with an error that, just when an answer is whole, nobody listens to.
    const leave = (): void => void request.destroy();
    signal.addEventListener('abort', leave, { once: true });
    request.on('close', () => signal.removeEventListener('abort', leave));
    const overdue = setTimeout(() => request.destroy(disconnection(vendor, 'does not answer')), timeoutMs);
    let hasResponse = false;
    request.on('error', (cause: NodeJS.ErrnoException) => {
      clearTimeout(overdue);
      // Of an answer that breaks off its body tells.
      if (hasResponse) return;
      // A kept connection that the other side has just closed says nothing about the vendor.
      if (request.reusedSocket && cause.code === 'ECONNRESET' && !signal.aborted) resolve(post(input));
      else reject(disconnection(vendor, 'cannot be reached', cause));
    });
    request.on('response', (response) => {
      hasResponse = true;
      const { statusCode: status = 0 } = response;
      const bytes = bodyOf(response, input);
      if (status >= 200 && status < 300) {
        clearTimeout(overdue);
        return resolve({ contentType: response.headers['content-type'] ?? '', bytes });
      }
      // What an error says beyond its status is not waited for any longer than the status was.
      const detail = textOf(bytes, ERROR_BYTES).catch(() => '');
      void detail.then((text) => reject(refusal(vendor, status, text))).finally(() => clearTimeout(overdue));
    });
    // Whoever switches protocols answers nothing that was asked, and nothing would ever come.
    request.on('upgrade', ({ statusCode = 0 }, socket) => {
      clearTimeout(overdue);
      socket.destroy();
      reject(refusal(vendor, statusCode));
    });
    request.end(body);
  });
}

/** The whole of a body as text, cut off at a length. */
export async function textOf(bytes: AsyncIterable<Uint8Array>, most: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of bytes) {
    parts.push(part);
    length += part.length;
    if (length >= most) break;
  }
  return Buffer.concat(parts).subarray(0, most).toString('utf8');
}

async function* bodyOf(response: IncomingMessage, { vendor, signal, timeoutMs }: HttpPost): AsyncGenerator<Uint8Array> {
  const chunks = response[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  try {
    for (;;) {
      const overdue = setTimeout(() => response.destroy(disconnection(vendor, 'fell silent')), timeoutMs);
      const chunk = await chunks.next().finally(() => clearTimeout(overdue));
      if (chunk.done || signal.aborted) return;
      yield chunk.value;
    }
  } catch (cause) {
    if (!signal.aborted) throw disconnection(vendor, 'broke off its answer', cause);
  } finally {
    response.destroy();
  }
}
