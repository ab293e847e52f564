import { stat } from 'node:fs/promises';
import { assert } from 'chai';
import { bcryptPasswords } from '../../adapters/passwords/bcrypt.ts';
import type { Passwords } from '../../application/ports/passwords.ts';
import { hashedPart } from '../../domain/accounts/user.ts';
import { passwordsContract } from '../contracts/passwords.contract.ts';
import { bites, keeps } from '../support/contract.ts';

const COST = 6;

describe('passwords: bcrypt', () => {
  keeps(passwordsContract, () => bcryptPasswords(COST));

  it('works at the cost it was given', async () => {
    assert.match(await bcryptPasswords(COST).hash(hashedPart('secret')), /^\$2b\$06\$/);
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
