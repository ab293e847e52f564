/** What a test sends beyond method and path. */
export interface RequestParts {
  /** A bearer token. */
  readonly token?: string;
  /** The internal key. */
  readonly key?: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent unchanged, with the content type of the headers. */
  readonly raw?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The text parsed as JSON, or null if it is not JSON. */
  readonly body: unknown;
  /** The body's `detail`. */
  readonly detail: unknown;
}

export interface Client {
  ask(method: string, path: string, sent?: RequestParts): Promise<Answer>;
}

/** Sends requests to an API over real HTTP, without following redirects. */
export const client = (url: string): Client => ({
  async ask(method, path, sent = {}) {
    const body = sent.body === undefined ? sent.raw : JSON.stringify(sent.body);
    const request = { method, headers: headersOf(sent), redirect: 'manual' } as const;
    const response = await fetch(url + path, body === undefined ? request : { ...request, body });
    const text = await response.text();
    const { status, headers } = response;
    return { status, headers, text, body: jsonOf(text), detail: detailOf(jsonOf(text)) };
  },
});

const headersOf = ({ token, key, body, headers }: RequestParts): Record<string, string> => ({
  ...(token !== undefined && { authorization: `Bearer ${token}` }),
  ...(key !== undefined && { 'x-api-key': key }),
  ...(body !== undefined && { 'content-type': 'application/json' }),
  ...headers,
});

const detailOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'detail' in body ? body.detail : null;

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
