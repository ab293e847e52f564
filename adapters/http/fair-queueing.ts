import type { RequestHandler } from 'express';
import { FairQueue } from '../lib/fair-queue.ts';
import { knownPrincipal } from './authenticate.ts';

/**
 * Lets requests that come at once begin in fair order, by organisation, and those without one by client address. While
 * the process has time, none waits.
 */
export function fairQueueing(): RequestHandler {
  const queue = new FairQueue();
  return (request, response, next) => {
    queue.begin(knownPrincipal(request)?.org_id ?? request.ip, () => {
      if (!response.closed) next();
    });
  };
}
