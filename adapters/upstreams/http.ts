import { once } from 'node:events';
import type { Readable } from 'node:stream';
import {
  UpstreamFailure,
  type ListedModel,
  type ModelCall,
  type UpstreamAnswer,
  type UpstreamSocket,
  type Upstreams,
} from '../../application/ports/upstreams.ts';
import type { Upstream } from '../../domain/gateway/upstream.ts';
import { parseObject } from '../lib/parse-object.ts';
import { sendRequest, keptConnections, type StartedExchange, type UpstreamTimeouts } from './connection.ts';
import { requestHeaders, responseHeaders } from './headers.ts';

const PROBE_TIMEOUT_MS = 2_000;
/** Longest model list. In bytes. */
const MODEL_LIST_BYTES_MAX = 1_048_576;
const LIST: ModelCall = { method: 'GET', target: '/models', headers: { accept: 'application/json' }, body: null };
/** Statuses by which a server rejects our key. */
const REFUSALS = new Set([401, 403]);

export interface HttpUpstreams extends Upstreams {
  /** Closes kept connections. */
  close(): void;
}

/** Model servers over HTTP: streamed responses, keep-alive, no redirects. */
export function httpUpstreams(timeouts: UpstreamTimeouts): HttpUpstreams {
  const agents = keptConnections();
  const exchange = (upstream: Upstream, call: ModelCall, over: AbortSignal, headers = requestHeaders(upstream, call)) =>
    sendRequest({ upstream, call, headers, agents, timeouts, over });
  const send: Upstreams['send'] = async (upstream, call, over) =>
    answerOf(await exchange(upstream, call, over), timeouts.answerMs, over);
  return {
    send,
    probe: (upstream) => look(send, upstream),
    async connect(upstream, call, over) {
      const headers = { ...requestHeaders(upstream, call), connection: 'Upgrade', upgrade: 'websocket' };
      const started = await exchange(upstream, call, over, headers);
      return started.socket ? socketOf(started, started.socket) : answerOf(started, timeouts.answerMs, over);
    },
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

/** A web page, redirect or other protocol is of no use to a model client. */
function answerOf({ response, socket }: StartedExchange, answerMs: number, over: AbortSignal): UpstreamAnswer {
  const { statusCode: status = 0 } = response;
  const unexpected = unexpectedContent(status, response.headers['content-type']);
  if (unexpected !== null) {
    response.destroy();
    socket?.stream.destroy();
    throw new UpstreamFailure('garbled', `The model server answered with a ${unexpected} (${status})`);
  }
  return {
    kind: 'answer',
    status,
    headers: responseHeaders(response.headers),
    body: chunks(response, answerMs, over),
    discard: () => void response.destroy(),
  };
}

function unexpectedContent(status: number, type = ''): string | null {
  if (/^text\/html\b/i.test(type)) return 'web page';
  if (status < 200) return 'change of protocol';
  return status >= 300 && status < 400 ? 'redirect' : null;
}

/** The timeout covers the server only, not the time the reader takes between chunks. */
async function* chunks(response: Readable, answerMs: number, over: AbortSignal): AsyncGenerator<Uint8Array> {
  const arriving = response[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  const silent = (): void => void response.destroy(new UpstreamFailure('silent', 'The model server fell silent'));
  try {
    for (;;) {
      const overdue = setTimeout(silent, answerMs);
      const chunk = await arriving.next().finally(() => clearTimeout(overdue));
      if (chunk.done) return;
      yield chunk.value;
    }
  } catch (cause) {
    if (over.aborted) return;
    if (cause instanceof UpstreamFailure) throw cause;
    throw new UpstreamFailure('broken', 'The model server broke off its answer', cause);
  } finally {
    response.destroy();
  }
}

function socketOf(
  { response }: StartedExchange,
  { stream, head }: NonNullable<StartedExchange['socket']>,
): UpstreamSocket {
  stream.on('error', () => undefined);
  return {
    kind: 'socket',
    status: 101,
    headers: responseHeaders(response.headers),
    received: received(stream, head),
    async send(bytes) {
      if (stream.destroyed || stream.write(bytes)) return;
      const gone = new AbortController();
      await Promise.race([
        once(stream, 'drain', { signal: gone.signal }),
        once(stream, 'close', { signal: gone.signal }),
      ]).finally(() => gone.abort());
    },
    discard: () => void stream.destroy(),
  };
}

async function* received(stream: Readable, head: Uint8Array): AsyncGenerator<Uint8Array> {
  if (head.length > 0) yield head;
  try {
    yield* stream as AsyncIterable<Uint8Array>;
  } catch {
    // The connection to the server has ended, for any reason.
  }
}

async function look(send: Upstreams['send'], upstream: Upstream): ReturnType<Upstreams['probe']> {
  const over = new AbortController();
  const overdue = setTimeout(() => over.abort(), PROBE_TIMEOUT_MS);
  try {
    const { status, body } = await send(upstream, LIST, over.signal);
    const models = await modelsIn(body);
    if (over.signal.aborted) return { probed: 'silent', models: [] };
    return { probed: status < 500 && !REFUSALS.has(status) ? 'up' : 'down', models: status === 200 ? models : [] };
  } catch {
    return { probed: over.signal.aborted ? 'silent' : 'down', models: [] };
  } finally {
    clearTimeout(overdue);
    over.abort();
  }
}

/** Reads a model list in OpenAI's format. Empty for other formats. */
async function modelsIn(body: AsyncIterable<Uint8Array>): Promise<readonly ListedModel[]> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body) {
    parts.push(part);
    length += part.length;
    if (length > MODEL_LIST_BYTES_MAX) return [];
  }
  const { data } = parseObject<{ data: unknown }>(Buffer.concat(parts).toString('utf8'));
  return Array.isArray(data) ? data.filter(isListed) : [];
}

const isListed = (model: unknown): model is ListedModel =>
  typeof model === 'object' && model !== null && 'id' in model && typeof model.id === 'string';
