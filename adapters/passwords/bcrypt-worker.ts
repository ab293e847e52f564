import { getPriority, setPriority } from 'node:os';
import bcrypt from 'bcrypt';

/** How far below the process these threads run. Nineteen is the most. */
const BELOW = 10;
const LOWEST = 19;

// A hash takes tens of milliseconds and a login can wait, so requests and calls come first. On Linux a thread has a
// priority of its own; elsewhere this would lower the whole process.
if (process.platform === 'linux') setPriority(Math.min(getPriority() + BELOW, LOWEST));

/** Inside a thread of the pool: the hash of a password. */
export const hash = ({ part, cost }: { part: Uint8Array; cost: number }): string =>
  bcrypt.hashSync(Buffer.from(part), cost);

/** Inside a thread of the pool: whether a password has this hash. */
export const compare = ({ part, hash: hashed }: { part: Uint8Array; hash: string }): boolean =>
  bcrypt.compareSync(Buffer.from(part), hashed);
