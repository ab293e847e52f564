import { context, propagation } from '@opentelemetry/api';
import { unavailable } from '../../domain/errors.ts';

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

/** Sends one request to a JSON service, in the current trace. A failure or timeout is `unavailable`. Every status is a response. */
export async function requestJson({
  method,
  url,
  headers = {},
  body,
  timeoutMs,
  signal,
}: JsonRequest): Promise<JsonReply> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
  const traced = { accept: 'application/json', ...type, ...headers };
  propagation.inject(context.active(), traced);
  try {
    const response = await fetch(url, {
      method,
      headers: traced,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      redirect: 'error',
      ...content,
    });
    const text = await response.text();
    return { status: response.status, body: parsedJson(text) };
  } catch (cause) {
    throw unavailable(`${new URL(url).host} does not answer`, { cause });
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
