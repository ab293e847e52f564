import { BlockList, isIP } from 'node:net';
import { invalid } from '../../domain/errors.ts';
import { withoutClosingSlashes } from '../../domain/plain-text.ts';

const SCHEMES = ['http:', 'https:', 'ws:', 'wss:'];

/** Validates a base URL and removes its trailing slash. Rejects other schemes, credentials, a query and a fragment. */
export function upstreamUrl(text: string, field = 'base_url'): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !SCHEMES.includes(url.protocol)) throw invalid(`${field} must be an http, https, ws or wss URL`);
  if (url.username !== '' || url.password !== '') throw invalid(`${field} must not contain credentials`);
  if (url.search !== '' || url.hash !== '') throw invalid(`${field} must not have a query or a fragment`);
  url.pathname = withoutClosingSlashes(url.pathname);
  return url;
}

/** An endpoint below a base URL, over HTTP or WebSocket, whatever the scheme of the base. */
export function endpoint(baseUrl: string, transport: 'http' | 'ws', path: string, query: Query = {}): URL {
  const url = upstreamUrl(baseUrl);
  const secure = url.protocol === 'https:' || url.protocol === 'wss:';
  url.protocol = secure ? `${transport}s:` : `${transport}:`;
  url.pathname = `${url.pathname === '/' ? '' : url.pathname}${path}`;
  for (const [name, value] of Object.entries(query))
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined) url.searchParams.append(name, String(each));
  return url;
}

/** The origin of a URL. For a WebSocket the origin of its HTTP server. */
export const httpOrigin = ({ href }: URL): string =>
  new URL(href.startsWith('ws') ? `http${href.slice(2)}` : href).origin;

type Value = string | number | boolean | undefined;
type Query = Readonly<Record<string, Value | readonly string[]>>;

const notPublic = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  // Azure's platform and metadata service, inside the public range.
  ['168.63.129.16', 32],
  // Documentation and the relays of 6to4: https://www.iana.org/assignments/iana-ipv4-special-registry
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(network, bits, 'ipv4');

// Only 2000::/3 is allocated. Addresses in it that embed an IPv4 address could reach a private one.
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
const special = new BlockList();
// Teredo, benchmarking and ORCHID; 6to4; documentation: https://www.iana.org/assignments/iana-ipv6-special-registry
special.addSubnet('2001::', 23, 'ipv6');
special.addSubnet('2002::', 16, 'ipv6');
special.addSubnet('2001:db8::', 32, 'ipv6');
special.addSubnet('3fff::', 20, 'ipv6');

/** Whether a host is a name or an address of this machine. */
export const isLoopback = (hostname: string): boolean => /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);

/**
 * Whether a host, as a URL has it, is one of the public internet: a public address, or a name that is not of a private
 * network. What a name leads to is known only when it is resolved.
 */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0) return isPublicAddress(host);
  return host.includes('.') && !/\.(?:localhost|local|internal|lan|home\.arpa)$/.test(host);
}

/** Whether an IP address is on the public internet: not of this machine, its network, a test range or a tunnel. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !notPublic.check(address, 'ipv4');
  return globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6');
}
