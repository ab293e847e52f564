import { stat } from 'node:fs/promises';
import { isSystemError } from '../../adapters/lib/expected-failures.ts';
import { ConfigError, type Config, type ServiceName } from '../config.ts';
import { readKeys, secretsFile } from '../secrets.ts';
import { ANSWER_MS, fault, fine, hostOf, reasonOf, settingFault, warning, type Diagnosis } from './findings.ts';

const OTHERS_MAY_READ = 0o077;

/** Whether the keys that these services need are there, and private. Generates none. */
export async function checkKeys(config: Config): Promise<readonly Diagnosis[]> {
  const read = await readKeys(config).catch((error: unknown) => unreadKeys(config, error));
  if (Array.isArray(read)) return read;
  const { file, keys, missing, isGenerated } = read;
  const mode = await stat(file).then(
    (found) => found.mode,
    () => null,
  );
  const exposed = mode !== null && (mode & OTHERS_MAY_READ) !== 0;
  const needed = missing.filter(
    (name) => isGenerated || NEEDED_BY[name]?.some((service) => config.services.includes(service)),
  );
  const findings = [
    ...(exposed ? [warning(`Other users of this machine may read ${file}`, `chmod 600 ${file}`)] : []),
    ...needed.map((name) => withoutKey(name, isGenerated ? file : null, mode !== null)),
  ];
  if (needed.length === 0) findings.push(fine('All keys that these services need are set'));
  if (keys.internalApiKey !== null && !config.services.includes('api'))
    findings.push(await sharedKey(config, keys.internalApiKey));
  return findings;
}

/** Keys that are malformed, or a file that cannot be read. With keys of another place nothing stored could be decrypted. */
function unreadKeys(config: Config, error: unknown): Diagnosis[] {
  if (error instanceof ConfigError) return error.problems.map(settingFault);
  const file = secretsFile(config);
  const readable = `Let this user read ${file}, or restore it from a backup: what is stored needs its keys.`;
  const fix = isSystemError(error, 'ENOTDIR') ? 'Set DATA_DIR to another place.' : readable;
  return [fault(`DATA_DIR: the keys in ${config.dataDir} cannot be read: ${reasonOf(error)}`, fix)];
}

/** A key that is missing: generated at the first start, lost from the file of generated keys, or to be set. */
function withoutKey(name: string, file: string | null, isStarted: boolean): Diagnosis {
  if (file === null) return warning(`${name} is not set`, WITHOUT[name] ?? '');
  if (!isStarted) return fine(`The first start writes a new ${name} to ${file}`);
  return fault(`${name} is missing`, `Set it, or write it back into ${file}.`);
}

const NEEDED_BY: Readonly<Record<string, readonly ServiceName[]>> = {
  SECRET_KEY: ['api'],
  INTERNAL_API_KEY: ['api', 'runtime'],
  PROVIDER_AUTH_ENCRYPTION_KEY: ['api'],
};

const WITHOUT: Readonly<Record<string, string>> = {
  SECRET_KEY:
    'Set the same one on all processes of the API: openssl rand -base64 48. Without it each restart ends all sessions.',
  INTERNAL_API_KEY:
    'Set the same one on the API and the runtimes: openssl rand -base64 48. Without it runtimes cannot read agents.',
  PROVIDER_AUTH_ENCRYPTION_KEY:
    "Set the same one on all processes of the API: openssl rand -base64 32 | tr '+/' '-_'. Without it no vendor key can be stored.",
};

/** Whether the API accepts the internal key of this runtime. The request is refused after the key was checked. */
async function sharedKey({ runtime: { apiBaseUrl } }: Config, key: string): Promise<Diagnosis> {
  if (apiBaseUrl === null) return fine('The API runs in the same process');
  try {
    const { status } = await fetch(`${apiBaseUrl}/users/bot/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: '{}',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    if (status === 422) return fine(`The API at ${hostOf(apiBaseUrl)} accepts INTERNAL_API_KEY`);
    if (status === 401 || status === 500)
      return fault(
        `The API at ${hostOf(apiBaseUrl)} refuses INTERNAL_API_KEY`,
        'Set the same INTERNAL_API_KEY there and here.',
      );
    return fault(
      `${hostOf(apiBaseUrl)} does not answer like the API (${status})`,
      'Set API_BASE_URL to its address with the prefix, such as http://api:8000/api/v1.',
    );
  } catch (error) {
    return fault(
      `The API at ${hostOf(apiBaseUrl)} cannot be reached: ${reasonOf(error)}`,
      'Start it, or correct API_BASE_URL.',
    );
  }
}
