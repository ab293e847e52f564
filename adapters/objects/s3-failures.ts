import { DomainError, unavailable } from '../../domain/errors.ts';

/** What an S3 server calls what went wrong; of the line it is the system's own word. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Turns the failures that were to be expected into a value; any other passes. */
export const unless =
  <T>(value: T, ...codes: string[]) =>
  (error: unknown): T => {
    if (codes.includes(codeOf(error))) return value;
    throw error;
  };

/** Work that the server does for us. When it cannot be done the store is unavailable; the cause is for the operator's log. */
export async function asUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw unavailable('The object store is not available', { cause: loggable(error) });
  }
}

/** As much of a failure as may be logged: servers repeat whole signed requests in theirs. */
function loggable(error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error);
  return new Error([codeOf(error), message].filter((part) => part !== '').join(': '));
}
