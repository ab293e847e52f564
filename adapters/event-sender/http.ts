import { createHmac } from 'node:crypto';
import { request as httpRequest, type ClientRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Clock } from '../../application/ports/clock.ts';
import type { EventRequest, EventSender } from '../../application/ports/event-sender.ts';
import { VendorFailure } from '../../application/ports/vendor-failure.ts';
import { CONNECTION_WORDS } from '../lib/connection-words.ts';
import type { Network } from '../lib/network.ts';

/** Until the status of a response. Standard Webhooks: 15 to 30 s. In milliseconds. */
const TIMEOUT_MS = 15_000;
const HEADER_BYTES_MAX = 16 * 1_024;

interface Parts {
  readonly network: Network;
  readonly clock: Clock;
  readonly timeoutMs?: number;
}

/**
 * Events over HTTP. Every request has a connection of its own, which is closed once the status has arrived: the body of
 * a response is not read.
 */
export const httpEventSender = ({ network, clock, timeoutMs = TIMEOUT_MS }: Parts): EventSender => ({
  async send(event) {
    const at = clock.now();
    const startedAt = clock.monotonic();
    const result = await post({ network, clock, timeoutMs }, event, at).then(
      (status) => ({ status, error: isRedirect(status) ? 'redirects are not followed' : null }),
      (error: unknown) => ({ status: null, error: reasonOf(error) }),
    );
    return { at: at.toISOString(), ...result, duration_ms: Math.round(clock.monotonic() - startedAt) };
  },
});

const isRedirect = (status: number): boolean => status >= 300 && status < 400;

/** Why no response arrived. Contains nothing of the network but the code of the error. */
function reasonOf(error: unknown): string {
  if (error instanceof TimedOut) return 'timeout';
  if (error instanceof VendorFailure) return 'the URL has a private address';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const words = CONNECTION_WORDS[code];
  return ['the connection failed', ...(code === '' ? [] : [words ? `${words} (${code})` : code])].join(': ');
}

class TimedOut extends Error {}

function post({ network, clock, timeoutMs }: Required<Parts>, event: EventRequest, at: Date): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = opened(network, event, at);
    const cancelTimeout = clock.after(timeoutMs, () => request.destroy(new TimedOut()));
    request.on('close', () => {
      cancelTimeout();
      reject(new Error('no response'));
    });
    request.on('error', reject);
    request.on('response', ({ statusCode = 0 }) => {
      resolve(statusCode);
      request.destroy();
    });
    // A server that switches protocols never answers the request.
    request.on('upgrade', (_, socket) => socket.destroy());
    request.end(event.body);
  });
}

function opened(network: Network, { url, eventId, body, secrets }: EventRequest, at: Date): ClientRequest {
  const address = new URL(url);
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  return (address.protocol === 'https:' ? httpsRequest : httpRequest)(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'voice-agent-platform',
      'webhook-id': eventId,
      'webhook-timestamp': timestamp,
      'webhook-signature': secrets.map((secret) => signature(secret, `${eventId}.${timestamp}.${body}`)).join(' '),
    },
    agent: false,
    lookup: network.guard(address),
    maxHeaderSize: HEADER_BYTES_MAX,
  });
}

/** Symmetric signature of Standard Webhooks: HMAC-SHA256 with the bytes that follow `whsec_` in base64. */
const signature = (secret: string, content: string): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(secret.indexOf('_') + 1), 'base64'))
    .update(content)
    .digest('base64')}`;
