import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { withoutClosingSlashes } from '../../domain/plain-text.ts';

type Env = Readonly<Record<string, string | undefined>>;

const DEFAULT_API = 'http://127.0.0.1:8000';
const TIMEOUT_MS = 30_000;
/** A file may take longer: the API takes a minute for it. */
const FILE_TIMEOUT_MS = 90_000;

/** What a request sends. */
interface Content {
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly type: string;
}

/** The API refused a request, or did not answer it. */
export class ApiRefusal extends Error {
  /** The status of the response. Null without one. */
  readonly status: number | null;
  /** After how long the API wants to be asked again. Null: it does not say. */
  readonly retryAfterMs: number | null;

  constructor(
    message: string,
    status: number | null,
    { retryAfterMs = null, ...options }: ErrorOptions & { readonly retryAfterMs?: number | null } = {},
  ) {
    super(message, options);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The API of an installation, for the person or the program that the command line is logged in as. */
export class InstallationApi {
  /** Where the API is, without a slash at its end. */
  readonly base: string;
  readonly #token: string | null;

  private constructor(base: string, token: string | null) {
    this.base = base;
    this.#token = token;
  }

  static async open(env: Env): Promise<InstallationApi> {
    const session = await sessionOf(env);
    const base = withoutClosingSlashes(env['VOICE_API_URL'] || session?.api || DEFAULT_API);
    // A session's token is sent only to the API that issued it.
    return new InstallationApi(base, env['VOICE_API_TOKEN'] || (session?.api === base ? session.token : null));
  }

  /** The text behind a path such as `/calls/id/inputs`. */
  text(path: string): Promise<string> {
    return this.#request(`/api/v1${path}`, { headers: this.#headers() });
  }

  async json<T>(path: string): Promise<T> {
    return JSON.parse(await this.text(path)) as T;
  }

  /** Sends JSON and reads the answer. */
  post<T>(path: string, body: object): Promise<T> {
    return this.#send('POST', path, { body: JSON.stringify(body), type: 'application/json' });
  }

  /** Sends JSON and reads the answer. */
  put<T>(path: string, body: object, signal?: AbortSignal): Promise<T> {
    return this.#send('PUT', path, { body: JSON.stringify(body), type: 'application/json' }, signal);
  }

  /** Sends a recording and reads the answer. */
  putSound<T>(path: string, wav: Uint8Array, signal?: AbortSignal): Promise<T> {
    return this.#send('PUT', path, { body: new Uint8Array(wav), type: 'audio/wav' }, signal);
  }

  /** Where the runtime is, as the API tells the console. */
  async runtimeUrl(): Promise<string> {
    const { runtime_url: url } = JSON.parse(await this.#request('/console/settings.json', {})) as {
      runtime_url: string | null;
    };
    if (url === null) throw new ApiRefusal('The API does not know the runtime: set VOICE_SERVER_BASE_URL there', null);
    return withoutClosingSlashes(url);
  }

  async #send<T>(method: string, path: string, { body, type }: Content, signal?: AbortSignal): Promise<T> {
    const headers = { ...this.#headers(), 'content-type': type };
    const ms = typeof body === 'string' ? TIMEOUT_MS : FILE_TIMEOUT_MS;
    return JSON.parse(
      await this.#request(`/api/v1${path}`, { method, headers, body, ...(signal && { signal }) }, ms),
    ) as T;
  }

  #headers(): Record<string, string> {
    return this.#token === null ? {} : { authorization: `Bearer ${this.#token}` };
  }

  async #request(path: string, init: RequestInit, timeoutMs = TIMEOUT_MS): Promise<string> {
    const late = AbortSignal.timeout(timeoutMs);
    const signal = init.signal ? AbortSignal.any([init.signal, late]) : late;
    const lost = (cause: unknown): never => {
      throw new ApiRefusal(`No API answers at ${this.base}: start it, or set VOICE_API_URL`, null, { cause });
    };
    const response = await fetch(this.base + path, { ...init, signal }).catch(lost);
    const text = await response.text().catch(lost);
    if (response.ok) return text;
    const { status } = response;
    const advice = status === 401 ? ' Log in with npm run cli -- login, or set VOICE_API_TOKEN.' : '';
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    const retryAfterMs = Number.isFinite(seconds) ? seconds * 1_000 : null;
    throw new ApiRefusal(`${detailOf(text) ?? `The API answered ${status}`}.${advice}`, status, { retryAfterMs });
  }
}

/** What the API finds wrong with a body. */
interface Problem {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
}

function detailOf(text: string): string | null {
  try {
    const { detail } = JSON.parse(text) as { detail?: unknown };
    if (Array.isArray(detail)) return (detail as Problem[]).map(({ loc, msg }) => `${loc.at(-1)} ${msg}`).join('; ');
    return typeof detail === 'string' ? detail : null;
  } catch {
    return null;
  }
}

/** The login of the command line, if there is one. */
async function sessionOf({ XDG_CONFIG_HOME: config, HOME: home }: Env): Promise<{ api: string; token: string } | null> {
  const file = join(config || join(home || homedir(), '.config'), 'voice-agent-platform', 'session.json');
  try {
    return JSON.parse(await readFile(file, 'utf8')) as { api: string; token: string };
  } catch {
    return null;
  }
}
