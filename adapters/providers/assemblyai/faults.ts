import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { reportedFault } from '../../lib/vendor-failures.ts';

/**
 * Codes that no second try mends, in `Error` messages and as closings alike: a message that is not understood, a wrong
 * rate, no access, no funds, a bad schema. What passes: a fault of the server (3005), audio that came too fast or in pieces
 * of the wrong length (3007), a session that was too long (3008), too many sessions (3009), too many requests (4029).
 * https://www.assemblyai.com/docs/streaming/common-session-errors-and-closures
 */
export const PERMANENT: readonly number[] = [3006, 4000, 4001, 4002, 4003, 4100, 4101];

/** What the vendor tells in an `Error` message, before it closes with the same code. */
export const assemblyAiFault = (code: unknown): VendorFailure =>
  Number.isInteger(code) && Number(code) >= 1_000 && Number(code) < 5_000
    ? new VendorFailure(`assemblyai reported a fault (${String(code)})`, {
        retryable: !PERMANENT.includes(code as number),
      })
    : reportedFault('assemblyai', null, true);
