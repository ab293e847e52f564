import { pipeline } from 'node:stream/promises';
import type { Request, RequestHandler, Response } from 'express';
import type { Principal } from '../../domain/accounts/principal.ts';
import type { Origin } from '../../domain/audit/event.ts';
import { rejected } from '../../domain/errors.ts';
import { principalOf } from './authenticate.ts';
import type { AnyHandlers, AnyInput, Reply } from './handler.ts';
import { sendList } from './lists.ts';
import { isBodiless } from './methods.ts';
import { operationOf, pathParamsOf } from './operation.ts';
import { requestIdOf } from './request-id.ts';
import type { UploadSpace } from './upload-space.ts';
import { withBody, withUpload } from './uploads.ts';

const NO_HEADERS: Readonly<Record<string, string>> = {};

/** Runs the handler of the matched operation. */
export const dispatch =
  (handlers: AnyHandlers, space: UploadSpace): RequestHandler =>
  async (request, response, next) => {
    const handler = handlers[operationOf(request)?.operationId ?? ''];
    if (!handler) return next();
    // The contract validation guarantees the body's type.
    const body = (request.body ?? {}) as never;
    await send(response, await handler(new HandlerInput(request, response, space), body));
  };

/** Throws when the contract and the handlers disagree. */
export function requireSameOperations(promised: readonly string[], handlers: AnyHandlers): void {
  const unanswered = promised.filter((id) => !Object.hasOwn(handlers, id));
  const unknown = Object.keys(handlers).filter((id) => !promised.includes(id));
  if (unanswered.length > 0 || unknown.length > 0)
    throw new Error(
      `openapi.yaml and the handlers disagree; unanswered: ${unanswered.join(', ') || 'none'}; ` +
        `not in openapi.yaml: ${unknown.join(', ') || 'none'}`,
    );
}

/**
 * A handler's view of a request. A class, because an object literal with a getter costs Node as much as the rest of the
 * request.
 */
class HandlerInput implements AnyInput {
  readonly #request: Request;
  readonly #response: Response;
  readonly #space: UploadSpace;
  readonly range: string | null;

  constructor(request: Request, response: Response, space: UploadSpace) {
    this.#request = request;
    this.#response = response;
    this.#space = space;
    this.range = request.headers.range ?? null;
  }

  get principal(): Principal {
    return principalOf(this.#request);
  }

  get origin(): Origin {
    return { address: this.#request.ip ?? null, request_id: requestIdOf(this.#response) };
  }

  readonly path = (name: string): string => pathParamsOf(this.#request)[name] ?? '';

  readonly absolute = (reference: string): string => {
    const { protocol, host } = this.#request;
    const base = `${protocol}://${host}`;
    if (!URL.canParse(reference, base)) throw rejected('The Host header is malformed');
    return new URL(reference, base).href;
  };

  readonly query = (name: string): never => {
    const value: unknown = this.#request.query[name];
    // The validator converts parameters to numbers where the contract declares them.
    return (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined) as never;
  };

  readonly upload: AnyInput['upload'] = (bytesBelow, answer) =>
    withUpload(this.#request, { bytesBelow, space: this.#space }, answer);

  readonly file: AnyInput['file'] = (bytesBelow, answer) =>
    withBody(this.#request, { bytesBelow, space: this.#space }, answer);
}

/** Sends the reply: headers, and JSON or streamed bytes. */
async function send(response: Response, reply: Reply): Promise<void> {
  response.statusCode = reply.status;
  for (const [name, value] of Object.entries(reply.headers ?? NO_HEADERS)) response.setHeader(name, value);
  if (reply.list) await sendList(response, reply.list);
  else if (!reply.bytes) response.json(reply.body);
  else if (isBodiless(response)) response.end();
  else await pipeline(await reply.bytes(), response);
}
