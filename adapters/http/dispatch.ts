import { pipeline } from 'node:stream/promises';
import type { Request, RequestHandler, Response } from 'express';
import { callerOf } from './authenticate.ts';
import type { Handlers, Input, Reply } from './handler.ts';
import { isBodiless } from './methods.ts';
import { pathParamsOf, operationOf } from './validation.ts';

/** Answers with the handler of the operation the validator has named: openapi.yaml is the router. */
export const dispatch =
  (handlers: Handlers): RequestHandler =>
  async (request, response, next) => {
    const handler = handlers[operationOf(request)?.operationId ?? ''];
    if (!handler) return next();
    await send(response, await handler(inputOf(request)));
  };

/** Refuses to start when the contract and the handlers disagree. */
export function requireSameOperations(promised: readonly string[], handlers: Handlers): void {
  const unanswered = promised.filter((id) => !Object.hasOwn(handlers, id));
  const unknown = Object.keys(handlers).filter((id) => !promised.includes(id));
  if (unanswered.length > 0 || unknown.length > 0)
    throw new Error(
      `openapi.yaml and the handlers disagree; unanswered: ${unanswered.join(', ') || 'none'}; ` +
        `not in openapi.yaml: ${unknown.join(', ') || 'none'}`,
    );
}

/** The request for a handler. That its body is of the handler's type is what the contract has checked. */
function inputOf(request: Request): Input<never> {
  const params = pathParamsOf(request);
  return {
    get caller() {
      return callerOf(request);
    },
    path: (name) => params[name] ?? '',
    query(name) {
      const value: unknown = request.query[name];
      // The validator has read numbers as numbers where the contract asks for them.
      return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
    },
    body: (request.body ?? {}) as never,
    range: request.headers.range ?? null,
  };
}

/** Answers with the reply: its headers, and its JSON or its bytes as they are read. */
export async function send(response: Response, reply: Reply): Promise<void> {
  response.status(reply.status).set(reply.headers ?? {});
  if (!reply.bytes) response.json(reply.body);
  else if (isBodiless(response)) response.end();
  else await pipeline(await reply.bytes(), response);
}
