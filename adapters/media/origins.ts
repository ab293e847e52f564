import type { MediaSettings } from './media-parts.ts';
import type { SocketOpening } from './server.ts';
import { trustedPeers } from './trusted-peers.ts';

type Opening = Pick<SocketOpening, 'origin' | 'host' | 'forwardedHost' | 'peer'>;
type OriginSettings = Pick<MediaSettings, 'origins' | 'consoleUrl' | 'trustedProxies'>;

/** Whether a page may open a socket here; if not, the setting that would let it in, and what to do with it. */
export type OriginVerdict =
  { readonly allowed: true } | { readonly allowed: false; readonly setting: string; readonly advice: string };

/**
 * Whether a page may open a socket here. Clients that are no browsers send no Origin and are let in; pages of this very
 * host are, those of the console, and those of the listed origins. The host is the Host header; behind a proxy that is
 * trusted, what its X-Forwarded-Host says. From any other peer that header counts for nothing.
 */
export function judgeOrigin(opening: Opening, settings: OriginSettings): OriginVerdict {
  const { origin, host, peer } = opening;
  const { origins, trustedProxies } = settings;
  if (origin === null || origins === '*' || origins.includes(origin)) return { allowed: true };
  const forwarded = forwardedHostOf(opening);
  const believed = forwarded !== null && trustedPeers(trustedProxies)(peer) ? forwarded : host;
  if (isOfHost(origin, believed, settings)) return { allowed: true };
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

function isOfHost(origin: string, host: string, { consoleUrl }: OriginSettings): boolean {
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  // Read by the page's own scheme, so that its default port may be written out or not.
  const own = `${page.protocol}//${host}`;
  const isSame = URL.canParse(own) && new URL(own).href === `${page.origin}/`;
  return isSame || new URL(consoleUrl(hostNameOf(host))).origin === origin;
}

/** The name in a Host header, without the port. One that is none names nothing. */
export const hostNameOf = (host: string): string =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : 'localhost';
