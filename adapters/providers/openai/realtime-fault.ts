import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { reportedFault } from '../../lib/vendor-failures.ts';

/** Error fields in any event of the realtime API. */
export interface RealtimeError {
  readonly type?: unknown;
  readonly code?: unknown;
}

/** Error types that a retry does not fix, and a code that is permanent with any type. */
const OUR_FAULT = new Set<unknown>([
  'invalid_request_error',
  'authentication_error',
  'permission_error',
  'insufficient_quota',
]);
/** Sessions end after an hour, with an invalid-request error. A new session fixes it. */
const PASSING = new Set<unknown>(['session_expired', 'rate_limit_exceeded']);

/** Maps an error event of the socket. */
export function realtimeFault({ type, code }: RealtimeError): VendorFailure {
  const isOurs = !PASSING.has(code) && (OUR_FAULT.has(type) || OUR_FAULT.has(code));
  return reportedFault('openai', code ?? type, !isOurs);
}
