/** An error of Express, its parsers or the validator, with its status. */
export interface HttpError extends Error {
  readonly status: number;
  /** The parser's error type. */
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The detail sent to the client, when it differs from the status text. */
  readonly detail?: string;
  /** The validator's findings, each with a path such as `/body/name`. */
  readonly errors?: readonly { readonly path: string; readonly message: string; readonly errorCode?: string }[];
}

export const isHttpError = (error: unknown): error is HttpError =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status >= 400;

/** The path is not valid percent-encoded UTF-8. */
export const malformedPath = (): HttpError => Object.assign(new Error('Malformed path'), { status: 400 });

/** The path exists, but not with this method. */
export const methodNotAllowed = (allow: string): HttpError =>
  Object.assign(new Error('Method not allowed'), { status: 405, headers: { Allow: allow } });

/** The path does not exist. */
export const notFound = (): HttpError => Object.assign(new Error('Not found'), { status: 404 });

/** The request may succeed after this many seconds. */
export const tooManyRequests = (seconds: number): HttpError =>
  Object.assign(new Error('Rate limit exceeded'), {
    status: 429,
    headers: { 'Retry-After': String(seconds) },
    detail: `Too many requests. Try again in ${inWords(seconds)}.`,
  });

const inWords = (seconds: number): string => {
  if (seconds > 120) return `${Math.ceil(seconds / 60)} minutes`;
  return seconds === 1 ? '1 second' : `${seconds} seconds`;
};

/** The upload has too many bytes. */
export const tooLarge = (): HttpError => Object.assign(new Error('The file is too large'), { status: 413 });
