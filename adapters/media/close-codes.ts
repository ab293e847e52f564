import type { Log } from '../../application/ports/log.ts';
import { DomainError, type Problem } from '../../domain/errors.ts';
import { CLOSE } from './sockets.ts';

const CODES: Partial<Record<Problem, number>> = {
  forbidden: CLOSE.forbidden,
  missing: CLOSE.notFound,
  invalid: CLOSE.notFound,
  rejected: CLOSE.notFound,
  limited: CLOSE.tooMany,
  unavailable: CLOSE.tryLater,
};

/** The close code and reason for a refused call. Internal errors are logged and not disclosed. */
export function closeCodeFor(error: unknown, log: Log): { readonly code: number; readonly reason: string } {
  const code = error instanceof DomainError ? CODES[error.problem] : undefined;
  if (code !== undefined) return { code, reason: (error as DomainError).message };
  log.error('media.call_refused', { error });
  return { code: CLOSE.failed, reason: 'Internal error' };
}
