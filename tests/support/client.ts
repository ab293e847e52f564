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

export type Client = ReturnType<typeof client>;

export type Answer = Awaited<ReturnType<Client['ask']>>;

/** Sends requests to an API over real HTTP, without following redirects. */
export const client = (url: string) => ({
  async ask(method: string, path: string, sent: RequestParts = {}) {
    const content = sent.body === undefined ? sent.raw : JSON.stringify(sent.body);
    const request = { method, headers: headersOf(sent), redirect: 'manual' } as const;
    const response = await fetch(url + path, content === undefined ? request : { ...request, body: content });
    const text = await response.text();
    const { status, headers } = response;
    /** The text parsed as JSON, or null if it is not JSON. */
    const body = jsonOf(text);
    return { status, headers, text, body, detail: detailOf(body) };
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
