import { DomainError, failed, invalid } from '../errors.ts';
import type { Field } from '../providers/declaration.ts';
import { addressFields, addressIn } from '../providers/hosts.ts';
import type { AuthFields } from './auth-fields.ts';
import { isRecord, parsedJson } from '../unverified-json.ts';

/** Prefix of an encrypted value. */
export const ENCRYPTED = 'enc:v1:';
const NAMED_MAX = 10;
/** Trailing line break of a copied key, which no vendor accepts. */
const CONTROL = /\p{Cc}/u;

/** Secrets of a provider by field: a key, or several that calls use in rotation. */
export type Credentials = Readonly<Record<string, unknown>>;

/** Stored credentials of an organisation for a provider. */
export interface ProviderAuth {
  readonly org_id: string;
  readonly provider: string;
  /** Encrypted value, or one of the formats of older versions. Never shown. */
  readonly auth: unknown;
  /** Hosts an admin allows for these credentials, in addition to the vendor's. Missing in older records. */
  readonly allowed_hosts?: readonly string[];
  readonly created_at: string;
  readonly updated_at: string;
}

/** Spec: ProviderAuthResponse. `auth` holds what the principal may see of the credentials. */
export interface ProviderAuthView extends Omit<ProviderAuth, 'auth'> {
  readonly auth: Credentials;
  readonly allowed_hosts: readonly string[];
}

/** 404 error for a provider without stored credentials. */
export const noneStored = (provider: string): DomainError =>
  new DomainError('missing', `No auth stored for provider: ${provider}`);

/** Validates credentials: every required secret, and nothing but secrets. Errors name fields, never values. */
export function parseCredentials(
  input: Readonly<Record<string, unknown>>,
  { provider, secrets, required, fields }: AuthFields,
): Credentials {
  if (secrets.length === 0) throw invalid(`${provider} takes no credentials`);
  const foreign = Object.keys(input).filter((name) => !secrets.includes(name));
  if (foreign.length > 0) throw invalid(`auth must include only secret fields of ${provider}, not: ${named(foreign)}`);
  const absent = required.filter((name) => !Object.hasOwn(input, name));
  if (absent.length > 0) throw invalid(`auth must include the required fields of ${provider}: ${absent.join(', ')}`);
  const kept = secrets.filter((name) => Object.hasOwn(input, name));
  return Object.fromEntries(kept.map((name) => [name, secretValue(name, input[name], fields[name])]));
}

/** The servers that URLs among these credentials lead to, by field. */
export const serversIn = (credentials: Credentials, fields: Pick<AuthFields, 'fields'>) =>
  addressFields(fields).flatMap((name) =>
    [credentials[name]].flat().flatMap((value) => {
      const server = addressIn(value);
      return server === null ? [] : [{ name, server }];
    }),
  );

/** Encrypts credentials. Equal credentials have equal plaintexts: sorted fields, no whitespace. */
export const sealed = (credentials: Credentials, encrypt: (text: string) => string): string =>
  ENCRYPTED + encrypt(canonical(credentials));

/** Whether credentials are stored as plain text or plain fields that can be read, and so can be encrypted. */
export const isPlain = (stored: unknown): boolean => isRecord(typeof stored === 'string' ? parsedJson(stored) : stored);

/** Whether credentials are stored in plaintext, which is reported to the operator. */
export const isOpenText = (stored: unknown): boolean => typeof stored === 'string' && !stored.startsWith(ENCRYPTED);

/**
 * Decrypts credentials from any stored format. Every failure gives the same error, which reveals nothing of the value.
 */
export function unsealed(stored: unknown, decrypt: (token: string) => string | null): Credentials {
  const credentials = typeof stored === 'string' ? parsedJson(openText(stored, decrypt) ?? '') : stored;
  if (!isRecord(credentials)) throw failed('Failed to decrypt ProviderAuth credentials');
  return credentials;
}

const openText = (stored: string, decrypt: (token: string) => string | null): string | null =>
  stored.startsWith(ENCRYPTED) ? decrypt(stored.slice(ENCRYPTED.length)) : stored;

const canonical = (credentials: Credentials): string =>
  JSON.stringify(Object.fromEntries(Object.entries(credentials).toSorted(([a], [b]) => (a < b ? -1 : 1))));

function secretValue(name: string, value: unknown, field?: Field): string | readonly string[] {
  const keys: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (keys.length === 0 || !keys.every(isKey))
    throw invalid(`auth.${name} must be a non-empty string or a list of non-empty strings`);
  if (!field?.multiline && keys.some((key) => CONTROL.test(String(key))))
    throw invalid(`auth.${name} must not have line breaks or other control characters`);
  return value as string | readonly string[];
}

const isKey = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

const named = (names: readonly string[]): string =>
  names
    .slice(0, NAMED_MAX)
    .map((name) => name.slice(0, 50))
    .join(', ');
