import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { reportedFault, refusal } from '../../lib/vendor-failures.ts';

/** Version of Cartesia's APIs. */
const VERSION = '2026-03-01';

/** Headers of every request. */
export const cartesiaHeaders = (key: string) => ({ 'x-api-key': key, 'cartesia-version': VERSION });

/** Error fields of any message. */
export interface CartesiaFault {
  readonly status_code: unknown;
  readonly error_code: unknown;
}

/** Maps an error message of the socket. */
export const cartesiaFault = ({ status_code, error_code }: Partial<CartesiaFault>): VendorFailure =>
  typeof status_code === 'number' ? refusal('cartesia', status_code) : reportedFault('cartesia', error_code, true);
