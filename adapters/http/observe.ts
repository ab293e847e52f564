import type { RequestHandler } from 'express';
import { Histogram, type Registry } from 'prom-client';
import type { Log } from '../../application/ports/log.ts';
import { operationOf } from './operation.ts';
import { requestIdOf } from './request-id.ts';

/** Tells the log and the metrics about every answer, by operation and status. Paths stay out: they carry addresses. */
export function observe(log: Log, registry: Registry): RequestHandler {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer.',
    labelNames: ['operation', 'status'],
    registers: [registry],
  });

  return (request, response, next) => {
    const { method } = request;
    const begun = performance.now();
    response.once('close', () => {
      const ms = performance.now() - begun;
      const operation = operationOf(request)?.operationId ?? 'none';
      const status = response.statusCode;
      const whole = response.writableFinished;
      durations.observe({ operation, status }, ms / 1000);
      log.info('http.answered', { request_id: requestIdOf(response), operation, method, status, whole, ms });
    });
    next();
  };
}
