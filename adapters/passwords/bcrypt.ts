import { availableParallelism } from 'node:os';
import bcrypt from 'bcrypt';
import { Piscina } from 'piscina';
import type { Passwords } from '../../application/ports/passwords.ts';
import { siblingModule } from '../lib/start-worker.ts';
import { boundedPasswords } from './bounded.ts';

/** Most concurrent hashes, each in a thread. */
const AT_ONCE_MAX = 2;
/** Queued hashes per core: at the default cost a core does about 15 a second, so the last waits about three seconds. */
const WAITING_PER_CORE = 50;
const DIGEST_LENGTH = 31;

/** Concurrent hashes: leaves a core for other work where there are several. */
export const passwordsAtOnce = (cores: number): number => Math.max(1, Math.min(AT_ONCE_MAX, cores - 1));

/** The threads of this process, started on first use. They do not keep it alive. */
let threads: Piscina | null = null;

/**
 * Hashes passwords with bcrypt in threads of low priority, a few at a time. Each increment of `cost` doubles the time. Refuses
 * work when the queue is full.
 */
export function bcryptPasswords(cost = 10, atOnce = passwordsAtOnce(availableParallelism())): Passwords {
  // A valid hash of no password: comparing with it takes as long as with a real one.
  const unmatched = bcrypt.genSaltSync(cost) + '.'.repeat(DIGEST_LENGTH);
  const passwords: Passwords = {
    hash: (part) => inThread<string>('hash', { part, cost }),
    matches: async (part, hash) =>
      (await inThread<boolean>('compare', { part, hash: hash ?? unmatched })) && hash !== null,
  };
  return boundedPasswords(passwords, { atOnce, waiting: WAITING_PER_CORE * atOnce });
}

async function inThread<R>(name: 'hash' | 'compare', task: object): Promise<R> {
  return (await (threads ??= start()).run(task, { name })) as R;
}

function start(): Piscina {
  const { url, execArgv } = siblingModule('bcrypt-worker', import.meta.url);
  return new Piscina({ filename: url.href, execArgv, minThreads: 1, maxThreads: AT_ONCE_MAX, idleTimeout: Infinity });
}
