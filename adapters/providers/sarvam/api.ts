import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { reportedFault, refusal } from '../../lib/vendor-failures.ts';

/** Header with the key. */
export const sarvamHeaders = (key: string) => ({ 'api-subscription-key': key });

/** Maps an error message of a socket, by status or code. */
export function sarvamFault({ status_code, code }: { status_code?: unknown; code?: unknown }): VendorFailure {
  const status = [status_code, code].find((each) => typeof each === 'number');
  return status === undefined ? reportedFault('sarvam', code, true) : refusal('sarvam', status);
}
