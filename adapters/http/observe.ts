import type { RequestHandler } from 'express';
import type { Log } from '../../application/ports/log.ts';
import type { RequestMeter } from '../lib/request-meter.ts';
import { operationOf } from './operation.ts';
import { requestIdOf } from './request-id.ts';

/** Logs and counts every response by operation and status. Paths are left out because they contain addresses. */
export function observe(log: Log, meter: RequestMeter): RequestHandler {
  return (request, response, next) => {
    const { method } = request;
    const startedAt = performance.now();
    response.once('close', () => {
      const ms = performance.now() - startedAt;
      const operation = operationOf(request)?.operationId ?? 'none';
      const status = response.statusCode;
      const whole = response.writableFinished;
      meter({ operation, method, status, seconds: ms / 1000 });
      log.info('http.answered', { request_id: requestIdOf(response), operation, method, status, whole, ms });
    });
    next();
  };
}
