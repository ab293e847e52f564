import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../../application/ports/log.ts';
import { DomainError } from '../../domain/errors.ts';
import { countRequests } from '../lib/count-requests.ts';
import type { Exposition, RequestMeter } from '../lib/request-meter.ts';
import type { KnownHosts } from '../lib/known-hosts.ts';
import { listen } from '../lib/listen.ts';
import { parseObject } from '../lib/parse-object.ts';
import { timeoutOptions, type ServerTimeouts } from '../lib/server-timeouts.ts';
import { boundPipelines } from '../lib/pipelined.ts';
import type { Exchange } from './exchange.ts';
import { changesAccounts, REST_ROUTES, type SimulatorReply } from './rest.ts';
import { SIMULATE_ROUTES } from './simulate-routes.ts';

export const TIMEOUTS: ServerTimeouts = { headersMs: 10_000, requestMs: 30_000, keepAliveMs: 30_000 };
/** Enough for a WAV file of some minutes. In bytes. */
const LARGEST_BODY = 8 * 1_048_576;

export interface SimulatorServer {
  /** Listens. Answers the port, which matters for port 0. */
  listen(host: string, port: number): Promise<number>;
  close(): Promise<void>;
}

interface ServerParts {
  readonly exchange: Exchange;
  readonly log: Log;
  /** The content of `/metrics`. */
  readonly metrics: Exposition;
  /** Records every answered request. */
  readonly answered: RequestMeter;
  /** The accepted hosts. Null accepts any. */
  readonly hosts: KnownHosts | null;
  /** Timeouts of requests, where they differ from the default. */
  readonly timeouts?: ServerTimeouts;
}

/** The simulator over HTTP: Plivo's REST API under `/v1`, and controls for testers under `/simulate`. */
export function simulatorServer(parts: ServerParts): SimulatorServer {
  const server = createServer(
    timeoutOptions(parts.timeouts ?? TIMEOUTS),
    boundPipelines((request, response) => {
      if (!isMeant(parts, request)) return reply(response, 421, { error: UNKNOWN_HOST });
      answer(parts, request, response).catch((error: unknown) => {
        parts.log.error('simulator.request_failed', { error });
        if (!response.headersSent) reply(response, 500, { error: 'Internal server error' });
      });
    }),
  );
  countRequests(server, operationOf, parts.answered);
  return {
    listen: (host, port) => listen(server, host, port),
    async close() {
      parts.exchange.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

const UNKNOWN_HOST = 'Unknown host: use 127.0.0.1 or localhost, or set the host in SIMULATOR_URL';

/** Whether the Host header is accepted: a page may have made its own name resolve here. */
const isMeant = ({ hosts }: ServerParts, { headers: { host } }: IncomingMessage): boolean =>
  hosts === null || host === undefined || hosts(host);

const operationOf = (path: string): string => /^\/(v1|simulate)\//.exec(path)?.[1] ?? 'service';

async function answer(parts: ServerParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { exchange, metrics } = parts;
  const url = urlOf(request);
  if (url.pathname === '/metrics') return plain(response, metrics.contentType, await metrics.text());
  if (['/health', '/livez', '/readyz'].includes(url.pathname)) return reply(response, 200, { status: 'ok' });
  const body = await bodyOf(request);
  if (body === null) return reply(response, 413, { error: 'The body is too large' });
  if (!url.pathname.startsWith('/v1/')) return simulate(exchange, request, response, url, body);
  const [, id = '', path = ''] = /^\/v1\/Account\/([\w-]+)\/(.*)$/.exec(url.pathname) ?? [];
  const token = tokenOf(request, id);
  if (token === '') return plain(response, 'text/html', 'Could not verify your access level for that URL.', 401);
  const account = exchange.accounts.of(id, token);
  await rest(exchange, request, response, { path, query: url.searchParams, body, account });
}

/** A path may begin with two slashes, which a relative URL would parse as a host. */
const urlOf = ({ url = '' }: IncomingMessage): URL =>
  new URL(`http://simulator.invalid${url.startsWith('/') ? url : '/'}`);

interface RestInput {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  readonly account: ReturnType<Exchange['accounts']['of']>;
}

async function rest(
  exchange: Exchange,
  { method }: IncomingMessage,
  response: ServerResponse,
  { path, ...question }: RestInput,
): Promise<void> {
  const route = REST_ROUTES.find((each) => each.method === method && each.path.test(path));
  if (!route) return reply(response, 404, { error: 'not found' });
  const { faults } = exchange;
  const fault = faults.request(route.operation);
  if (faults.plan.delay_replies_ms > 0) await delay(faults.plan.delay_replies_ms, undefined, { ref: false });
  if (fault === 'refuse') return reply(response, faults.plan.answer_status, { error: 'simulated fault' });
  const id = route.path.exec(path)?.[1] ?? '';
  const { status, body }: SimulatorReply = route.answer(exchange, { ...question, id });
  if (changesAccounts(route)) exchange.accounts.changed();
  if (fault === 'drop_reply') response.destroy();
  else reply(response, status, body);
}

async function simulate(
  exchange: Exchange,
  { method }: IncomingMessage,
  response: ServerResponse,
  { pathname, searchParams: query }: URL,
  body: Readonly<Record<string, unknown>>,
): Promise<void> {
  const here = SIMULATE_ROUTES.filter(({ path }) => path.test(pathname));
  const route = here.find((each) => each.method === method);
  if (!route)
    return reply(response, here.length > 0 ? 405 : 404, {
      detail: here.length > 0 ? 'Method Not Allowed' : 'Not Found',
    });
  try {
    const answered = await route.answer(exchange, { query, body, id: route.path.exec(pathname)?.[1] ?? '' });
    if (answered instanceof Uint8Array) plain(response, 'audio/wav', answered);
    else reply(response, 200, answered);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    reply(response, error.problem === 'missing' ? 404 : 422, { detail: error.message });
  }
}

/** The fields of a JSON or form body, whatever its content type. Null when it is too large. */
async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown> | null> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length <= LARGEST_BODY) parts.push(part);
  }
  if (length > LARGEST_BODY) return null;
  const text = Buffer.concat(parts).toString('utf8').trim();
  return text.startsWith('{')
    ? parseObject<Record<string, unknown>>(text)
    : Object.fromEntries(new URLSearchParams(text));
}

/** The token of the request for this account. Empty when it authenticates as another account, or not at all. */
function tokenOf({ headers }: IncomingMessage, id: string): string {
  const [, encoded = ''] = /^Basic (.+)$/i.exec(headers.authorization ?? '') ?? [];
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  return id !== '' && text.startsWith(`${id}:`) ? text.slice(id.length + 1) : '';
}

function reply(response: ServerResponse, status: number, body?: object): void {
  if (body === undefined) response.writeHead(status).end();
  else plain(response, 'application/json', JSON.stringify(body), status);
}

function plain(response: ServerResponse, type: string, body: string | Uint8Array, status = 200): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body);
}
