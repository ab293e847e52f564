/** An error of express, its parsers or the validator: it knows its status. */
export interface HttpError extends Error {
  readonly status: number;
  /** What kind of failure a parser speaks of. */
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What the client is told, where it is more than the name of the status. */
  readonly detail?: string;
  /** What the validator found, each at a path like `/body/name`. */
  readonly errors?: readonly { readonly path: string; readonly message: string; readonly errorCode?: string }[];
}

export const isHttpError = (error: unknown): error is HttpError =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status >= 400;

/** A path that says nothing in UTF-8. */
export const malformedPath = (): HttpError => Object.assign(new Error('Malformed path'), { status: 400 });

/** A path that is known, but not with this method. */
export const methodNotAllowed = (allow: string): HttpError =>
  Object.assign(new Error('Method not allowed'), { status: 405, headers: { Allow: allow } });

/** A path that nobody knows. */
export const notFound = (): HttpError => Object.assign(new Error('Not found'), { status: 404 });

/** A refusal for now: so many seconds later the same request may pass. */
export const tooManyRequests = (seconds: number): HttpError =>
  Object.assign(new Error('Over the rate limit'), {
    status: 429,
    headers: { 'Retry-After': String(seconds) },
    detail: `Too many requests. Try again in ${inWords(seconds)}.`,
  });

const inWords = (seconds: number): string => {
  if (seconds > 120) return `${Math.ceil(seconds / 60)} minutes`;
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
};

/** A refusal of something that has too many bytes. */
export const tooLarge = (): HttpError => Object.assign(new Error('The file is too large'), { status: 413 });
