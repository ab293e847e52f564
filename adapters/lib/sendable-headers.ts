import { validateHeaderValue } from 'node:http';
import { VendorFailure } from '../../application/ports/vendor-failure.ts';

/** Throws a VendorFailure, which shows nothing of it, when a key has characters that no header can carry. */
export function requireSendable(vendor: string, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers))
    try {
      validateHeaderValue(name, value);
    } catch {
      const message = `${vendor}: a key or setting has characters that cannot be sent in the header ${name}`;
      throw new VendorFailure(message, { retryable: false });
    }
}
