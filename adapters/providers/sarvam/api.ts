import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { reportedFault, refusal } from '../../lib/vendor-failures.ts';

/** The header that carries the key. */
export const sarvamHeaders = (key: string) => ({ 'api-subscription-key': key });

/** A fault that was told over a socket, by a status or by a word. */
export function sarvamFault({ status_code, code }: { status_code?: unknown; code?: unknown }): VendorFailure {
  const status = [status_code, code].find((each) => typeof each === 'number');
  return status === undefined ? reportedFault('sarvam', code, true) : refusal('sarvam', status);
}
