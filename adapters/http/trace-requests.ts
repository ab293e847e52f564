import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { RequestHandler } from 'express';
import { operationOf, routeOf } from './operation.ts';

/**
 * Records each request as a span, child of its `traceparent`. Paths are left out because they contain addresses.
 * Without an exporter nothing is recorded.
 */
export const traceRequests: RequestHandler = (request, response, next) => {
  const { method } = request;
  const route = routeOf(request);
  const caller = propagation.extract(context.active(), request.headers);
  const attributes = {
    'http.request.method': method,
    'http.route': route,
    operation: operationOf(request)?.operationId,
  };
  const span = trace.getTracer('api').startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, caller);
  if (!span.isRecording()) return next();
  response.once('close', () => {
    span.setAttribute('http.response.status_code', response.statusCode);
    if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });
  context.with(trace.setSpan(caller, span), next);
};
