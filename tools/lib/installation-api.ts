import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { withoutClosingSlashes } from '../../domain/plain-text.ts';

type Env = Readonly<Record<string, string | undefined>>;

const DEFAULT_API = 'http://127.0.0.1:8000';
const TIMEOUT_MS = 30_000;

/** The API refused a request, or did not answer it. */
export class ApiRefusal extends Error {
  /** The status of the response. Null without one. */
  readonly status: number | null;

  constructor(message: string, status: number | null, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
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
  async post<T>(path: string, body: object): Promise<T> {
    const headers = { ...this.#headers(), 'content-type': 'application/json' };
    return JSON.parse(
      await this.#request(`/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
    ) as T;
  }

  /** Where the runtime is, as the API tells the console. */
  async runtimeUrl(): Promise<string> {
    const { runtime_url: url } = JSON.parse(await this.#request('/console/settings.json', {})) as {
      runtime_url: string | null;
    };
    if (url === null) throw new ApiRefusal('The API does not know the runtime: set VOICE_SERVER_BASE_URL there', null);
    return withoutClosingSlashes(url);
  }

  #headers(): Record<string, string> {
    return this.#token === null ? {} : { authorization: `Bearer ${this.#token}` };
  }

  async #request(path: string, init: RequestInit): Promise<string> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(this.base + path, { ...init, signal }).catch((cause: unknown) => {
      throw new ApiRefusal(`No API answers at ${this.base}: start it, or set VOICE_API_URL`, null, { cause });
    });
    const text = await response.text();
    if (response.ok) return text;
    const { status } = response;
    const advice = status === 401 ? ' Log in with npm run cli -- login, or set VOICE_API_TOKEN.' : '';
    throw new ApiRefusal(`${detailOf(text) ?? `The API answered ${status}`}.${advice}`, status);
  }
}

function detailOf(text: string): string | null {
  try {
    const { detail } = JSON.parse(text) as { detail?: unknown };
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
