import type { Request } from 'express';
import type { LimitPorts } from '../../application/limit-count-changes.ts';
import { ReportedLimit } from '../../application/reported-limit.ts';
import type { Principal } from '../../domain/accounts/principal.ts';
import { clientOf } from './requester.ts';
import { tooManyRequests } from './http-error.ts';

const WINDOW_MS = 60_000;
/** Wrong API keys from one client address, in a minute. Each costs a look-up in the database. */
const REFUSALS_MAX = 30;
/** Requests with one API key, in a minute. openapi.yaml repeats the number. */
const USES_MAX = 1_200;

/** Limits of requests with API keys, over all processes. No request waits for them. */
export class ApiKeyLimits {
  readonly #refusals: ReportedLimit;
  readonly #uses: ReportedLimit;

  constructor(ports: LimitPorts) {
    this.#refusals = new ReportedLimit(ports, 'API key refusal', { requests: REFUSALS_MAX, windowMs: WINDOW_MS });
    this.#uses = new ReportedLimit(ports, 'API key', { requests: USES_MAX, windowMs: WINDOW_MS });
  }

  /** Throws 429 when the client sent too many wrong keys. */
  check(request: Request): void {
    const seconds = this.#refusals.secondsLeft(clientOf(request));
    if (seconds > 0) throw tooManyRequests(seconds);
  }

  countRefusal(request: Request): void {
    this.#refusals.take(clientOf(request));
  }

  /** Throws 429 when the key was used too often. */
  countUse({ email }: Principal): void {
    const seconds = this.#uses.take(email);
    if (seconds > 0) throw tooManyRequests(seconds);
  }
}
