import { VendorFailure } from '../../application/ports/vendor-failure.ts';
import { vendorHosts, whyWithheld } from '../../domain/providers/hosts.ts';
import type { Declaration } from '../../domain/providers/declaration.ts';
import type { Network } from '../lib/network.ts';
import { httpOrigin } from '../lib/upstream-url.ts';

interface Trusted {
  /** Hosts that an admin has named for these secrets. */
  readonly hosts: readonly string[];
  /** The origin of a server that the operator has placed, whatever its scheme. */
  readonly origin?: string;
}

/**
 * The network for a provider that is opened with stored secrets: it leads, encrypted, to the vendor's hosts and those that
 * an admin has named, and to the operator's own servers. `guard` throws a VendorFailure for every other URL, before
 * anything is sent. Each connection of a provider asks its network, so that no setting leads past this.
 */
export const secretNetwork = (network: Network, declaration: Declaration, { hosts, origin }: Trusted): Network => ({
  ...network,
  guard(url) {
    const lookup = network.guard(url);
    if (network.isOperators(url) || httpOrigin(url) === origin) return lookup;
    const reason = whyWithheld(declaration.provider, url, [...vendorHosts(declaration), ...hosts]);
    if (reason !== null) throw new VendorFailure(reason, { retryable: false });
    return lookup;
  },
});
