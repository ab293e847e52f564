import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { Headers, ModelCall } from '../../application/ports/upstreams.ts';
import type { Upstream } from '../../domain/gateway/upstream.ts';

/** Between two neighbours only (RFC 9110), or said anew by whoever passes a message on. */
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

/** Meant for the gateway: its keys, and what tells who its clients are. An answer that is packed could not be ended by us. */
const OURS = ['accept-encoding', 'authorization', 'cookie', 'expect', 'forwarded', 'origin', 'referer', 'x-api-key'];

const NOT_SENT = new Set([...HOP_BY_HOP, ...OURS]);
const NOT_RETURNED = new Set([...HOP_BY_HOP, 'date', 'server', 'set-cookie', 'x-request-id']);

/** The headers of a call as its server gets them. */
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

/** The headers of an answer as the client gets them. */
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
