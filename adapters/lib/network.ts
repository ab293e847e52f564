import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { VendorFailure } from '../../application/ports/vendor-failure.ts';
import { isPublicAddress } from './upstream-url.ts';

/** How vendors are reached: over connections that are kept open, and only at addresses this process may go to. */
export interface Network {
  readonly agents: { readonly http: HttpAgent; readonly https: HttpsAgent };
  /** Finds a host's addresses at the moment of connecting, and fails when one of them is forbidden. */
  readonly lookup: LookupFunction;
  /** Throws a VendorFailure when the URL names a forbidden address outright. */
  check(url: URL): void;
}

/** A free connection is let go of after this: sooner than routers forget it without a word. In milliseconds. */
const FREE_MS = 60_000;

type Resolve = (
  host: string,
  options: { readonly all: true },
  answer: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

/** A network of public addresses, and of private ones when the operator allows it. */
export function network({
  allowPrivate,
  resolve = systemLookup,
  freeMs = FREE_MS,
}: {
  allowPrivate: boolean;
  resolve?: Resolve;
  freeMs?: number;
}): Network {
  const kept = { keepAlive: true, timeout: freeMs };
  const isAllowed = (address: string): boolean => allowPrivate || isPublicAddress(address);
  return {
    agents: { http: new HttpAgent(kept), https: new HttpsAgent(kept) },
    lookup(host, options, answer) {
      resolve(host, { ...options, all: true }, (error, addresses) => {
        const [first] = addresses ?? [];
        if (error || !first) return answer(error ?? new Error(`${host} has no address`), []);
        if (!addresses.every(({ address }) => isAllowed(address))) return answer(forbidden(host), []);
        if (options.all) answer(null, addresses);
        else answer(null, first.address, first.family);
      });
    },
    check({ hostname }) {
      const host = hostname.replace(/^\[|\]$/g, '');
      if (isIP(host) !== 0 && !isAllowed(host)) throw forbidden(host);
    },
  };
}

const forbidden = (host: string): VendorFailure =>
  new VendorFailure(`${host} is a private address, which ALLOW_PRIVATE_UPSTREAMS does not allow`, { retryable: false });
