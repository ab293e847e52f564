import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { Headers, ModelCall } from '../../application/ports/upstreams.ts';
import type { Upstream } from '../../domain/gateway/upstream.ts';

/** Hop-by-hop headers (RFC 9110), and headers each hop sets itself. */
const HOP_BY_HOP = [
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/**
 * Headers for the gateway itself: its keys and client data. A compressed response could not end with an error event.
 */
const OURS = ['accept-encoding', 'authorization', 'cookie', 'expect', 'forwarded', 'origin', 'referer', 'x-api-key'];

const NOT_SENT = new Set([...HOP_BY_HOP, ...OURS]);
const NOT_RETURNED = new Set([...HOP_BY_HOP, 'date', 'server', 'set-cookie', 'x-request-id']);

/** Request headers for the model server. */
export function requestHeaders(
  { apiKey }: Upstream,
  { headers, body }: Pick<ModelCall, 'headers' | 'body'>,
): OutgoingHttpHeaders {
  return {
    ...passed(headers, NOT_SENT, headers['connection']),
    ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
    ...(body !== null && { 'content-length': body.length }),
    'accept-encoding': 'identity',
  };
}

/** Response headers for the client. */
export const responseHeaders = (headers: IncomingHttpHeaders): Headers =>
  passed(headers, NOT_RETURNED, headers.connection);

function passed(
  headers: IncomingHttpHeaders,
  left: ReadonlySet<string>,
  connection: string | undefined = '',
): Record<string, string> {
  const named = new Set(connection.split(',').map((name) => name.trim().toLowerCase()));
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || left.has(name) || named.has(name) || name.startsWith('x-forwarded-')
      ? []
      : [[name, Array.isArray(value) ? value.join(', ') : value]],
  );
  return Object.fromEntries(kept);
}
