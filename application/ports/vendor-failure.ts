/** A speech or language vendor failed. The message never contains a key. */
export class VendorFailure extends Error {
  /** Whether a retry may help: after 408, 429, 499, 5xx and connection errors, never after other 4xx. */
  readonly retryable: boolean;

  constructor(message: string, options: { retryable: boolean; cause?: unknown }) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'VendorFailure';
    this.retryable = options.retryable;
  }
}
