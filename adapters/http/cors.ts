import type { RequestHandler } from 'express';

/** Allowed origins of browser pages: a list, or any. */
export type Origins = readonly string[] | '*';

const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Mcp-Protocol-Version, Range',
  'Access-Control-Max-Age': '600',
};
const EXPOSED = 'Accept-Ranges, Content-Range, Retry-After, WWW-Authenticate, X-Request-Id';

/** Allows pages of known origins to read responses. Tokens travel in a header, so credentials mode is never allowed. */
export const cors =
  (origins: Origins): RequestHandler =>
  (request, response, next) => {
    const { origin } = request.headers;
    response.setHeader('Vary', 'Origin');
    if (origin === undefined || !(origins === '*' || origins.includes(origin))) return next();
    response.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': EXPOSED });
    const asking = request.method === 'OPTIONS' && 'access-control-request-method' in request.headers;
    if (asking) response.status(204).set(PREFLIGHT).end();
    else next();
  };
