import { Agent as HttpAgent, request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest, type RequestOptions } from 'node:https';

/** How one server is spoken to. */
export interface S3Transport {
  readonly agent: HttpAgent;
  /** Asks over a connection that is kept; a server that has not begun to answer in time is given up. */
  request(options: RequestOptions, answered?: (response: IncomingMessage) => void): ClientRequest;
  /** Begins an upload over a connection of its own: it cannot be repeated when a kept one turns out to be dead. */
  upload(url: URL, headers: Readonly<Record<string, string | number>>): ClientRequest;
}

/** A transport on which an answer begins within so many milliseconds or not at all. */
export function s3Transport(tls: boolean, timeoutMs: number): S3Transport {
  const begin = tls ? httpsRequest : httpRequest;
  return {
    agent: new (tls ? HttpsAgent : HttpAgent)({ keepAlive: true }),
    request(options, answered) {
      const request = begin(options, answered);
      const timer = setTimeout(() => request.destroy(new Error(`No answer within ${timeoutMs} ms`)), timeoutMs);
      for (const event of ['response', 'close']) request.once(event, () => clearTimeout(timer));
      return request;
    },
    upload: (url, headers) => begin(url, { method: 'PUT', headers, agent: false }),
  };
}
