import { spawnSync } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { assert } from 'chai';
import { bcryptPasswords, passwordsAtOnce } from '../../adapters/passwords/bcrypt.ts';
import type { Passwords } from '../../application/ports/passwords.ts';
import { hashedPart } from '../../domain/accounts/user.ts';
import { DomainError } from '../../domain/errors.ts';
import { passwordsContract } from '../contracts/passwords.contract.ts';
import { bites, keeps } from '../support/contract.ts';
import { skip } from '../support/skipped.ts';

const COST = 6;

describe('passwords: bcrypt', () => {
  keeps(passwordsContract, () => bcryptPasswords(COST));

  it('works at the cost it was given, and at ten without one', async () => {
    assert.match(await bcryptPasswords(COST).hash(hashedPart('secret')), /^\$2b\$06\$/);
    assert.match(await bcryptPasswords().hash(hashedPart('secret')), /^\$2b\$10\$/);
  });

  it('works in threads that stand back behind the others on Linux', async function () {
    if (process.platform !== 'linux') return skip(this, 'threads have a priority of their own on Linux only');
    await bcryptPasswords(COST).hash(hashedPart('secret'));
    const { stdout } = spawnSync('ps', ['-L', '-o', 'ni=', '-p', String(process.pid)], { encoding: 'utf8' });
    assert.include(stdout.trim().split(/\s+/).map(Number), Math.min(getPriority() + 10, 19));
  });

  it('knows a hash that another program made of a password longer than 72 bytes', async () => {
    // Made by libxcrypt of the whole text.
    const hash = '$2b$06$abcdefghijklmnopqrstuueHLWckpI7Ut91D6aWthlKy4VKsT9yUG';
    assert.isTrue(await bcryptPasswords(COST).matches(hashedPart('x'.repeat(80)), hash));
  });

  it('leaves threads for the rest of the process while many passwords are compared', async () => {
    const passwords = bcryptPasswords(10);
    let compared = 0;
    const work = Array.from({ length: 8 }, () =>
      passwords.matches(hashedPart('secret'), null).then(() => (compared += 1)),
    );
    await new Promise((resolve) => void setImmediate(resolve));
    await stat('.');
    assert.equal(compared, 0);
    await Promise.all(work);
  });

  it('leaves a core for everything else, where there are several', () => {
    assert.deepEqual([1, 2, 3, 4, 64].map(passwordsAtOnce), [1, 1, 2, 2, 2]);
  });

  it('limits concurrency and queues the rest in order', async () => {
    const passwords = bcryptPasswords(10, 1);
    const done: number[] = [];
    await Promise.all([0, 1, 2, 3].map((turn) => passwords.hash(hashedPart('secret')).then(() => done.push(turn))));
    assert.deepEqual(done, [0, 1, 2, 3]);
  });

  it('refuses another one when too many wait already, and takes it later', async () => {
    const passwords = bcryptPasswords(4, 1);
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, () =>
        passwords.hash(hashedPart('secret')).then(
          () => 'hashed',
          (error: unknown) => (error instanceof DomainError ? error.problem : error),
        ),
      ),
    );
    const hashed = outcomes.filter((outcome) => outcome === 'hashed').length;
    assert.equal(hashed, 51, 'one is hashed, and fifty wait');
    assert.deepEqual(outcomes.slice(hashed), Array<string>(100 - hashed).fill('busy'));
    assert.match(await passwords.hash(hashedPart('secret')), /^\$2b\$/);
  });
});

describe('passwords: the contract', () => {
  const spoiled = (spoil: (genuine: Passwords) => Partial<Passwords>) => (): Passwords => {
    const genuine = bcryptPasswords(COST);
    return { ...genuine, ...spoil(genuine) };
  };
  const plain = (part: Uint8Array): string => Buffer.from(part).toString('utf8');
  bites(
    passwordsContract,
    spoiled(() => ({ matches: async () => true })),
    spoiled(() => ({ hash: async (part) => plain(part), matches: async (part, hash) => plain(part) === hash })),
    spoiled((it) => ({
      hash: (part) => it.hash(part.subarray(0, 71)),
      matches: (part, hash) => it.matches(part.subarray(0, 71), hash),
    })),
    spoiled((it) => ({ matches: async (part, hash) => hash !== null && it.matches(part, hash) })),
  );
});
