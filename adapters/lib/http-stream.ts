import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Network } from './network.ts';
import { requireSendable } from './sendable-headers.ts';
import { disconnection, refusal } from './vendor-failures.ts';

/** Longest part of an error body that is read. In bytes. */
const ERROR_BYTES = 8_192;

export interface HttpPost {
  readonly vendor: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  readonly network: Network;
  /** Closes the request and its connection at once. It bounds every wait: there is no other timeout. */
  readonly signal: AbortSignal;
}

export interface HttpAnswer {
  readonly contentType: string;
  /** The body as it arrives. Ends early when the signal aborts. Throws a `VendorFailure` when the connection fails. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/**
 * Posts once. Answers when the response begins. A status outside 2xx is a `VendorFailure`. Does not follow redirects.
 */
export function post(input: HttpPost): Promise<HttpAnswer> {
  const { vendor, url, headers, body, network, signal } = input;
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
    // Node's own `signal` would emit an unhandled error when the response is already complete.
    const leave = (): void => void request.destroy();
    signal.addEventListener('abort', leave, { once: true });
    request.on('close', () => signal.removeEventListener('abort', leave));
    let hasResponse = false;
    request.on('error', (cause: NodeJS.ErrnoException) => {
      // The body reports a failure after the response began.
      if (hasResponse) return;
      // A kept connection that the server has just closed does not mean that the vendor failed.
      if (request.reusedSocket && cause.code === 'ECONNRESET' && !signal.aborted) resolve(post(input));
      else reject(disconnection(vendor, 'cannot be reached', cause));
    });
    request.on('response', (response) => {
      hasResponse = true;
      const { statusCode: status = 0 } = response;
      const bytes = bodyOf(response, input);
      if (status >= 200 && status < 300) return resolve({ contentType: response.headers['content-type'] ?? '', bytes });
      const detail = readText(bytes, ERROR_BYTES).catch(() => '');
      void detail.then((text) => reject(refusal(vendor, status, text)));
    });
    // A server that switches protocols never answers the request.
    request.on('upgrade', ({ statusCode = 0 }, socket) => {
      socket.destroy();
      reject(refusal(vendor, statusCode));
    });
    request.end(body);
  });
}

/** Reads a body as text, truncated at `most` bytes. */
export async function readText(bytes: AsyncIterable<Uint8Array>, most: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of bytes) {
    parts.push(part);
    length += part.length;
    if (length >= most) break;
  }
  return Buffer.concat(parts).subarray(0, most).toString('utf8');
}

async function* bodyOf(response: IncomingMessage, { vendor, signal }: HttpPost): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of response as AsyncIterable<Uint8Array>) {
      if (signal.aborted) return;
      yield chunk;
    }
  } catch (cause) {
    if (!signal.aborted) throw disconnection(vendor, 'broke off its answer', cause);
  } finally {
    response.destroy();
  }
}
