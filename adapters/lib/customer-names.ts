import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { Resolve } from './network.ts';

/** Until a name server of a customer must have answered, in ms. */
const TIMEOUT_MS = 3_000;

interface CustomerNamesOptions {
  /** Servers of the operator, whose names the system may know from a file. */
  readonly localUpstreams?: readonly string[];
  readonly timeoutMs?: number;
  /** Name servers, instead of those of the system. */
  readonly servers?: readonly string[];
}

/**
 * Resolves the names of customers' servers. The lookup of the system has two threads for the whole process, which name
 * servers that do not answer would keep busy: this one uses none.
 */
export function customerNames({
  localUpstreams = [],
  timeoutMs = TIMEOUT_MS,
  servers,
}: CustomerNamesOptions = {}): Resolve {
  const own = new Set(localUpstreams.map((origin) => new URL(origin).hostname));
  return (host, options, answer) => {
    if (own.has(host) || !host.includes('.')) return systemLookup(host, options, answer);
    // One for each lookup: a resolver that waits for a slow name server delays its other lookups.
    const resolver = new Resolver({ timeout: timeoutMs, tries: 1 });
    if (servers) resolver.setServers(servers);
    addressesOf(resolver, host).then(
      (addresses) => answer(null, addresses),
      (error: Error) => answer(error, []),
    );
  };
}

/** The addresses of a name. Rejects when it has none, for the reason that the lookup of IPv4 addresses has. */
async function addressesOf(resolver: Resolver, host: string): Promise<LookupAddress[]> {
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = [
    ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
    ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
  ];
  if (found.length === 0 && four.status === 'rejected') throw four.reason;
  return found;
}
