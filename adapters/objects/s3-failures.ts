import { DomainError, unavailable, errorMessage } from '../../domain/errors.ts';

/** The error code of an S3 server, or the system's code for a connection failure. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Converts expected failures to a value. Others pass through. */
export const unless =
  <T>(value: T, ...codes: string[]) =>
  (error: unknown): T => {
    if (codes.includes(codeOf(error))) return value;
    throw error;
  };

/** Reports failures as `unavailable`. The cause goes to the operator's log. */
export async function asUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw unavailable('The object store is not available', { cause: loggable(error) });
  }
}

/** The part of an error that may be logged: servers repeat whole signed requests in theirs. */
function loggable(error: unknown): Error {
  const message = errorMessage(error);
  return new Error([codeOf(error), message].filter((part) => part !== '').join(': '));
}
