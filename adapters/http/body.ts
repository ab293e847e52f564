import express, { type RequestHandler } from 'express';
import { invalid } from '../../domain/errors.ts';
import { operationOf } from './operation.ts';

const MOST_BYTES = 1024 * 1024;
/** Prompts may be long. */
const MOST_AGENT_BYTES = 2 * MOST_BYTES;
/** A handful of keys. */
const MOST_AUTH_BYTES = 64 * 1024;
/** Deeper than any document of ours, and shallow enough for everything that walks one. */
const DEEPEST = 64;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Reads JSON bodies in UTF-8, of bounded size and depth, for operations that take any. What has another type is left unread. */
export function readBody(): RequestHandler {
  const [usual, large, small] = [reader(MOST_BYTES), reader(MOST_AGENT_BYTES), reader(MOST_AUTH_BYTES)];
  const readers: Readonly<Record<string, RequestHandler>> = { agents: large, auth: small };
  return (request, response, next) => {
    const { requestBody, tags } = operationOf(request) ?? {};
    if (requestBody === undefined) return next();
    return (readers[tags?.[0] ?? ''] ?? usual)(request, response, next);
  };
}

const reader = (limit: number): RequestHandler =>
  express.json({
    limit,
    verify: (_request, _response, bytes, encoding) => {
      if (encoding !== 'utf-8') throw invalid('JSON must be in UTF-8');
      if (depthOf(bytes) > DEEPEST) throw invalid(`The body must not be nested deeper than ${DEEPEST} levels`);
    },
  });

/** How deep the brackets of a JSON text nest. Brackets inside strings do not count. */
function depthOf(json: Uint8Array): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]!;
    if (quoted && byte === BACKSLASH) at += 1;
    else if (byte === QUOTE) quoted = !quoted;
    else if (!quoted && OPENING.has(byte)) deepest = Math.max(deepest, (depth += 1));
    else if (!quoted && CLOSING.has(byte)) depth -= 1;
  }
  return deepest;
}
