import type { Declaration } from './declaration.ts';

/** The scheme and host of a URL, as the URL standard writes them: in lower case, and without the scheme's own port. */
export interface Address {
  readonly protocol: string;
  readonly host: string;
}

/**
 * Whether a host is one of these. Each of them is a host, or `*` for one label, or the start of one, and what follows it:
 * `*.acme.com` is `eu.acme.com`, but neither `acme.com` nor `a.b.acme.com`. A port other than that of the scheme is a part
 * of the host.
 */
export const isHostAmong = (host: string, hosts: readonly string[]): boolean =>
  hosts.some((each) => (each.startsWith('*') ? isUnder(host, each.slice(1)) : host === each));

const isUnder = (host: string, ending: string): boolean =>
  host.endsWith(ending) && /^[a-z0-9-]+$/.test(host.slice(0, -ending.length));

/** Whether a secret that is sent to this address can be read on its way. */
export const isEncrypted = ({ protocol }: Address): boolean => protocol === 'https:' || protocol === 'wss:';

const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'ws:', 'wss:']);

/**
 * The URL of a server in a setting; null when it is none. Its scheme is told from the parsed URL: the URL standard ignores
 * spaces before a URL, and line breaks within, so a pattern would find none in some URLs that lead to a server.
 */
export function addressIn(value: unknown): URL | null {
  const address = typeof value === 'string' && URL.canParse(value) ? new URL(value) : null;
  return address !== null && SCHEMES.has(address.protocol) ? address : null;
}

/** Names of the settings and secrets in which a provider takes a URL. */
export const addressFields = ({ fields }: Declaration): string[] =>
  Object.entries(fields).flatMap(([name, { format }]) => (format === 'uri' ? [name] : []));

/** The hosts of the vendor itself: those it declares, and those of the URLs that its settings offer. */
export function vendorHosts(declaration: Declaration): string[] {
  const offered = addressFields(declaration).flatMap((name) => {
    const { default: usual, examples = [] } = declaration.fields[name] ?? {};
    return [usual, ...examples].flatMap((each) => addressIn(each) ?? []);
  });
  return [...new Set([...(declaration.hosts ?? []), ...offered.filter(isEncrypted).map(({ host }) => host)])];
}

/** Why a provider's stored secrets may not be sent to an address, and what to do about it; null when they may. */
export function whyWithheld(provider: string, address: Address, hosts: readonly string[]): string | null {
  const { protocol, host } = address;
  if (!isEncrypted(address))
    return `The stored key of ${provider} is sent over https or wss only, not to ${protocol}//${host}`;
  return isHostAmong(host, hosts)
    ? null
    : `The stored key of ${provider} is not sent to ${host}. Ask an admin to allow host ${host} for provider ${provider}`;
}
