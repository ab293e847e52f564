/** A user of the public API, as any script of a customer would be. */
export class ApiClient {
  readonly #base: string;
  readonly #timeoutMs: number;
  #token: string | null = null;

  /** `base` is the API's address with its prefix; no answer may take longer than `patienceMs`. */
  constructor(base: string, timeoutMs = 30_000) {
    this.#base = base;
    this.#timeoutMs = timeoutMs;
  }

  /** Uses this access token from now on. */
  authorise(token: string): void {
    this.#token = token;
  }

  /** Asks for JSON. Rejects with the API's own words when it refuses. */
  async ask<T>(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<T> {
    const response = await this.#fetch(method, path, body);
    return (await response.json()) as T;
  }

  /** Uploads a file. */
  async upload<T>(path: string, name: string, file: Blob): Promise<T> {
    const form = new FormData();
    form.append('file', file, name);
    const response = await this.#fetch('POST', path, form);
    return (await response.json()) as T;
  }

  /** The bytes of a file that the API serves. */
  async download(path: string): Promise<Uint8Array> {
    const response = await this.#fetch('GET', path);
    return new Uint8Array(await response.arrayBuffer());
  }

  async #fetch(method: string, path: string, body?: unknown): Promise<Response> {
    const response = await fetch(this.#base + path, {
      method,
      headers: {
        // A server may close a connection that is idle just when the next request is sent on it.
        connection: 'close',
        ...(this.#token === null ? {} : { authorization: `Bearer ${this.#token}` }),
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(this.#timeoutMs),
    });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return response;
  }
}
