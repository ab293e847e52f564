import { ipKeyGenerator } from 'express-rate-limit';
import type { MediaSettings } from './media-parts.ts';
import type { SocketOpening } from './server.ts';
import { isLoopback } from '../lib/public-address.ts';
import { trustedHops } from './trusted-peers.ts';

type ClientPeer = Pick<SocketOpening, 'peer' | 'forwardedFor'>;

/** Prefix of the network that an access provider assigns to a customer, in bits. */
const IPV6_NETWORK = 64;
/** Longer than any address, in characters. */
const ADDRESS_MAX = 60;

/**
 * The network by which a client is counted: its IPv4 address, or its IPv6 /64. Behind proxies that TRUST_PROXY names,
 * the last address in X-Forwarded-For that is not a trusted proxy, as at the API. Null for clients on this machine,
 * which are not counted. That includes all clients behind an untrusted proxy on this machine.
 */
export function clientNetwork(opening: ClientPeer, trusted: MediaSettings['trustedProxies']): string | null {
  const address = clientAddress(opening, trusted);
  return isLoopback(address) && isLoopback(opening.peer) ? null : ipKeyGenerator(address, IPV6_NETWORK);
}

function clientAddress({ peer, forwardedFor }: ClientPeer, trusted: MediaSettings['trustedProxies']): string {
  const forwarded =
    forwardedFor === null ? [] : forwardedFor.split(',').map((each) => each.trim().slice(0, ADDRESS_MAX));
  const hops = [peer, ...forwarded.toReversed()];
  const isTrusted = trustedHops(trusted);
  return hops.find((hop, index) => !isTrusted(hop, index)) ?? hops.at(-1)!;
}
