/** A speech or language vendor could not do its work. The message never carries a key. */
export class VendorFailure extends Error {
  /** Whether trying again may help: 408, 429, 499, 5xx and connection faults do, other 4xx never. */
  readonly retryable: boolean;

  constructor(message: string, options: { retryable: boolean; cause?: unknown }) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'VendorFailure';
    this.retryable = options.retryable;
  }
}
