import { Agent as HttpAgent, request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest, type RequestOptions } from 'node:https';

/** The HTTP transport to one server. */
export interface S3Transport {
  readonly agent: HttpAgent;
  /** Sends a request on a kept connection. Destroys it when the response does not begin in time. */
  request(options: RequestOptions, answered?: (response: IncomingMessage) => void): ClientRequest;
  /** Starts an upload on its own connection: it cannot be repeated when a kept connection turns out to be closed. */
  upload(url: URL, headers: Readonly<Record<string, string | number>>): ClientRequest;
}

/** A transport with a timeout for the start of each response. In milliseconds. */
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
