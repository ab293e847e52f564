import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { reportedFault } from '../../lib/vendor-failures.ts';

/** How the realtime interface tells of a fault, in any of its events. */
export interface RealtimeError {
  readonly type?: unknown;
  readonly code?: unknown;
}

/** Kinds of faults that no second try mends, and a code that is one whatever its kind. */
const OUR_FAULT = new Set<unknown>([
  'invalid_request_error',
  'authentication_error',
  'permission_error',
  'insufficient_quota',
]);
/** Sessions end after an hour. That is called a fault of the request, and another session mends it. */
const PASSING = new Set<unknown>(['session_expired', 'rate_limit_exceeded']);

/** A fault that was told over the socket. */
export function realtimeFault({ type, code }: RealtimeError): VendorFailure {
  const isOurs = !PASSING.has(code) && (OUR_FAULT.has(type) || OUR_FAULT.has(code));
  return reportedFault('openai', code ?? type, !isOurs);
}
