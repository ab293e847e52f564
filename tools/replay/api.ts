import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { withoutClosingSlashes } from '../../domain/plain-text.ts';

type Env = Readonly<Record<string, string | undefined>>;

const DEFAULT_API = 'http://127.0.0.1:8000';
const TIMEOUT_MS = 30_000;

/** Reads from the API of the platform, as the command line that is logged in. */
export class ReplayApi {
  readonly #base: string;
  readonly #token: string | null;

  private constructor(base: string, token: string | null) {
    this.#base = base;
    this.#token = token;
  }

  static async open(env: Env): Promise<ReplayApi> {
    const session = await sessionOf(env);
    const base = withoutClosingSlashes(env['VOICE_API_URL'] || session?.api || DEFAULT_API);
    // A session's token is sent only to the API that issued it.
    return new ReplayApi(base, env['VOICE_API_TOKEN'] || (session?.api === base ? session.token : null));
  }

  /** The text behind a path such as `/calls/id/inputs`. */
  async text(path: string): Promise<string> {
    const response = await fetch(`${this.#base}/api/v1${path}`, {
      headers: this.#token === null ? {} : { authorization: `Bearer ${this.#token}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((cause: unknown) => {
      throw new Error(`No API answers at ${this.#base}: start it, or set VOICE_API_URL`, { cause });
    });
    const text = await response.text();
    if (response.ok) return text;
    const advice = response.status === 401 ? ' Log in with npm run cli -- login, or set VOICE_API_TOKEN.' : '';
    throw new Error(`${detailOf(text) ?? `The API answered ${response.status}`}.${advice}`);
  }

  async json<T>(path: string): Promise<T> {
    return JSON.parse(await this.text(path)) as T;
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
