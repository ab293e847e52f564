import { availableParallelism } from 'node:os';
import bcrypt from 'bcrypt';
import type { Passwords } from '../../application/ports/passwords.ts';
import { boundedPasswords } from './bounded.ts';

/** Most concurrent hashes: the package uses Node's pool of four threads, which file and DNS operations need too. */
const AT_ONCE_MAX = 2;
/** Queued hashes per core: at the default cost a core does about 15 a second, so the last waits about three seconds. */
const WAITING_PER_CORE = 50;
const DIGEST_LENGTH = 31;

/** Concurrent hashes: leaves a core for other work where there are several. */
export const passwordsAtOnce = (cores: number): number => Math.max(1, Math.min(AT_ONCE_MAX, cores - 1));

/**
 * Hashes passwords with bcrypt off the event loop, a few at a time. Each increment of `cost` doubles the time. Refuses
 * work when the queue is full.
 */
export function bcryptPasswords(cost = 10, atOnce = passwordsAtOnce(availableParallelism())): Passwords {
  // A valid hash of no password: comparing with it takes as long as with a real one.
  const unmatched = bcrypt.genSaltSync(cost) + '.'.repeat(DIGEST_LENGTH);
  const passwords: Passwords = {
    hash: (part) => bcrypt.hash(Buffer.from(part), cost),
    matches: async (part, hash) => (await bcrypt.compare(Buffer.from(part), hash ?? unmatched)) && hash !== null,
  };
  return boundedPasswords(passwords, { atOnce, waiting: WAITING_PER_CORE * atOnce });
}
