import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { context, propagation } from '@opentelemetry/api';
import { unavailable } from '../../domain/errors.ts';
import { parsedJson } from '../../domain/unverified-json.ts';

/** A response of a JSON service. `body` is undefined when it is not JSON. */
export interface JsonReply {
  readonly status: number;
  readonly body: unknown;
}

export interface JsonRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Timeout of the whole exchange. In milliseconds. */
  readonly timeoutMs: number;
  /** Cancels the request. */
  readonly signal?: AbortSignal | undefined;
}

/** Shorter than servers keep idle connections, so that none closes while a request is on its way. In milliseconds. */
const IDLE_MS = 4_000;
const kept = { keepAlive: true, timeout: IDLE_MS };
const AGENTS = { 'http:': new HttpAgent(kept), 'https:': new HttpsAgent(kept) };

/**
 * Sends one request to a JSON service, in the current trace. A failure, a redirect or a timeout is `unavailable`. Every
 * other status is a response. By node:http, which takes a fraction of the processor time of `fetch`.
 */
export async function requestJson({ url, body, headers = {}, ...request }: JsonRequest): Promise<JsonReply> {
  const content = body === undefined ? null : JSON.stringify(body);
  const type: Record<string, string> =
    content === null
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(content)) };
  const traced = { accept: 'application/json', ...type, ...headers };
  propagation.inject(context.active(), traced);
  try {
    const { status, text } = await exchanged(new URL(url), content, { ...request, headers: traced });
    if (status >= 300 && status < 400) throw new Error(`It redirects with status ${status}`);
    return { status, body: parsedJson(text) };
  } catch (cause) {
    throw unavailable(`${new URL(url).host} does not answer`, { cause });
  }
}

type Exchange = Pick<JsonRequest, 'method' | 'timeoutMs' | 'signal'> & { readonly headers: Record<string, string> };

function exchanged(
  url: URL,
  content: string | null,
  { method, headers, timeoutMs, signal }: Exchange,
): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const isSecure = url.protocol === 'https:';
    const request = (isSecure ? httpsRequest : httpRequest)(url, {
      method,
      headers,
      agent: isSecure ? AGENTS['https:'] : AGENTS['http:'],
      ...(signal && { signal }),
    });
    const timer = setTimeout(() => request.destroy(new Error(`No answer within ${timeoutMs} ms`)), timeoutMs).unref();
    const fail = (error: Error): void => {
      clearTimeout(timer);
      reject(error);
    };
    request.on('error', fail);
    // Also after an answer, which is returned by then.
    request.on('close', () => fail(new Error('The connection was closed')));
    request.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (text += part));
      response.on('error', fail);
      response.on('end', () => {
        clearTimeout(timer);
        resolve({ status: response.statusCode ?? 0, text });
      });
    });
    request.end(content ?? undefined);
  });
}
