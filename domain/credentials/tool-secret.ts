import { readAll } from '../agents/json-readers.ts';
import { failed, invalid } from '../errors.ts';
import { isEncrypted, type Address } from '../providers/hosts.ts';
import { parseAllowedHosts } from './allowed-hosts.ts';
import { ENCRYPTED } from './provider-auth.ts';
import { masked } from './masking.ts';

/** A secret that tools of an organisation send to servers of its own choice. */
export interface ToolSecret {
  readonly org_id: string;
  /** Name in `{{secret.name}}`. */
  readonly name: string;
  /** Encrypted. Never shown. */
  readonly value: string;
  /** The only hosts that the secret is sent to. */
  readonly hosts: readonly string[];
  readonly created_at: string;
  readonly updated_at: string;
}

/** A tool secret in a list. */
export type ToolSecretEntry = Omit<ToolSecret, 'org_id' | 'value'>;

/** A tool secret as a principal may see it: its value is masked, except for the runtime. */
export type ToolSecretView = Omit<ToolSecret, 'org_id'>;

/** A new value for a secret, with the hosts it may be sent to. */
export interface NewToolSecret {
  readonly name: string;
  readonly value: string;
  readonly hosts: readonly string[];
}

/** Maximum number of tool secrets of an organisation. */
export const TOOL_SECRETS_MAX = 100;

const NAME = /^[a-z][a-z0-9_]{0,63}$/;
/** Shorter values would be masked in responses where they are not the secret. */
const LENGTH = { minimum: 8, maximum: 4_096 } as const;
/** The last four characters of a shorter value, and its length, would be a large part of it. */
const SHOWN_MIN = 16;

/** Validates a new secret and reports every problem at once. Errors never contain its value. */
export const parseToolSecret = ({ name, value, hosts }: NewToolSecret): NewToolSecret =>
  readAll({ name: () => parseName(name), value: () => parseValue(value), hosts: () => parseHosts(hosts) });

function parseName(name: string): string {
  if (!NAME.test(name))
    throw invalid('name must be 1 to 64 lower-case letters, digits and underscores, and start with a letter');
  return name;
}

function parseValue(value: string): string {
  if (value.length < LENGTH.minimum || value.length > LENGTH.maximum)
    throw invalid(`value must have ${LENGTH.minimum} to ${LENGTH.maximum} characters`);
  if (/[\p{Cc}\p{Cs}]/u.test(value) || value.trim() !== value)
    throw invalid('value must not have control characters, nor spaces at its ends');
  return value;
}

function parseHosts(hosts: readonly string[]): readonly string[] {
  if (hosts.length === 0) throw invalid('hosts must have at least one host, to which the secret is sent');
  return parseAllowedHosts(hosts, 'hosts');
}

/** Encrypts a secret's value for storage. */
export const sealedValue = (value: string, encrypt: (text: string) => string): string => ENCRYPTED + encrypt(value);

/** Decrypts a secret. Fails without a hint of the value when it was stored with another key. */
export function openedValue({ name, value }: ToolSecret, decrypt: (token: string) => string | null): string {
  const opened = value.startsWith(ENCRYPTED) ? decrypt(value.slice(ENCRYPTED.length)) : null;
  if (opened === null) throw failed(`The tool secret ${name} cannot be decrypted: store it again`);
  return opened;
}

/** Why a secret may not be sent to an address, and what to do about it. Null when it may. */
export function whySecretWithheld(
  { name, hosts }: Pick<ToolSecret, 'name' | 'hosts'>,
  address: Address,
  isOperators: boolean,
): string | null {
  const { protocol, host } = address;
  if (!hosts.includes(host))
    return `The secret ${name} is not sent to ${host}: ask an admin to store it with the host ${host}`;
  return isEncrypted(address) || isOperators
    ? null
    : `The secret ${name} is sent over https only, not to ${protocol}//${host}`;
}

/** A secret in a list, without its value. */
export const toolSecretEntry = ({ name, hosts, created_at, updated_at }: ToolSecret): ToolSecretEntry => ({
  name,
  hosts,
  created_at,
  updated_at,
});

/** A secret with its value in clear or masked. */
export const toolSecretView = (secret: ToolSecret, value: string, isClear: boolean): ToolSecretView => ({
  ...toolSecretEntry(secret),
  value: isClear ? value : String(masked({ value: value.length < SHOWN_MIN ? '' : value })['value']),
});
