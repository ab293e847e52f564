import type { MediaSettings } from './media-parts.ts';
import type { SocketOpening } from './server.ts';
import { trustedPeers } from './trusted-peers.ts';

type Opening = Pick<SocketOpening, 'origin' | 'host' | 'forwardedHost' | 'peer'>;
type OriginSettings = Pick<MediaSettings, 'origins' | 'consoleUrl' | 'trustedProxies' | 'isKnownHost'>;

/** Whether a page may open a socket here; if not, the setting that would let it in, and what to do with it. */
export type OriginVerdict =
  { readonly allowed: true } | { readonly allowed: false; readonly setting: string; readonly advice: string };

/**
 * Whether a page may open a socket here. Clients that are no browsers send no Origin and are let in; so are pages of the
 * listed origins and of the console's address, if the operator gave one. Pages of this very host, and of the console
 * there, are let in when the host is known or the page came over TLS: else an attacker may have let a name lead here. The
 * host is the Host header; behind a proxy that is trusted, what its X-Forwarded-Host says. From any other peer that header
 * counts for nothing.
 */
export function judgeOrigin(opening: Opening, settings: OriginSettings): OriginVerdict {
  const { origin, host, peer } = opening;
  const { trustedProxies } = settings;
  if (origin === null || isListed(origin, settings)) return { allowed: true };
  const forwarded = forwardedHostOf(opening);
  const trustedHost = forwarded !== null && trustedPeers(trustedProxies)(peer) ? forwarded : host;
  if (isOfHost(origin, trustedHost, settings)) return judgeHost(origin, trustedHost, settings);
  return forwarded !== null && isOfHost(origin, forwarded, settings)
    ? refused('TRUST_PROXY', 'behind a reverse proxy, set TRUST_PROXY to it')
    : refused('CORS_ORIGINS', 'add it to CORS_ORIGINS');
}

/** What the browser asked for, says the proxy. Each of a chain may have added its own; the first stood before the browser. */
const forwardedHostOf = ({ forwardedHost }: Opening): string | null => forwardedHost?.split(',')[0]?.trim() || null;

const refused = (setting: string, what: string): OriginVerdict => ({
  allowed: false,
  setting,
  advice: `Origin not allowed: ${what}`,
});

/** Whether the operator named this origin. */
const isListed = (origin: string, settings: OriginSettings): boolean =>
  settings.origins === '*' || settings.origins.includes(origin) || isConsoleOf(NO_HOST, origin, settings);

/** A page of this very host: a name that an attacker may have led here is none, unless it came over TLS. */
const judgeHost = (origin: string, host: string, { isKnownHost }: OriginSettings): OriginVerdict =>
  isKnownHost(host) || origin.startsWith('https:')
    ? { allowed: true }
    : refused('CORS_ORIGINS', 'this host name is not known; add the origin to CORS_ORIGINS');

/** A host under which no page is reached: the console has an address there only if the operator gave it one. */
const NO_HOST = 'host.invalid';

function isOfHost(origin: string, host: string, settings: OriginSettings): boolean {
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  // Read by the page's own scheme, so that its default port may be written out or not.
  const own = `${page.protocol}//${host}`;
  const isSame = URL.canParse(own) && new URL(own).href === `${page.origin}/`;
  return isSame || isConsoleOf(host, origin, settings);
}

const isConsoleOf = (host: string, origin: string, { consoleUrl }: OriginSettings): boolean =>
  new URL(consoleUrl(hostNameOf(host))).origin === origin;

/** The name in a Host header, without the port. One that is none names nothing. */
export const hostNameOf = (host: string): string =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : 'localhost';
