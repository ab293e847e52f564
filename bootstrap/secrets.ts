import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { isSystemError, unlessCode } from '../adapters/lib/expected-failures.ts';
import type { Log } from '../application/ports/log.ts';
import { type Config, ConfigError } from './config.ts';
import { SettingError, type Reader } from './env-readers.ts';
import { fernetKey, strongKey } from './strong-keys.ts';

type Keys = Config['keys'];

/** The keys of this process and their origin. */
export interface ResolvedKeys extends Keys {
  readonly secretKey: string;
  /** True when the secret key was generated for this process only. Its tokens become invalid with it. */
  readonly secretKeyIsTemporary: boolean;
  /** The file of generated keys if this start wrote it, otherwise null. */
  readonly generatedInto: string | null;
}

const VARIABLES: Readonly<Record<keyof Keys, string>> = {
  secretKey: 'SECRET_KEY',
  internalApiKey: 'INTERNAL_API_KEY',
  providerAuthEncryptionKey: 'PROVIDER_AUTH_ENCRYPTION_KEY',
};

/**
 * Fills in keys that the environment does not set from the data directory. One embedded process with API and runtime
 * generates missing keys at its first start. Other processes never generate a key that another process needs.
 */
export async function resolveKeys(
  config: Pick<Config, 'services' | 'keys' | 'stores' | 'dataDir'>,
): Promise<ResolvedKeys> {
  const file = secretsFile(config);
  const given = config.keys;
  if (missingIn(given).length === 0) return resolvedKeys(given, null);
  const generates = runsEmbedded(config);
  const generated = generates && (await generateOnce(file));
  const keys = await filledFrom(file, given);
  if (generates) requireAll(keys, file);
  return resolvedKeys(keys, generated ? file : null);
}

/** The keys that are set or stored, and the names of those that are not. Generates none. */
export async function readKeys(config: Pick<Config, 'services' | 'keys' | 'stores' | 'dataDir'>) {
  const file = secretsFile(config);
  const keys = await filledFrom(file, config.keys);
  return { file, keys, missing: missingIn(keys), isGenerated: runsEmbedded(config) };
}

/** The file of generated keys. */
export const secretsFile = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'secrets.env');

/** Logs where new keys were written and warns of a temporary secret key. */
export function announceKeys(
  { generatedInto, secretKeyIsTemporary }: ResolvedKeys,
  log: Pick<Log, 'info' | 'warn'>,
): void {
  if (generatedInto !== null) log.info('keys.generated', { file: generatedInto });
  if (secretKeyIsTemporary)
    log.warn('keys.temporary_secret', {
      advice: 'Set SECRET_KEY: every restart invalidates all tokens, and replicas do not accept each other’s',
    });
}

function resolvedKeys(keys: Keys, generatedInto: string | null): ResolvedKeys {
  const secretKeyIsTemporary = keys.secretKey === null;
  return { ...keys, secretKey: keys.secretKey ?? randomKey(), secretKeyIsTemporary, generatedInto };
}

function runsEmbedded({ services, stores }: Pick<Config, 'services' | 'stores'>): boolean {
  return services.includes('api') && services.includes('runtime') && stores.documentsUrl.startsWith('sqlite:');
}

/** Writes the file atomically unless it exists. Of several processes the first wins and the others read its keys. */
async function generateOnce(file: string): Promise<boolean> {
  if (existsSync(file)) return false;
  const draft = `${file}.${randomUUID()}`;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(draft, generatedText(), { mode: 0o600, flag: 'wx', flush: true });
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await rm(draft);
  }
}

function generatedText(): string {
  return [
    '# Generated at the first start. Keep this file: without it stored credentials cannot be read again.',
    `${VARIABLES.secretKey}=${randomKey()}`,
    `${VARIABLES.internalApiKey}=${randomKey()}`,
    `${VARIABLES.providerAuthEncryptionKey}=${randomFernetKey()}`,
    '',
  ].join('\n');
}

async function filledFrom(file: string, given: Keys): Promise<Keys> {
  const stored = parseEnv((await readFile(file, 'utf8').catch(unlessCode('ENOENT'))) ?? '');
  const problems: string[] = [];
  const fill = (key: keyof Keys, reader: Reader<string>): string | null => {
    const text = stored[VARIABLES[key]];
    if (given[key] !== null || !text) return given[key];
    const value = reader(text);
    if (!(value instanceof SettingError)) return value;
    problems.push(`${VARIABLES[key]} in ${file}: ${value.advice}`);
    return null;
  };
  const filled = {
    secretKey: fill('secretKey', strongKey),
    internalApiKey: fill('internalApiKey', strongKey),
    providerAuthEncryptionKey: fill('providerAuthEncryptionKey', fernetKey),
  };
  if (problems.length > 0) throw new ConfigError(problems);
  return filled;
}

function requireAll(keys: Keys, file: string): void {
  const missing = missingIn(keys);
  if (missing.length > 0)
    throw new ConfigError(missing.map((variable) => `${variable}: set it, or write it back into ${file}`));
}

const missingIn = (keys: Keys): string[] =>
  Object.entries(keys).flatMap(([key, value]) => (value === null ? VARIABLES[key as keyof Keys] : []));

/** A random key that passes validation. One in a million contains a rejected word and is drawn again. */
function randomKey(): string {
  const key = randomBytes(32).toString('base64url');
  return strongKey(key) instanceof SettingError ? randomKey() : key;
}

// Fernet keys are URL-safe base64 with padding.
const randomFernetKey = (): string => `${randomKey()}=`;
