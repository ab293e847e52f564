import { VendorFailure } from '../../application/ports/vendor-failure.ts';
import { vendorHosts, whyWithheld } from '../../domain/providers/hosts.ts';
import type { Declaration } from '../../domain/providers/declaration.ts';
import type { Network } from '../lib/network.ts';
import { httpOrigin } from '../lib/upstream-url.ts';

interface TrustedServers {
  /** Hosts that an admin has allowed for these secrets. */
  readonly hosts: readonly string[];
  /** Origin of a server that the operator configured, with any scheme. */
  readonly origin?: string;
}

/**
 * Network for a provider with stored secrets. It reaches, over TLS, the vendor's hosts, those that an admin allowed,
 * and the operator's own servers. `guard` throws a VendorFailure for any other URL before anything is sent. All
 * connections of the provider use it.
 */
export const secretNetwork = (
  network: Network,
  declaration: Declaration,
  { hosts, origin }: TrustedServers,
): Network => ({
  ...network,
  guard(url) {
    const lookup = network.guard(url);
    if (network.isOperators(url) || httpOrigin(url) === origin) return lookup;
    const reason = whyWithheld(declaration.provider, url, [...vendorHosts(declaration), ...hosts]);
    if (reason !== null) throw new VendorFailure(reason, { retryable: false });
    return lookup;
  },
});
