import pLimit from 'p-limit';
import type { Passwords } from '../../application/ports/passwords.ts';
import { busy } from '../../domain/errors.ts';

export interface PasswordBounds {
  /** Most concurrent operations. */
  readonly atOnce: number;
  /** Most queued operations. */
  readonly waiting: number;
}

/** Queues password operations in arrival order. Rejects with `busy` when the queue is full. */
export function boundedPasswords(passwords: Passwords, { atOnce, waiting }: PasswordBounds): Passwords {
  const limit = pLimit(atOnce);
  const inTurn = async <R>(work: () => Promise<R>): Promise<R> => {
    if (limit.activeCount + limit.pendingCount >= atOnce + waiting)
      throw busy('Too many passwords are being checked at once. Try again in a few seconds.');
    return limit(work);
  };
  return {
    hash: (part) => inTurn(() => passwords.hash(part)),
    matches: (part, hash) => inTurn(() => passwords.matches(part, hash)),
  };
}
