import type { Declaration } from './declaration.ts';

/** Scheme and host of a URL, normalised by the URL standard: lower case, without the default port. */
export interface Address {
  readonly protocol: string;
  readonly host: string;
}

/**
 * Whether a host matches one of these patterns. `*` stands for one label or the start of one: `*.acme.com` matches
 * `eu.acme.com`, but neither `acme.com` nor `a.b.acme.com`. A port that is not the default is part of the host.
 */
export const isHostAmong = (host: string, hosts: readonly string[]): boolean =>
  hosts.some((each) => (each.startsWith('*') ? isUnder(host, each.slice(1)) : host === each));

const isUnder = (host: string, ending: string): boolean =>
  host.endsWith(ending) && /^[a-z0-9-]+$/.test(host.slice(0, -ending.length));

/** Whether a secret sent to this address is unencrypted in transit. */
export const isEncrypted = ({ protocol }: Address): boolean => protocol === 'https:' || protocol === 'wss:';

const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'ws:', 'wss:']);

/**
 * Server URL in a setting. Null when it is not one. The scheme is taken from the parsed URL: the URL standard ignores
 * spaces and line breaks that a regular expression would miss.
 */
export function addressIn(value: unknown): URL | null {
  const address = typeof value === 'string' && URL.canParse(value) ? new URL(value) : null;
  return address !== null && SCHEMES.has(address.protocol) ? address : null;
}

/** Settings and secrets of a provider that hold a URL. */
export const addressFields = ({ fields }: Pick<Declaration, 'fields'>): string[] =>
  Object.entries(fields).flatMap(([name, { format }]) => (format === 'uri' ? [name] : []));

/** The vendor's own hosts: declared ones, and those of URLs its settings offer. */
export function vendorHosts(declaration: Declaration): string[] {
  const offered = addressFields(declaration).flatMap((name) => {
    const { default: usual, examples = [] } = declaration.fields[name] ?? {};
    return [usual, ...examples].flatMap((each) => addressIn(each) ?? []);
  });
  return [...new Set([...(declaration.hosts ?? []), ...offered.filter(isEncrypted).map(({ host }) => host)])];
}

/** Why stored secrets may not be sent to an address, and what to do about it. Null when they may. */
export function whyWithheld(provider: string, address: Address, hosts: readonly string[]): string | null {
  const { protocol, host } = address;
  if (!isEncrypted(address))
    return `The stored key of ${provider} is sent over https or wss only, not to ${protocol}//${host}`;
  return isHostAmong(host, hosts)
    ? null
    : `The stored key of ${provider} is not sent to ${host}. Ask an admin to allow host ${host} for provider ${provider}`;
}
