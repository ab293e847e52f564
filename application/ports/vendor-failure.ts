/** A speech or language vendor failed. The message never contains a key. */
export class VendorFailure extends Error {
  /** Whether a retry may help: after 408, 429, 499, 5xx and connection errors, never after other 4xx. */
  readonly retryable: boolean;

  /** Whether the vendor refused the request as it was, so that it may accept one with fewer options. */
  readonly isBadRequest: boolean;

  constructor(message: string, options: { retryable: boolean; isBadRequest?: boolean; cause?: unknown }) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'VendorFailure';
    this.retryable = options.retryable;
    this.isBadRequest = options.isBadRequest ?? false;
  }
}
