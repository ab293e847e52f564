import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';

const HEADER = 'X-Request-Id';

/** Gives every request an id that its answer and its log lines carry. */
export const assignRequestId: RequestHandler = (_request, response, next) => {
  response.setHeader(HEADER, randomUUID());
  next();
};

/** The id of the request this answers. */
export const requestIdOf = (response: Response): string => String(response.getHeader(HEADER));
