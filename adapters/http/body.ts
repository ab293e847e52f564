import express, { type NextFunction, type Request, type RequestHandler } from 'express';
import { invalid } from '../../domain/errors.ts';
import { eventLoopQueue } from '../lib/event-loop-queue.ts';
import { knownPrincipal } from './authenticate.ts';
import { JsonShape } from './json-shape.ts';
import { operationOf } from './operation.ts';

const BODY_BYTES_MAX = 1024 * 1024;
/** Agents have long prompts. */
const AGENT_BYTES_MAX = 2 * BODY_BYTES_MAX;
/** Credentials are a few short values. */
const AUTH_BYTES_MAX = 64 * 1024;
/** Most JSON values of a body: more than any valid document has, and few enough to report each as invalid. */
const VALUES_MAX = 10_000;
/** Metrics of a call of several hours. */
const METRICS_VALUES_MAX = 30_000;

/**
 * Reads JSON bodies in UTF-8, of bounded size, depth and number of values, for operations that take any. The bounds are held
 * against the text while it arrives, before anything is made of it. What has another type is left unread.
 */
export function readBody(): RequestHandler {
  const [usual, large, small] = [reader(BODY_BYTES_MAX), reader(AGENT_BYTES_MAX), reader(AUTH_BYTES_MAX)];
  const metrics = reader(BODY_BYTES_MAX, METRICS_VALUES_MAX);
  const readers: Readonly<Record<string, RequestHandler>> = { agents: large, auth: small };
  return (request, response, next) => {
    const { requestBody, tags, operationId } = operationOf(request) ?? {};
    if (requestBody === undefined) return next();
    const read = operationId === 'putCallMetrics' ? metrics : (readers[tags?.[0] ?? ''] ?? usual);
    read(request, response, (fault?: unknown) => {
      if (fault === undefined) void inLoopQueue(request, next);
      else next(fault);
    });
  };
}

/** What follows checks the request and carries it out, in one go unless it has to wait for something. */
async function inLoopQueue(request: Request, next: NextFunction): Promise<void> {
  await eventLoopQueue.next(knownPrincipal(request)?.org_id ?? null);
  next();
}

/** The shapes of bodies that arrive. */
const shapes = new WeakMap<object, JsonShape>();

function reader(limit: number, mostValues = VALUES_MAX): RequestHandler {
  const read = express.json({
    limit,
    verify: (request, _response, bytes, encoding) => {
      if (encoding !== 'utf-8') throw invalid('JSON must be in UTF-8');
      const { fault } = shapes.get(request) ?? new JsonShape(mostValues).add(bytes);
      if (fault) throw fault;
    },
  });
  return (request, response, next) => {
    // A body that was let go of has another fault for its reader: it seems too short.
    read(request, response, (fault?: unknown) => next(shapes.get(request)?.fault ?? fault));
    const isSentAsItIs = (request.headers['content-encoding'] ?? 'identity').toLowerCase() === 'identity';
    if (isSentAsItIs && request.listenerCount('data') > 0) watch(request, new JsonShape(mostValues));
  };
}

/** Lets go of a body once it breaks the bounds: the rest is read, so that the connection can be kept, but not kept itself. */
function watch(request: Request, shape: JsonShape): void {
  shapes.set(request, shape);
  request.on('data', (bytes: Uint8Array) => {
    if (shape.add(bytes).fault) request.removeAllListeners('data').resume();
  });
}
