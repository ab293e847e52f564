import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { reportedFault } from '../../lib/vendor-failures.ts';

/**
 * Error codes that a retry does not fix, in `Error` messages and as close codes: malformed message, wrong rate, no
 * access, no funds, bad schema. Retryable: server error (3005), audio too fast or in chunks of the wrong length (3007),
 * session too long (3008), too many sessions (3009), too many requests (4029).
 * https://www.assemblyai.com/docs/streaming/common-session-errors-and-closures
 */
export const PERMANENT: readonly number[] = [3006, 4000, 4001, 4002, 4003, 4100, 4101];

/** Maps the code of an `Error` message. The vendor closes with the same code. */
export const assemblyAiFault = (code: unknown): VendorFailure =>
  Number.isInteger(code) && Number(code) >= 1_000 && Number(code) < 5_000
    ? new VendorFailure(`assemblyai reported a fault (${String(code)})`, {
        retryable: !PERMANENT.includes(code as number),
      })
    : reportedFault('assemblyai', null, true);
