import { STATUS_CODES, type IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Headers, UpstreamSocket } from '../../application/ports/upstreams.ts';
import { protocolsOf, requireHost, requireKey } from './key-check.ts';
import { socketCall } from './model-calls.ts';
import { errorReply, INTERNAL, GatewayRefusal } from './openai-errors.ts';
import type { CallMeter } from './meter.ts';
import type { GatewayParts } from './parts.ts';
import { asOpenAiResponse, writeWithBackpressure } from './relay.ts';
import { draining, requestIdOf, textHeaders, urlOf } from './requests.ts';
import type { ActiveRequests } from './active-requests.ts';

const PATH = '/v1/realtime';
const SOCKETS_MAX = 1_000;
/** A socket without traffic for this long is closed. In milliseconds. */
const IDLE_MS = 600_000;
/** Time to send remaining data at the close. In milliseconds. */
const CLOSE_MS = 1_000;

/** Connects client sockets to sockets of model servers, byte for byte. */
export class RealtimeSockets {
  readonly #parts: GatewayParts;
  readonly #requests: ActiveRequests;
  #open = 0;

  constructor(parts: GatewayParts, requests: ActiveRequests) {
    this.#parts = parts;
    this.#requests = requests;
  }

  /** Handles an upgrade request until its connection ends. */
  async take(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    const visit = this.#requests.begin();
    const over = visit.signal;
    const meter = this.#parts.meter.call('stt');
    const requestId = requestIdOf(request) ?? this.#parts.ids.next();
    stream.on('error', () => undefined);
    stream.once('close', () => visit.abort());
    over.addEventListener('abort', () => void stream.destroy(), { once: true });
    let status: number | null = null;
    this.#open += 1;
    try {
      const socket = await this.#connect(request, requestId, over);
      status = socket.status;
      meter.started();
      stream.write(handshake(101, { ...socket.headers, connection: 'Upgrade', upgrade: 'websocket' }, requestId));
      await pipeBoth(stream, head, socket);
    } catch (failure) {
      if (!over.aborted) status = this.#refuse(failure, stream, requestId, meter);
    } finally {
      this.#open -= 1;
      meter.ended(status);
    }
  }

  async #connect(request: IncomingMessage, requestId: string, over: AbortSignal): Promise<UpstreamSocket> {
    requireHost(this.#parts.settings.hosts, request.headers);
    const url = urlOf(request);
    if (url.pathname !== PATH) throw new GatewayRefusal(404, 'unknown_url', `Unknown socket: ${url.pathname}`);
    requireKey(this.#parts.settings.apiKey, request.headers);
    if (this.#requests.isDraining) throw draining();
    if (this.#open > SOCKETS_MAX) throw tooMany();
    const { 'sec-websocket-protocol': _, ...headers } = textHeaders(request);
    const { offered } = protocolsOf(request.headers);
    const sent = {
      ...headers,
      'x-request-id': requestId,
      ...(offered.length > 0 && { 'sec-websocket-protocol': offered.join(', ') }),
    };
    const started = await this.#parts.gateway.connect(socketCall('stt', url, sent), over);
    if (started.kind === 'socket') return started;
    asOpenAiResponse(started).discard();
    throw new GatewayRefusal(
      started.status >= 400 ? started.status : 502,
      'upstream_error',
      'The model server opened no socket',
    );
  }

  #refuse(failure: unknown, stream: Duplex, requestId: string, meter: CallMeter): number {
    const reply = errorReply(failure) ?? INTERNAL;
    if (reply === INTERNAL) this.#parts.log.error('gateway.request_failed', { request_id: requestId, error: failure });
    meter.failed(reply.code);
    const headers = { ...reply.headers, connection: 'close', 'content-length': String(Buffer.byteLength(reply.body)) };
    stream.end(`${handshake(reply.status, headers, requestId)}${reply.body}`);
    setTimeout(() => void stream.destroy(), CLOSE_MS).unref();
    return reply.status;
  }
}

/** Copies bytes both ways until one side ends, then closes the other. */
async function pipeBoth(stream: Duplex, head: Buffer, socket: UpstreamSocket): Promise<void> {
  if (stream instanceof Socket) stream.setTimeout(IDLE_MS, () => stream.destroy());
  const upwards = async (): Promise<void> => {
    if (head.length > 0) await socket.send(head);
    for await (const bytes of stream as AsyncIterable<Uint8Array>) await socket.send(bytes);
  };
  void upwards()
    .catch(() => undefined)
    .finally(() => socket.discard());
  for await (const bytes of socket.received) await writeWithBackpressure(stream, bytes);
  await new Promise<void>((resolve) => {
    stream.end(resolve);
    setTimeout(resolve, CLOSE_MS).unref();
  });
  stream.destroy();
}

function handshake(status: number, headers: Headers, requestId: string): string {
  const lines = Object.entries({ ...headers, 'x-request-id': requestId }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`;
}

const tooMany = (): GatewayRefusal =>
  new GatewayRefusal(503, 'too_busy', 'The gateway has reached its limit of open sockets', {
    headers: { 'retry-after': '1' },
  });
