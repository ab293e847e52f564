import type { CallResponse } from '../calls/call-log.ts';
import { DomainError } from '../errors.ts';

interface Refusal extends ErrorOptions {
  /** Status of the carrier's response, which the API passes on. */
  readonly status: number;
  /** Disposition of the dialled number. Null when the refusal says nothing about it. */
  readonly response?: CallResponse | null;
  /** Milliseconds after which the carrier accepts another request. */
  readonly retryAfterMs?: number | null;
}

/** A carrier's refusal with its status, in words for users. No response at all is `unavailable` instead. */
export class CarrierFailure extends DomainError {
  readonly status: number;
  readonly response: CallResponse | null;

  constructor(message: string, { status, response = null, ...options }: Refusal) {
    super('rejected', message, options);
    this.name = 'CarrierFailure';
    this.status = status;
    this.response = response;
  }

  /** Whether the requested action certainly did not happen. After a 5xx or a timeout this is unknown. */
  get isDefinite(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 408;
  }

  /** Whether the same request may succeed a little later. */
  get isThrottled(): boolean {
    return this.status === 429;
  }
}
