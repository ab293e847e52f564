import type { Problem } from '../../domain/errors.ts';

/** The HTTP status of each domain problem. A new `Problem` does not compile without one. */
export const PROBLEM_STATUS = {
  rejected: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  duplicate: 409,
  invalid: 422,
  limited: 429,
  oversized: 413,
  misconfigured: 500,
  failed: 500,
  unavailable: 502,
  outage: 503,
  busy: 503,
} as const satisfies Record<Problem, number>;
