import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';

const HEADER = 'X-Request-Id';

/** Assigns a request id, used in the response and the log. */
export const assignRequestId: RequestHandler = (_request, response, next) => {
  response.setHeader(HEADER, randomUUID());
  next();
};

/** The request id of a response. */
export const requestIdOf = (response: Response): string => String(response.getHeader(HEADER));
