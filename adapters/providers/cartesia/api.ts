import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { reportedFault, refusal } from '../../lib/vendor-failures.ts';

/** The version of Cartesia's interfaces that is spoken here. */
const VERSION = '2026-03-01';

/** The headers of every request. */
export const cartesiaHeaders = (key: string) => ({ 'x-api-key': key, 'cartesia-version': VERSION });

/** How the vendor tells of a fault, in any of its messages. */
export interface CartesiaFault {
  readonly status_code: unknown;
  readonly error_code: unknown;
}

/** A fault that was told over a socket. */
export const cartesiaFault = ({ status_code, error_code }: Partial<CartesiaFault>): VendorFailure =>
  typeof status_code === 'number' ? refusal('cartesia', status_code) : reportedFault('cartesia', error_code, true);
