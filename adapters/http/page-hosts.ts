import type { Request, RequestHandler } from 'express';
import type { Log } from '../../application/ports/log.ts';
import { forbidden } from '../../domain/errors.ts';
import type { KnownHosts } from '../lib/known-hosts.ts';
import type { Origins } from './cors.ts';

/** Longest header value in a log line. */
const LOGGED_LENGTH_MAX = 200;

/**
 * Refuses pages that reach this API under an unknown host name (DNS rebinding). Accepted are clients without an Origin,
 * which are not browsers, listed pages, and pages loaded over TLS from the same host: no other host has its certificate.
 */
export const pageHosts =
  (isKnown: KnownHosts, origins: Origins, log: Pick<Log, 'warn'>): RequestHandler =>
  (request, _response, next) => {
    const { origin } = request.headers;
    if (origin === undefined || origins === '*' || origins.includes(origin)) return next();
    const hosts = hostsOf(request);
    if (hosts.every((host) => isKnown(host) || origin === `https://${host}`)) return next();
    const shown = { origin: origin.slice(0, LOGGED_LENGTH_MAX), host: hosts.join(', ').slice(0, LOGGED_LENGTH_MAX) };
    log.warn('http.host_refused', { ...shown, setting: 'CORS_ORIGINS' });
    throw forbidden('This host name is not known here. Add the origin of this page to CORS_ORIGINS.');
  };

/** The Host header, or behind a trusted proxy all forwarded hosts. */
function hostsOf({ headers, socket, app }: Request): string[] {
  const forwarded = headers['x-forwarded-host'];
  const isTrusted = app.get('trust proxy fn') as (peer: string, hop: number) => boolean;
  if (forwarded !== undefined && isTrusted(socket.remoteAddress ?? '', 0))
    return [forwarded].flat().flatMap((list) => list.split(',').map((host) => host.trim()));
  return [headers.host ?? ''];
}
