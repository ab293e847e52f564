import { withoutClosingSlashes } from '../../domain/plain-text.ts';
import { ConfigError, type Env } from '../../bootstrap/config.ts';
import type { Platform } from '../../bootstrap/platform.ts';

/** The platform that the tour goes through. */
export type Target = Pick<Platform, 'apiBaseUrl' | 'runtimeUrl'> & { readonly simulatorUrl: string };

/** Free ports: the demo runs beside a platform that is up already. */
const FREE_PORTS = { API_PORT: '0', RUNTIME_PORT: '0', SIMULATOR_PORT: '0' };

/** Unset: each of these would have the platform of the demo use another one. Blank variables count as unset. */
const OWN_ADDRESSES = { API_BASE_URL: '', VOICE_SERVER_BASE_URL: '', SIMULATOR_URL: '' };

/** The environment of a platform that the demo starts for itself: at free ports, and using nothing but its own services. */
export const ownEnvironment = (env: Env): Env => ({ LOG_LEVEL: 'warn', ...env, ...FREE_PORTS, ...OWN_ADDRESSES });

/** Where the simulator listens unless told otherwise. */
const SIMULATOR_PORT = '8200';
const TIMEOUT_MS = 5_000;

/**
 * The running platform whose API is at this URL. The API tells where its runtime is. The simulator is at `simulatorUrl`,
 * or at its own port beside the API. Rejects with what to do when no platform answers there.
 */
export async function targetAt(url: string, simulatorUrl?: string): Promise<Target> {
  const settings = await settingsAt(url);
  if (settings.runtime_url === null)
    throw configError(`The platform at ${url} does not know where its runtime is: set VOICE_SERVER_BASE_URL there`);
  const beside = new URL(url);
  beside.port = SIMULATOR_PORT;
  return {
    apiBaseUrl: withoutClosingSlashes(new URL(settings.api_prefix, url).href),
    runtimeUrl: withoutClosingSlashes(settings.runtime_url),
    simulatorUrl: withoutClosingSlashes(simulatorUrl ?? beside.origin),
  };
}

/** Reads the console settings of that platform. */
async function settingsAt(url: string): Promise<{ api_prefix: string; runtime_url: string | null }> {
  const advice = `--url must be the address of a running API, such as http://127.0.0.1:8000`;
  const at = URL.canParse(url) ? new URL('/console/settings.json', url) : null;
  if (at === null || !['http:', 'https:'].includes(at.protocol))
    throw configError(`${url} is not a valid address: ${advice}`);
  const response = await fetch(at, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
  if (!response?.ok) throw configError(`No platform answers at ${at.href}: ${advice}`);
  return (await response.json()) as { api_prefix: string; runtime_url: string | null };
}

const configError = (problem: string): ConfigError => new ConfigError([problem]);
