import type { CallResponse } from '../calls/call-log.ts';
import { DomainError } from '../errors.ts';

interface Refusal extends ErrorOptions {
  /** The status the carrier answered, which our own answer passes on. */
  readonly status: number;
  /** What the refusal of a dial means for the number that was dialled, null when it says nothing of it. */
  readonly response?: CallResponse | null;
  /** Milliseconds after which the carrier wants to be asked again. */
  readonly retryAfterMs?: number | null;
}

/** A carrier's refusal, with its own status and in words of ours: users read it. No answer at all is `unavailable` instead. */
export class CarrierFailure extends DomainError {
  readonly status: number;
  readonly response: CallResponse | null;

  constructor(message: string, { status, response = null, ...options }: Refusal) {
    super('rejected', message, options);
    this.name = 'CarrierFailure';
    this.status = status;
    this.response = response;
  }

  /** Whether what was asked for certainly did not happen. After a 5xx or a time-out of the carrier's nobody knows. */
  get isDefinite(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 408;
  }

  /** Whether the same request may succeed a little later. */
  get isThrottled(): boolean {
    return this.status === 429;
  }
}
