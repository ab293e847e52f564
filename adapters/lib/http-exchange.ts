import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Clock } from '../../application/ports/clock.ts';
import type { Network } from './network.ts';
import { requireSendable } from './sendable-headers.ts';
import { disconnection } from './vendor-failures.ts';

export interface ExchangeRequest {
  readonly vendor: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whether the request changes nothing more when it is made again. Absent: GET and DELETE do not. */
  readonly mayRepeat?: boolean;
  readonly network: Network;
  readonly clock: Clock;
  /** Timeout of the whole response. In milliseconds. */
  readonly timeoutMs: number;
}

export interface ExchangeReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Longest response. A longer one is a failure. In bytes. */
const REPLY_BYTES_MAX = 4 * 1_048_576;

/** Whether requests of this method change nothing more when they are made again. */
export const isRepeatable = (method: ExchangeRequest['method']): boolean => method === 'GET' || method === 'DELETE';

/**
 * Sends a request once and reads the whole response, whatever its status. Does not follow redirects. A timeout is a
 * `VendorFailure`. Only requests that may be repeated use kept connections: one that fails there may or may not have been
 * processed.
 */
export function exchange(input: ExchangeRequest): Promise<ExchangeReply> {
  const { vendor, method, url, headers, body, network, clock, timeoutMs } = input;
  const { mayRepeat = isRepeatable(method) } = input;
  return new Promise((resolve, reject) => {
    const lookup = network.guard(url);
    requireSendable(vendor, headers);
    const secure = url.protocol === 'https:';
    const kept = secure ? network.agents.https : network.agents.http;
    const length: Record<string, string> =
      method === 'GET' ? {} : { 'content-length': String(Buffer.byteLength(body ?? '')) };
    const request = (secure ? httpsRequest : httpRequest)(url, {
      method,
      headers: { ...headers, ...length },
      agent: mayRepeat ? kept : false,
      lookup,
    });
    const cancelTimeout = clock.after(timeoutMs, () => request.destroy(disconnection(vendor, 'does not answer')));
    const fail = (cause: unknown): void => {
      cancelTimeout();
      reject(disconnection(vendor, 'cannot be reached', cause));
    };
    request.on('error', fail);
    request.on('response', (response) => {
      void wholeText(response)
        .then((text) => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }), fail)
        .finally(cancelTimeout);
    });
    // A server that switches protocols never answers the request.
    request.on('upgrade', (_, socket) => {
      socket.destroy();
      fail(new Error('it switched protocols'));
    });
    request.end(body);
  });
}

async function wholeText(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part);
    length += part.length;
    if (length > REPLY_BYTES_MAX) throw new Error('the answer is too long');
  }
  return Buffer.concat(parts).toString('utf8');
}
