import { OPAQUE_ORIGIN, OPAQUE_REFUSED } from '../../domain/agents/web.ts';
import type { MediaSettings } from './media-parts.ts';
import type { SocketOpening } from './server.ts';
import { trustedPeers } from './trusted-peers.ts';

type RequestOrigin = Pick<SocketOpening, 'origin' | 'host' | 'forwardedHost' | 'peer'>;
type OriginSettings = Pick<MediaSettings, 'origins' | 'consoleUrl' | 'trustedProxies' | 'isKnownHost'>;

/**
 * Whether a page may open a socket, and whether it is one of the platform's own. If not, the setting that would allow it and
 * advice for the client.
 */
export type OriginVerdict =
  | { readonly allowed: true; readonly isOwn: boolean }
  | { readonly allowed: false; readonly setting: string; readonly advice: string };

/**
 * Decides whether a page may open a socket. Allowed are clients without an Origin, listed origins, and the console's
 * address if the operator set one. Pages of this host, and of the console on it, are allowed if the host is known or
 * the page came over TLS. Otherwise an attacker's name may resolve to this address (DNS rebinding). The host is the
 * Host header, or X-Forwarded-Host from a trusted proxy. From other peers that header is ignored.
 */
export function judgeOrigin(opening: RequestOrigin, settings: OriginSettings): OriginVerdict {
  const { origin } = opening;
  if (origin === null || isConsoleOf(NO_HOST, origin, settings)) return OWN;
  const own = judgeOwnHost(origin, opening, settings);
  if (own?.allowed) return own;
  if (isListed(origin, settings)) return { allowed: true, isOwn: false };
  return own ?? refusedAt(origin, opening, settings);
}

/** Judges a page of the host that the client asked for. Null for other pages. */
function judgeOwnHost(origin: string, opening: RequestOrigin, settings: OriginSettings): OriginVerdict | null {
  const forwarded = forwardedHostOf(opening);
  const isTrusted = forwarded !== null && trustedPeers(settings.trustedProxies)(opening.peer);
  const host = isTrusted ? forwarded : opening.host;
  return isOfHost(origin, host, settings) ? judgeHost(origin, host, settings) : null;
}

function refusedAt(origin: string, opening: RequestOrigin, settings: OriginSettings): OriginVerdict {
  if (origin === OPAQUE_ORIGIN) return { allowed: false, setting: 'CORS_ORIGINS', advice: OPAQUE_REFUSED };
  const forwarded = forwardedHostOf(opening);
  return forwarded !== null && isOfHost(origin, forwarded, settings)
    ? refused('TRUST_PROXY', 'behind a reverse proxy, set TRUST_PROXY to it')
    : refused('CORS_ORIGINS', 'add it to CORS_ORIGINS');
}

/**
 * The host that the browser requested, according to the proxy. In a chain of proxies the first value is the browser's.
 */
const forwardedHostOf = ({ forwardedHost }: RequestOrigin): string | null =>
  forwardedHost?.split(',')[0]?.trim() || null;

const OWN: OriginVerdict = { allowed: true, isOwn: true };

const refused = (setting: string, what: string): OriginVerdict => ({
  allowed: false,
  setting,
  advice: `Origin not allowed: ${what}`,
});

/** Whether the operator listed this origin. */
const isListed = (origin: string, settings: OriginSettings): boolean =>
  settings.origins === '*' || settings.origins.includes(origin);

/** A page of this host: an unknown name may be an attacker's, unless the page came over TLS. */
const judgeHost = (origin: string, host: string, { isKnownHost }: OriginSettings): OriginVerdict =>
  isKnownHost(host) || origin.startsWith('https:')
    ? OWN
    : refused('CORS_ORIGINS', 'this host name is not known; add the origin to CORS_ORIGINS');

/** A host without pages: the console has an address there only if the operator set one. */
const NO_HOST = 'host.invalid';

function isOfHost(origin: string, host: string, settings: OriginSettings): boolean {
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  // Parsed with the page's scheme, so that its default port is optional.
  const own = `${page.protocol}//${host}`;
  const isSame = URL.canParse(own) && new URL(own).href === `${page.origin}/`;
  return isSame || isConsoleOf(host, origin, settings);
}

const isConsoleOf = (host: string, origin: string, { consoleUrl }: OriginSettings): boolean =>
  new URL(consoleUrl(hostNameOf(host))).origin === origin;

/** The name in a Host header, without the port. `localhost` if the header is invalid. */
export const hostNameOf = (host: string): string =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : 'localhost';
