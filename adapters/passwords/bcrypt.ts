import { availableParallelism } from 'node:os';
import bcrypt from 'bcrypt';
import pLimit from 'p-limit';
import type { Passwords } from '../../application/ports/passwords.ts';
import { limited } from '../../domain/errors.ts';

/** More would take the threads of Node's pool of four that files need. */
const MOST_AT_ONCE = 2;
/** Who comes after so many others has a better chance later: at the usual cost they take some seconds. */
const MOST_WAITING = 100;
const DIGEST_LENGTH = 31;

/** How many passwords may be worked on at once: a core is left for everything else, where there are several. */
export const passwordsAtOnce = (cores: number): number => Math.max(1, Math.min(MOST_AT_ONCE, cores - 1));

/**
 * Passwords as bcrypt hashes, made off the event loop, a few at a time. One step more of `cost` doubles the time. When
 * too many wait already, another one is refused.
 */
export function bcryptPasswords(cost = 10, atOnce = passwordsAtOnce(availableParallelism())): Passwords {
  const limit = pLimit(atOnce);
  // A well-formed hash that nothing has: comparing with it takes as long as comparing with a real one.
  const nobodys = bcrypt.genSaltSync(cost) + '.'.repeat(DIGEST_LENGTH);

  const inTurn = async <R>(work: () => Promise<R>): Promise<R> => {
    if (limit.pendingCount >= MOST_WAITING * atOnce) throw limited('Too many passwords are being checked');
    return limit(work);
  };

  return {
    hash: (part) => inTurn(() => bcrypt.hash(Buffer.from(part), cost)),
    matches: async (part, hash) =>
      (await inTurn(() => bcrypt.compare(Buffer.from(part), hash ?? nobodys))) && hash !== null,
  };
}
