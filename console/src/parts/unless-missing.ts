import { ApiError } from '../../../clients/typescript/index.ts';

/** Null in place of an error that says that a resource is missing. Throws other errors. */
export function unlessMissing(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
}
