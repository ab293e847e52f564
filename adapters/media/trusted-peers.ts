import { BlockList, isIP } from 'node:net';
import type { MediaSettings } from './media-parts.ts';

/** The ranges that TRUST_PROXY accepts by name, as Express has them. */
const NAMED_RANGES: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * Whether forwarded headers of a peer are trusted. If TRUST_PROXY is a number, all peers are, as in Express: the
 * operator states that only proxies connect.
 */
export function trustedPeers(trusted: MediaSettings['trustedProxies']): (peer: string) => boolean {
  if (trusted === false || typeof trusted === 'number') return () => trusted !== false;
  const ranges = new BlockList();
  for (const range of trusted.flatMap((each) => NAMED_RANGES[each] ?? [each])) addRange(ranges, range);
  return (peer) => isIP(peer) !== 0 && ranges.check(peer, familyOf(peer));
}

/**
 * Whether a hop's statement about the hop before it is trusted, counted from the peer (0). If TRUST_PROXY is a number,
 * that many hops are.
 */
export function trustedHops(trusted: MediaSettings['trustedProxies']): (hop: string, index: number) => boolean {
  if (typeof trusted === 'number') return (_hop, index) => index < trusted;
  return trustedPeers(trusted);
}

function addRange(ranges: BlockList, range: string): void {
  const [address = '', bits] = range.split('/');
  if (bits === undefined) ranges.addAddress(address, familyOf(address));
  else ranges.addSubnet(address, Number(bits), familyOf(address));
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6');
