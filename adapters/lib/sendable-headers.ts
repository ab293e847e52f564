import { validateHeaderValue } from 'node:http';
import { VendorFailure } from '../../application/ports/vendor-failure.ts';

/** Throws a `VendorFailure`, without showing the value, when a header value has invalid characters. */
export function requireSendable(vendor: string, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers))
    try {
      validateHeaderValue(name, value);
    } catch {
      const message = `${vendor}: a key or setting has characters that cannot be sent in the header ${name}`;
      throw new VendorFailure(message, { retryable: false });
    }
}
