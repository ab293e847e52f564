import type { IncomingMessage, ServerResponse } from 'node:http';
import { Bodies } from './bodies.ts';
import { requireHost, requireKey } from './key-check.ts';
import type { CallMeter } from './meter.ts';
import { MODEL_ROUTES, type ModelRoute } from './model-routes.ts';
import { errorReply, INTERNAL, GatewayRefusal } from './openai-errors.ts';
import type { GatewayParts } from './parts.ts';
import { relay } from './relay.ts';
import { draining, requestIdOf, textHeaders, urlOf } from './requests.ts';
import { modelsReply, operatorReply, type ServiceReply } from './service-routes.ts';
import type { ActiveRequests } from './active-requests.ts';

/** Enough for a conversation with images. In bytes. */
const JSON_BYTES_MAX = 32 * 1_048_576;
/** Time to drain a refused body, so that the client reads the refusal. In milliseconds. */
const LINGER_MS = 5_000;

export class RequestHandler {
  readonly #parts: GatewayParts;
  readonly #requests: ActiveRequests;
  readonly #bodies = new Bodies();

  constructor(parts: GatewayParts, requests: ActiveRequests) {
    this.#parts = parts;
    this.#requests = requests;
  }

  /** Answers every request. Logs unexpected errors. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const visit = this.#requests.begin();
    response.once('close', () => visit.abort());
    const requestId = requestIdOf(request) ?? this.#parts.ids.next();
    response.setHeader('x-request-id', requestId);
    const { pathname } = urlOf(request);
    const route = MODEL_ROUTES.get(pathname);
    const meter = route && request.method === 'POST' ? this.#parts.meter.call(route.slot) : null;
    visit.signal.addEventListener('abort', () => meter?.ended(response.headersSent ? response.statusCode : null));
    try {
      requireHost(this.#parts.settings.hosts, request.headers);
      if (route) await this.#model(route, request, response, { requestId, meter, over: visit.signal });
      else sendReply(response, await this.#service(request, pathname));
    } catch (failure) {
      this.#refuse(failure, request, response, { requestId, meter, over: visit.signal });
    }
  }

  async #model(
    route: ModelRoute,
    request: IncomingMessage,
    response: ServerResponse,
    visit: RequestContext,
  ): Promise<void> {
    const { gateway, settings, log } = this.#parts;
    const { over, meter, requestId } = visit;
    allowOnly('POST', request);
    requireKey(settings.apiKey, request.headers);
    if (this.#requests.isDraining) throw draining();
    const body = await this.#bodies.read(
      request,
      route.carries === 'json' ? JSON_BYTES_MAX : settings.audioBytes,
      over,
    );
    const { pathname, search } = urlOf(request);
    const headers = { ...textHeaders(request), 'x-request-id': requestId };
    const answer = await route.answer(
      gateway,
      { target: `${pathname.slice('/v1'.length)}${search}`, headers, body },
      over,
    );
    meter?.started();
    const failure = await relay(answer, response, over);
    if (!failure) return;
    meter?.failed(`upstream_${failure.fault}`);
    log.warn('gateway.answer_broken', { slot: route.slot, request_id: requestId, error: failure });
  }

  async #service(request: IncomingMessage, path: string): Promise<ServiceReply> {
    const { gateway, metrics, settings } = this.#parts;
    const operators = { gateway, metrics, isDraining: this.#requests.isDraining };
    if (path.startsWith('/v1/')) requireKey(settings.apiKey, request.headers);
    const reply = (await operatorReply(path, operators)) ?? (await modelsReply(path, operators));
    if (!reply) throw new GatewayRefusal(404, 'unknown_url', `Unknown request URL: ${request.method} ${path}`);
    allowOnly('GET', request);
    return reply;
  }

  #refuse(
    failure: unknown,
    request: IncomingMessage,
    response: ServerResponse,
    { over, meter, requestId }: RequestContext,
  ): void {
    if (over.aborted) return;
    const reply = errorReply(failure) ?? INTERNAL;
    meter?.failed(reply.code);
    if (reply === INTERNAL) this.#parts.log.error('gateway.request_failed', { request_id: requestId, error: failure });
    if (response.headersSent) return void response.destroy();
    const { status, headers, body } = reply;
    const connection: Record<string, string> = request.complete ? {} : { connection: 'close' };
    response.writeHead(status, { ...headers, ...connection, 'content-length': Buffer.byteLength(body) });
    response.write(body);
    onRequestEnd(request, () => response.end());
  }
}

/** Drains the rest of the request: closing the connection earlier would discard the refusal. */
function onRequestEnd(request: IncomingMessage, end: () => void): void {
  if (request.complete) return end();
  const overdue = setTimeout(end, LINGER_MS).unref();
  request.once('close', () => clearTimeout(overdue));
  request.once('end', end);
  request.resume();
}

interface RequestContext {
  readonly over: AbortSignal;
  readonly meter: CallMeter | null;
  readonly requestId: string;
}

function allowOnly(method: string, request: IncomingMessage): void {
  if (request.method !== method)
    throw new GatewayRefusal(405, 'method_not_allowed', `This URL is asked with ${method}`, {
      headers: { allow: method },
    });
}

function sendReply(response: ServerResponse, { status, type, body }: ServiceReply): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body);
}
