/** What a test sends beyond method and path. */
export interface Sent {
  /** A bearer token. */
  readonly token?: string;
  /** The internal key. */
  readonly key?: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, with whatever type the headers name. */
  readonly raw?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The text as JSON, or null when it is none. */
  readonly body: unknown;
  /** The body's `detail`. */
  readonly detail: unknown;
}

export interface Client {
  ask(method: string, path: string, sent?: Sent): Promise<Answer>;
}

/** Asks an API over real HTTP. */
export const client = (url: string): Client => ({
  async ask(method, path, { token, key, body, raw, headers = {} } = {}) {
    const payload = body === undefined ? raw : JSON.stringify(body);
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(key !== undefined && { 'x-api-key': key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      redirect: 'manual',
      ...(payload !== undefined && { body: payload }),
    });
    const text = await response.text();
    const parsed = jsonOf(text);
    const detail = typeof parsed === 'object' && parsed !== null && 'detail' in parsed ? parsed.detail : null;
    return { status: response.status, headers: response.headers, text, body: parsed, detail };
  },
});

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
