import pLimit from 'p-limit';
import type { Passwords } from '../../application/ports/passwords.ts';
import { busy } from '../../domain/errors.ts';

export interface PasswordBounds {
  /** Passwords that are worked on at once. */
  readonly atOnce: number;
  /** Passwords that wait for their turn; one more is refused. */
  readonly waiting: number;
}

/**
 * The same passwords, in a queue of their own: a few at once, the others in the order they came. Rejects with `busy` at
 * once when the queue is full.
 */
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
