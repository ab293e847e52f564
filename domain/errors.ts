/** What can go wrong, in the core's own words. `adapters/http/errors.ts` alone knows their statuses. */
export type Problem =
  | 'rejected'
  | 'unauthenticated'
  | 'forbidden'
  | 'missing'
  | 'duplicate'
  | 'invalid'
  | 'limited'
  | 'oversized'
  | 'misconfigured'
  | 'failed'
  | 'unavailable'
  | 'outage'
  | 'busy';

interface RefusalOptions extends ErrorOptions {
  readonly retryAfterMs?: number | null;
}

/** Ends the request that raised it. The message is shown to the caller, so it carries no internals and no secrets. */
export class DomainError extends Error {
  readonly problem: Problem;
  /** Everything that is wrong, a sentence each: the lines of the message. */
  readonly reasons: readonly string[];
  /** Milliseconds after which the same request may pass; null where that is not known. */
  readonly retryAfterMs: number | null;

  constructor(problem: Problem, reason: string | readonly string[], options?: RefusalOptions) {
    const reasons = typeof reason === 'string' ? [reason] : reason;
    super(reasons.join('\n'), options);
    this.name = 'DomainError';
    this.problem = problem;
    this.reasons = reasons;
    this.retryAfterMs = options?.retryAfterMs ?? null;
  }
}

const maker =
  (problem: Problem) =>
  (reason: string | readonly string[], options?: RefusalOptions): DomainError =>
    new DomainError(problem, reason, options);

/** The request makes no sense now: an illegal move, an empty patch, a duplicate sign-up. */
export const rejected = maker('rejected');
/** Nobody we know: bad login, missing or bad token or key. */
export const unauthenticated = maker('unauthenticated');
/** Known, but not allowed: a role too low, another user's record. */
export const forbidden = maker('forbidden');
/** Absent, or of another organisation, which is the same to the caller. Reads `<what> not found`, and where to look. */
export const missing = (what: string, whereToLook?: string): DomainError =>
  new DomainError('missing', `${what} not found${whereToLook === undefined ? '' : `: ${whereToLook}`}`);
/** Not there yet, and why. */
export const notYetAvailable = maker('missing');
/** A name or number that is taken. */
export const duplicate = maker('duplicate');
/** Well-formed but wrong: an agent configuration, a credential payload. */
export const invalid = maker('invalid');
/** Over a limit that frees itself: try again later. */
export const limited = maker('limited');
/** The server lacks a setting it needs. */
export const misconfigured = maker('misconfigured');
/** An operation of ours failed for a reason the caller may read. */
export const failed = maker('failed');
/** A service we depend on does not answer. */
export const unavailable = maker('unavailable');
/** Our own store does not answer. The same request may pass as soon as it does. */
export const outage = maker('outage');
/** A bounded queue of this process is full. The same request may pass in a few seconds. */
export const busy = maker('busy');
