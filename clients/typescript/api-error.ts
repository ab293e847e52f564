/** One thing that is wrong. */
export interface ApiProblem {
  /** Which field of the request it is about, as in `config.language.primary`; null when it is about the whole. */
  readonly field: string | null;
  readonly message: string;
}

interface Refusal {
  readonly status: number;
  /** The body of the answer, whatever it is. */
  readonly body: unknown;
  readonly headers: Headers;
}

/** The API rejected a request or did not answer. The message says why, in readable words. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status; null when there was no answer. */
  readonly status: number | null;
  /** Everything that `detail` names, at least one. */
  readonly problems: readonly ApiProblem[];
  /** What the API answered; null when that was no JSON. */
  readonly body: unknown;
  /** How long to wait before another try, where the API says so. */
  readonly retryAfterSeconds: number | null;
  /** Whether the API rejected the token. A carrier's 401 that the API passes on does not count. */
  readonly isUnauthenticated: boolean;
  /** Names the request in the API's log. */
  readonly requestId: string | null;

  private constructor(problems: readonly ApiProblem[], refusal: Refusal | null, cause?: unknown) {
    super(problems.map(inWords).join('\n'), { cause });
    this.problems = problems;
    this.status = refusal?.status ?? null;
    this.body = refusal?.body ?? null;
    this.isUnauthenticated = refusal?.status === 401 && refusal.headers.has('www-authenticate');
    this.requestId = refusal?.headers.get('x-request-id') ?? null;
    this.retryAfterSeconds = secondsOf(refusal?.headers.get('retry-after'));
  }

  /** An answer that is a refusal. */
  static refused(refusal: Refusal): ApiError {
    const problems = problemsOf(refusal.body);
    return new ApiError(problems ?? [{ field: null, message: `The API answered ${refusal.status}.` }], refusal);
  }

  /** No answer at all, or one that broke off. The message may be given, in another language. */
  static unreachable(cause: unknown, message = reasonOf(cause)): ApiError {
    return new ApiError([{ field: null, message }], null, cause);
  }
}

const inWords = ({ field, message }: ApiProblem): string => (field === null ? message : `${field}: ${message}`);

function problemsOf(body: unknown): readonly ApiProblem[] | null {
  const detail = isRecord(body) ? body.detail : undefined;
  // What is wrong with a configuration is a line each.
  if (typeof detail === 'string') return detail.split('\n').map((message) => ({ field: null, message }));
  if (!Array.isArray(detail) || detail.length === 0) return null;
  return detail.filter(isRecord).map(({ loc, msg }) => ({ field: fieldOf(loc), message: String(msg) }));
}

// The first step of `loc` says where the field was looked for: in the body, the path or the query.
function fieldOf(loc: unknown): string | null {
  const steps = Array.isArray(loc) ? loc.slice(1) : [];
  return steps.length === 0 ? null : steps.join('.');
}

function secondsOf(header: string | null | undefined): number | null {
  const seconds = Number.parseInt(header ?? '', 10);
  return Number.isNaN(seconds) ? null : seconds;
}

// What lies under a failed fetch says more than "fetch failed".
function reasonOf(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  const reason = inner instanceof Error ? inner.message || inner.name : String(inner);
  return `The API cannot be reached: ${reason}`;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
