/** Error categories of the core. Only `adapters/http/errors.ts` maps them to HTTP statuses. */
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

/** Ends the request that caused it. The message is shown to the client, so it contains no internals and no secrets. */
export class DomainError extends Error {
  readonly problem: Problem;
  /** Every problem as a sentence: the lines of the message. */
  readonly reasons: readonly string[];
  /** Milliseconds after which the same request may succeed. Null when unknown. */
  readonly retryAfterMs: number | null;

  constructor(problem: Problem, reason: string | readonly string[], options?: RefusalOptions) {
    const reasons = typeof reason === 'string' ? [reason] : reason;
    super(reasons.join('\n'), options);
    this.name = 'DomainError';
    this.problem = problem;
    this.reasons = reasons;
    this.retryAfterMs = options?.retryAfterMs ?? null;
  }

  /** The same problem, whose message says what it is about. */
  about(subject: string): DomainError {
    const reasons = this.reasons.map((reason) => `${subject}: ${reason}`);
    return new DomainError(this.problem, reasons, { cause: this, retryAfterMs: this.retryAfterMs });
  }
}

const maker =
  (problem: Problem) =>
  (reason: string | readonly string[], options?: RefusalOptions): DomainError =>
    new DomainError(problem, reason, options);

/** The request is invalid in the current state: an illegal transition, an empty patch, a duplicate sign-up. */
export const rejected = maker('rejected');
/** Authentication failed: bad login, missing or invalid token or key. */
export const unauthenticated = maker('unauthenticated');
/** Authenticated but not permitted: insufficient role, another user's record. */
export const forbidden = maker('forbidden');
/**
 * Missing, or owned by another organisation, which is not distinguished. Reads `<what> not found`, and where to look.
 */
export const missing = (what: string, whereToLook?: string): DomainError =>
  new DomainError('missing', `${what} not found${whereToLook === undefined ? '' : `: ${whereToLook}`}`);
/** Not available yet, with the reason. */
export const notYetAvailable = maker('missing');
/** A name or number that is taken, or an object that others still use. */
export const duplicate = maker('duplicate');
/** Well-formed but invalid: an agent configuration, a credential payload. */
export const invalid = maker('invalid');
/** Over a limit that resets over time: try again later. */
export const limited = maker('limited');
/** The server lacks a required setting. */
export const misconfigured = maker('misconfigured');
/** An operation failed for a reason the client may read. */
export const failed = maker('failed');
/** A dependency does not respond. */
export const unavailable = maker('unavailable');
/** The database does not respond. The same request may succeed as soon as it does. */
export const outage = maker('outage');
/** A bounded queue of this process is full, or a record kept changing. The same request may succeed in a few seconds. */
export const busy = maker('busy');

/** The message of a thrown value. */
export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));
