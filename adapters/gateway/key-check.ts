import type { IncomingHttpHeaders } from 'node:http';
import type { KnownHosts } from '../lib/known-hosts.ts';
import { isSameSecret } from '../lib/secret-comparison.ts';
import { GatewayRefusal } from './openai-errors.ts';

/** How browsers, which cannot set headers of a socket, bring a key. */
const KEY_PROTOCOL = 'openai-insecure-api-key.';

/** Refuses a request without the gateway's key. Without a configured key every request passes. */
export function requireKey(expected: string | null, headers: IncomingHttpHeaders): void {
  if (expected === null) return;
  const given = bearerIn(headers) ?? protocolsOf(headers).key;
  if (given === null) throw unauthorised('No API key was given: send it as Authorization: Bearer <key>');
  if (!isSameSecret(given, expected)) throw unauthorised('The API key is not the one of this gateway');
}

/** Refuses a request for a host that is not this gateway's: a page may have had a name of its own lead here. */
export function requireHost(isKnown: KnownHosts | null, { host }: IncomingHttpHeaders): void {
  if (isKnown === null || host === undefined || isKnown(host)) return;
  throw new GatewayRefusal(
    421,
    'unknown_host',
    'Unknown host: ask 127.0.0.1 or localhost, or name the host in GATEWAY_URL',
  );
}

/** The subprotocols a client offers, and the key among them, which is not forwarded. */
export function protocolsOf(headers: IncomingHttpHeaders): {
  readonly offered: readonly string[];
  readonly key: string | null;
} {
  const all = (headers['sec-websocket-protocol'] ?? '').split(',').map((protocol) => protocol.trim());
  const key = all.find((protocol) => protocol.startsWith(KEY_PROTOCOL))?.slice(KEY_PROTOCOL.length) ?? null;
  return { offered: all.filter((protocol) => protocol !== '' && !protocol.startsWith(KEY_PROTOCOL)), key };
}

const bearerIn = ({ authorization = '' }: IncomingHttpHeaders): string | null =>
  /^bearer +(\S.*)$/i.exec(authorization)?.[1]?.trimEnd() ?? null;

const unauthorised = (message: string): GatewayRefusal =>
  new GatewayRefusal(401, 'invalid_api_key', message, { headers: { 'www-authenticate': 'Bearer' } });
