import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** Answers are data; a browser that shows one as a page runs and loads nothing. */
const NOTHING = { defaultSrc: ["'none'"], frameAncestors: ["'none'"] };

/** What keeps browsers from making more of an answer than it is. */
export const securityHeaders = helmet({ contentSecurityPolicy: { useDefaults: false, directives: NOTHING } });

/** Sends the headers of `protective`. They are always the same, so it is asked only once. */
export function setSecurityHeaders(): RequestHandler {
  const headers = headersOf(securityHeaders);
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
}

/** Everything that a handler sets, whatever the request. */
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
