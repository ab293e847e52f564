import type { Request } from 'express';
import type { Clock } from '../../application/ports/clock.ts';
import type { Principal } from '../../domain/accounts/principal.ts';
import { BoundedCounts } from './bounded-counts.ts';
import { clientOf } from './requester.ts';
import { tooManyRequests } from './http-error.ts';

const WINDOW_MS = 60_000;
/** Wrong API keys from one client address, in a minute. Each costs a look-up in the database. */
const REFUSALS_MAX = 30;
/** Requests with one API key, in a minute. openapi.yaml repeats the number. */
const USES_MAX = 1_200;

/** Limits of requests with API keys. */
export class ApiKeyLimits {
  readonly #refusals: BoundedCounts;
  readonly #uses: BoundedCounts;

  constructor(clock: Clock) {
    this.#refusals = new BoundedCounts(WINDOW_MS, clock);
    this.#uses = new BoundedCounts(WINDOW_MS, clock);
  }

  /** Throws 429 when the client sent too many wrong keys. */
  check(request: Request): void {
    const client = clientOf(request);
    if (this.#refusals.hits(client) >= REFUSALS_MAX) throw tooManyRequests(this.#refusals.secondsLeft(client));
  }

  countRefusal(request: Request): void {
    this.#refusals.increment(clientOf(request));
  }

  /** Throws 429 when the key was used too often. */
  countUse({ email }: Principal): void {
    if (this.#uses.increment(email).totalHits > USES_MAX) throw tooManyRequests(this.#uses.secondsLeft(email));
  }
}
