import bcrypt from 'bcrypt';
import { lowerPriority } from '../lib/low-priority.ts';

// A hash takes tens of milliseconds, and a login can wait.
lowerPriority();

/** Inside a thread of the pool: the hash of a password. */
export const hash = ({ part, cost }: { part: Uint8Array; cost: number }): string =>
  bcrypt.hashSync(Buffer.from(part), cost);

/** Inside a thread of the pool: whether a password has this hash. */
export const compare = ({ part, hash: hashed }: { part: Uint8Array; hash: string }): boolean =>
  bcrypt.compareSync(Buffer.from(part), hashed);
