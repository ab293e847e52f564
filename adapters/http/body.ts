import express, { type NextFunction, type Request, type RequestHandler } from 'express';
import { invalid } from '../../domain/errors.ts';
import { eventLoopQueue } from '../lib/event-loop-queue.ts';
import { knownPrincipal } from './authenticate.ts';
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
/** Deepest JSON: deeper than any valid document, and safe for recursive code. */
const DEPTH_MAX = 64;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
/** `[` and `]` and, 32 above them, `{` and `}`. */
const [OPENING, CLOSING, BRACE] = [0x5b, 0x5d, 0x20];

/**
 * Reads JSON bodies in UTF-8, of bounded size, depth and number of values, for operations that take any. The bounds are held
 * against the text, before anything is made of it. What has another type is left unread.
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

const reader = (limit: number, mostValues = VALUES_MAX): RequestHandler =>
  express.json({
    limit,
    verify: (_request, _response, bytes, encoding) => {
      if (encoding !== 'utf-8') throw invalid('JSON must be in UTF-8');
      const { depth, values } = shapeOf(bytes, mostValues);
      if (depth > DEPTH_MAX) throw invalid(`The body must not be nested deeper than ${DEPTH_MAX} levels`);
      if (values > mostValues) throw invalid(`The body must not hold more than ${mostValues} values`);
    },
  });

/**
 * How deep the brackets of a JSON text nest, and how many values it has. What stands inside strings does not count. Stops
 * at one value more than there may be.
 */
function shapeOf(json: Uint8Array, mostValues: number): { readonly depth: number; readonly values: number } {
  let [depth, deepest, values, quoted] = [0, 0, 1, false];
  for (let at = 0; at < json.length && values <= mostValues; at += 1) {
    const byte = json[at]!;
    if (quoted && byte === BACKSLASH) at += 1;
    else if (byte === QUOTE) quoted = !quoted;
    else if (quoted) continue;
    else if (byte === COMMA) values += 1;
    else if ((byte & ~BRACE) === OPENING) [deepest, values] = [Math.max(deepest, (depth += 1)), values + 1];
    else if ((byte & ~BRACE) === CLOSING) depth -= 1;
  }
  return { depth: deepest, values };
}
