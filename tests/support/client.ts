/** What a test sends beyond method and path. */
export interface RequestParts {
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
  ask(method: string, path: string, sent?: RequestParts): Promise<Answer>;
}

/** Asks an API over real HTTP. Redirects are answers like any other. */
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
