import { request as httpRequest, type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { pipeline, type Duplex } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Clock } from '../../application/ports/clock.ts';
import { VendorFailure } from '../../application/ports/vendor-failure.ts';
import type { Network } from '../lib/network.ts';
import { failed, PageFault, refused } from './page-fault.ts';

const HEADER_BYTES_MAX = 16 * 1_024;

export interface GetParts {
  readonly network: Network;
  readonly clock: Pick<Clock, 'after'>;
  /** Until the end of a response, in ms. */
  readonly timeoutMs: number;
}

export interface GetRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Longest body after decompression. In bytes. */
  readonly bytesMax: number;
  /** Keeps the beginning of a longer body, instead of a fault. */
  readonly mayBeCut?: boolean;
}

export interface GetReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Empty unless the status is 200. */
  readonly bytes: Buffer;
}

/**
 * Gets an address once, over a connection of its own and from a permitted address, and follows no redirect. Rejects with a
 * `PageFault`, or the reason of the signal.
 */
export function get(parts: GetParts, wanted: GetRequest, signal: AbortSignal): Promise<GetReply> {
  const { url } = wanted;
  return new Promise<GetReply>((resolve, reject) => {
    signal.throwIfAborted();
    const request = opened(parts.network, wanted);
    const end = (): void => {
      cancelTimeout();
      signal.removeEventListener('abort', leave);
      request.destroy();
    };
    const stop = (reason: Error): void => {
      reject(reason);
      end();
    };
    const cancelTimeout = parts.clock.after(parts.timeoutMs, () =>
      stop(failed(`${url.host} did not send the page within ${parts.timeoutMs / 1_000} seconds`)),
    );
    const leave = (): void => stop(signal.reason as Error);
    signal.addEventListener('abort', leave, { once: true });
    const fail = (error: unknown): void => stop(faultOf(error, url));
    let hasResponse = false;
    request.on('error', fail);
    request.on('close', () => {
      // A response may still be decompressed, and reports its own failures.
      if (!hasResponse) stop(failed(`The connection to ${url.host} was lost`));
    });
    request.on('response', (response) => {
      hasResponse = true;
      const { statusCode: status = 0, headers } = response;
      const whole = status === 200 ? bodyOf(response, wanted) : Promise.resolve(Buffer.alloc(0));
      void whole.then((bytes) => resolve({ status, headers, bytes }), fail).finally(end);
    });
    // A server that switches protocols never answers the request.
    request.on('upgrade', (_, socket) => {
      socket.destroy();
      fail(new Error('it switched protocols'));
    });
    request.end();
  });
}

function opened(network: Network, { url, headers }: GetRequest): ClientRequest {
  try {
    return (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
      method: 'GET',
      headers: { ...headers, 'accept-encoding': 'gzip, deflate, br' },
      agent: false,
      lookup: network.guard(url),
      maxHeaderSize: HEADER_BYTES_MAX,
    });
  } catch (error) {
    throw faultOf(error, url);
  }
}

const DECODERS: Readonly<Record<string, () => Duplex>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

async function bodyOf(response: IncomingMessage, { url, bytesMax, mayBeCut = false }: GetRequest): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of decompressed(response, url)) {
    parts.push(part);
    length += part.length;
    if (length <= bytesMax) continue;
    if (!mayBeCut)
      throw refused(`The page has more than ${megabytes(bytesMax)} MB: add its parts, or upload it as a file`);
    break;
  }
  return Buffer.concat(parts).subarray(0, bytesMax);
}

const megabytes = (bytes: number): number => Math.round(bytes / 100_000) / 10;

function decompressed(response: IncomingMessage, { host }: URL): AsyncIterable<Buffer> {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') return response;
  const decoder = DECODERS[encoding];
  if (!decoder) throw refused(`${host} sends the page in the encoding ${encoding.slice(0, 40)}, which cannot be read`);
  return pipeline(response, decoder(), () => undefined) as AsyncIterable<Buffer>;
}

/** What codes of errors mean, and whether another attempt may help. */
const MEANINGS: readonly (readonly [code: RegExp, fault: typeof failed, words: (host: string) => string])[] = [
  [/^(?:ENOTFOUND|ENODATA)$/, failed, (host) => `The host ${host} was not found: check the address`],
  [/^(?:Z_|ERR__ERROR)/, refused, (host) => `${host} sends a damaged page`],
  [/^HPE_HEADER_OVERFLOW$/, refused, (host) => `${host} sends headers that are too long`],
  [/CERT|SELF_SIGNED|SIGNATURE|ISSUER|UNABLE_TO_VERIFY/, failed, (host) => `The certificate of ${host} is not valid`],
];

/** Says nothing of the network but the code of the error. */
function faultOf(error: unknown, { host }: URL): PageFault {
  if (error instanceof PageFault) return error;
  if (error instanceof VendorFailure)
    return refused(
      `${host} has a private address: use a public one, or ask the operator to add the server to LOCAL_UPSTREAMS`,
    );
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const [, fault = failed, words = cannotBeReached] = MEANINGS.find(([meant]) => meant.test(code)) ?? [];
  return fault(code === '' ? words(host) : `${words(host)} (${code})`);
}

const cannotBeReached = (host: string): string => `${host} cannot be reached`;
