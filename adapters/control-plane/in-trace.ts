import { context, propagation } from '@opentelemetry/api';

/** Adds the current trace to request headers. */
export function traceHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const carrier = { ...headers };
  propagation.inject(context.active(), carrier);
  return carrier;
}
