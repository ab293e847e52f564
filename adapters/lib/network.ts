import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { VendorFailure } from '../../application/ports/vendor-failure.ts';
import { isLoopback, isPublicAddress, isPublicHost } from './public-address.ts';
import { httpOrigin } from './upstream-url.ts';

/** Connections to vendors: kept alive, and restricted to permitted addresses. */
export interface Network {
  readonly agents: { readonly http: HttpAgent; readonly https: HttpsAgent };
  /**
   * A DNS lookup for a connection to this URL, which fails when any resolved address is forbidden. Throws a
   * `VendorFailure` at once when the URL contains a forbidden address.
   */
  guard(url: URL): LookupFunction;
  /** Whether the operator has listed this server, or allows private addresses and it is on this machine. */
  isOperators(url: URL): boolean;
  /** Whether this server may be reached, as far as its URL tells: the addresses of a name are checked while connecting. */
  permits(url: URL): boolean;
}

/** Idle connections close after this: sooner than routers drop them silently. In milliseconds. */
const FREE_MS = 60_000;

/** Finds the addresses of a name. */
export type Resolve = (
  host: string,
  options: { readonly all: true },
  answer: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

interface NetworkOptions {
  readonly allowPrivate: boolean;
  /** Origins allowed at private addresses, for example `http://127.0.0.1:11434`. */
  readonly localUpstreams?: readonly string[];
  readonly resolve?: Resolve;
  readonly freeMs?: number;
}

/** A network of public addresses and the private ones the operator allows. */
export function network({
  allowPrivate,
  localUpstreams = [],
  resolve = systemLookup,
  freeMs = FREE_MS,
}: NetworkOptions): Network {
  const kept = { keepAlive: true, timeout: freeMs };
  const lookup =
    (mayBePrivate: boolean): LookupFunction =>
    (host, options, answer) =>
      resolve(host, { ...options, all: true }, (error, addresses) => {
        const [first] = addresses ?? [];
        if (error || !first) return answer(error ?? new Error(`${host} has no address`), []);
        if (!mayBePrivate && !addresses.every(({ address }) => isPublicAddress(address)))
          return answer(forbidden(host), []);
        if (options.all) answer(null, addresses);
        else answer(null, first.address, first.family);
      });
  const isListed = (url: URL): boolean => localUpstreams.includes(httpOrigin(url));
  return {
    isOperators: (url) => isListed(url) || (allowPrivate && isLoopback(url.hostname)),
    permits: (url) => allowPrivate || isListed(url) || isPublicHost(url.hostname),
    agents: { http: new HttpAgent(kept), https: new HttpsAgent(kept) },
    guard(url) {
      const host = url.hostname.replace(/^\[|\]$/g, '');
      const mayBePrivate = allowPrivate || isListed(url);
      if (!mayBePrivate && isIP(host) !== 0 && !isPublicAddress(host)) throw forbidden(host);
      return lookup(mayBePrivate);
    },
  };
}

const forbidden = (host: string): VendorFailure =>
  new VendorFailure(`${host} is a private address. An operator can list its server in LOCAL_UPSTREAMS.`, {
    retryable: false,
  });
