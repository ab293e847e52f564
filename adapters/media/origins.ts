import type { MediaSettings } from './media-parts.ts';

/**
 * Whether a page may open a socket here. Clients that are no browsers send no Origin and are let in; pages of this very
 * host are, those of the console, and those of the listed origins.
 */
export function isAllowedOrigin(
  { origin, host }: { readonly origin: string | null; readonly host: string },
  { origins, consoleUrl }: Pick<MediaSettings, 'origins' | 'consoleUrl'>,
): boolean {
  if (origin === null || origins === '*' || origins.includes(origin)) return true;
  if (!URL.canParse(origin)) return false;
  return new URL(origin).host === host || new URL(consoleUrl(hostNameOf(host))).origin === origin;
}

/** The name in a Host header, without the port. One that is none names nothing. */
export const hostNameOf = (host: string): string =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : 'localhost';
