import type { IncomingMessage } from 'node:http';
import type { Headers } from '../../application/ports/upstreams.ts';
import { GatewayRefusal } from './openai-errors.ts';

const REQUEST_ID = /^[\x21-\x7e]{1,128}$/;

/** Where a request goes. A path that begins with two slashes is one all the same. */
export const urlOf = ({ url = '' }: IncomingMessage): URL => {
  const target = `http://gateway.invalid${url.startsWith('/') ? url : '/'}`;
  return new URL(URL.canParse(target) ? target : 'http://gateway.invalid/');
};

/** The client's own name for its request, if it is one that can be passed on. */
export function requestIdOf({ headers }: IncomingMessage): string | null {
  const given = String(headers['x-request-id'] ?? '');
  return REQUEST_ID.test(given) ? given : null;
}

/** The headers of a request, each as one text. */
export const textHeaders = ({ headers }: IncomingMessage): Headers =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value = '']) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );

/** The refusal while the gateway shuts down. */
export const draining = (): GatewayRefusal =>
  new GatewayRefusal(503, 'draining', 'The gateway is shutting down', { headers: { 'retry-after': '1' } });
