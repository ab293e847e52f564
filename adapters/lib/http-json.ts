import { unavailable } from '../../domain/errors.ts';

/** What a JSON service answered. `body` is undefined when it was no JSON. */
export interface JsonReply {
  readonly status: number;
  readonly body: unknown;
}

export interface JsonRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Gives up after this long. In milliseconds. */
  readonly timeoutMs: number;
  /** Gives up when it aborts. */
  readonly signal?: AbortSignal | undefined;
}

/** Asks a JSON service once. No answer, or none in time, is `unavailable`; every status is an answer. */
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
  try {
    const response = await fetch(url, {
      method,
      headers: { accept: 'application/json', ...type, ...headers },
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
