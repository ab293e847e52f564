import { availableParallelism } from 'node:os';
import bcrypt from 'bcrypt';
import type { Passwords } from '../../application/ports/passwords.ts';
import { boundedPasswords } from './bounded.ts';

/** The package works in Node's pool of four threads, which files and names of hosts need, too. */
const AT_ONCE_MAX = 2;
/** At the usual cost a core checks some 15 a second: the last one waits for about three seconds. */
const WAITING_PER_CORE = 50;
const DIGEST_LENGTH = 31;

/** How many passwords may be worked on at once: a core is left for everything else, where there are several. */
export const passwordsAtOnce = (cores: number): number => Math.max(1, Math.min(AT_ONCE_MAX, cores - 1));

/**
 * Passwords as bcrypt hashes, made off the event loop, a few at a time. One step more of `cost` doubles the time. When
 * too many wait already, another one is refused.
 */
export function bcryptPasswords(cost = 10, atOnce = passwordsAtOnce(availableParallelism())): Passwords {
  // A well-formed hash of no password: comparing with it takes as long as comparing with a real one.
  const unmatched = bcrypt.genSaltSync(cost) + '.'.repeat(DIGEST_LENGTH);
  const passwords: Passwords = {
    hash: (part) => bcrypt.hash(Buffer.from(part), cost),
    matches: async (part, hash) => (await bcrypt.compare(Buffer.from(part), hash ?? unmatched)) && hash !== null,
  };
  return boundedPasswords(passwords, { atOnce, waiting: WAITING_PER_CORE * atOnce });
}
