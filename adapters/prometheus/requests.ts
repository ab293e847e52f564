import { Histogram, type Registry } from 'prom-client';
import type { RequestMeter } from '../lib/request-meter.ts';

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Prometheus metrics of HTTP requests by service, operation, method and class of status. */
export function prometheusRequestMetrics(register: Registry): (service: string) => RequestMeter {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests, from arrival to the end of the response',
    labelNames: ['service', 'operation', 'method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [register],
  });
  return (service) =>
    ({ operation, method, status, seconds }) =>
      durations.observe({ service, operation, method: knownMethod(method), status: classOf(status) }, seconds);
}

const knownMethod = (method: string): string => (METHODS.has(method) ? method : 'other');

const classOf = (status: number): string => (status >= 100 && status < 600 ? `${Math.floor(status / 100)}xx` : 'other');
