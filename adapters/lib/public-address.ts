import { BlockList, isIP } from 'node:net';

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

const thisMachine = new BlockList();
thisMachine.addSubnet('127.0.0.0', 8, 'ipv4');
thisMachine.addAddress('::1', 'ipv6');

/** Whether a host, as a URL or a socket has it, is this machine: what listens there is reached from nowhere else. */
export function isLoopback(hostname: string): boolean {
  const host = withoutBrackets(hostname);
  return host === 'localhost' || (isIP(host) !== 0 && thisMachine.check(host, isIP(host) === 4 ? 'ipv4' : 'ipv6'));
}

const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

/**
 * Whether a host, as a URL has it, is one of the public internet: a public address, or a name that is not of a private
 * network. What a name leads to is known only when it is resolved.
 */
export function isPublicHost(hostname: string): boolean {
  const host = withoutBrackets(hostname).replace(/\.$/, '');
  if (isIP(host) !== 0) return isPublicAddress(host);
  return host.includes('.') && !/\.(?:localhost|local|internal|lan|home\.arpa)$/.test(host);
}

/** Whether an IP address is on the public internet: not of this machine, its network, a test range or a tunnel. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !notPublic.check(address, 'ipv4');
  return globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6');
}
