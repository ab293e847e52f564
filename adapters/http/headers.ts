import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** Responses are data: a browser that shows one as a page loads and runs nothing. */
const NOTHING = { defaultSrc: ["'none'"], frameAncestors: ["'none'"] };

/** Security headers for browsers. */
export const securityHeaders = helmet({ contentSecurityPolicy: { useDefaults: false, directives: NOTHING } });

/** Sets the security headers. They never change, so helmet runs only once. */
export function setSecurityHeaders(): RequestHandler {
  const headers = headersOf(securityHeaders);
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
}

/** Records the headers a handler sets. */
function headersOf(handler: typeof securityHeaders): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  const recorder = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: () => undefined,
  };
  handler({} as IncomingMessage, recorder as unknown as ServerResponse, (error) => {
    if (error instanceof Error) throw error;
  });
  return headers;
}
