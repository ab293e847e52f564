import { context, propagation } from '@opentelemetry/api';

/** The headers of a request, with the trace that it belongs to where there is one. */
export function traceHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const carrier = { ...headers };
  propagation.inject(context.active(), carrier);
  return carrier;
}
