import bcrypt from 'bcrypt';
import pLimit from 'p-limit';
import type { Passwords } from '../../application/ports/passwords.ts';

/** Two at a time: each takes a thread of Node's pool of four, and files need the others. */
const CONCURRENT = 2;
const DIGEST_LENGTH = 31;

/** Passwords as bcrypt hashes, made off the event loop. One step more of `cost` doubles the time. */
export function bcryptPasswords(cost = 10): Passwords {
  const limit = pLimit(CONCURRENT);
  // A well-formed hash that nothing has: comparing with it takes as long as comparing with a real one.
  const nobodys = bcrypt.genSaltSync(cost) + '.'.repeat(DIGEST_LENGTH);

  return {
    hash: (part) => limit(() => bcrypt.hash(Buffer.from(part), cost)),
    matches: async (part, hash) =>
      (await limit(() => bcrypt.compare(Buffer.from(part), hash ?? nobodys))) && hash !== null,
  };
}
