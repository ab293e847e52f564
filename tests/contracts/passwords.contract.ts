import { assert } from 'chai';
import type { Passwords } from '../../application/ports/passwords.ts';
import { hashedPart } from '../../domain/accounts/user.ts';
import type { Contract } from '../support/contract.ts';

const secret = hashedPart('correct horse');

/** The microseconds of processor time that some work takes, in all threads. */
const processorTime = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
};

export const passwordsContract: Contract<Passwords> = {
  'knows a password by its hash, and no other': async (passwords) => {
    const hash = await passwords.hash(secret);
    assert.isTrue(await passwords.matches(secret, hash));
    assert.isFalse(await passwords.matches(hashedPart('correct horsf'), hash));
    assert.isFalse(await passwords.matches(hashedPart(''), hash));
  },

  'salts hashes and does not contain the password': async (passwords) => {
    const [one, two] = await Promise.all([passwords.hash(secret), passwords.hash(secret)]);
    assert.notEqual(one, two);
    assert.notInclude(one, 'correct');
  },

  'heeds every byte of the part, up to 72 and beyond a NUL': async (passwords) => {
    const long = new Uint8Array(72).fill(0x61);
    for (const part of [long, Uint8Array.of(0x61, 0, 0x62), hashedPart('पासवर्ड')]) {
      const hash = await passwords.hash(part);
      assert.isTrue(await passwords.matches(part, hash));
      const other = part.slice();
      other[other.length - 1]! ^= 1;
      assert.isFalse(await passwords.matches(other, hash));
    }
  },

  'answers false without a hash, and for one that is none': async (passwords) => {
    assert.isFalse(await passwords.matches(secret, null));
    assert.isFalse(await passwords.matches(new Uint8Array(), null));
    assert.isFalse(await passwords.matches(secret, 'not a hash'));
  },

  'takes as long without a hash as with one': async (passwords) => {
    const hash = await passwords.hash(secret);
    let [known, unknown] = [0, 0];
    // By turns, and in processor time: a busy machine slows both alike.
    for (let turn = 0; turn < 20; turn += 1) {
      known += await processorTime(() => passwords.matches(hashedPart('wrong'), hash));
      unknown += await processorTime(() => passwords.matches(hashedPart('wrong'), null));
    }
    // Half and double leave room for chance; without the work it would be a hundredth.
    assert.isAbove(unknown, known / 2);
    assert.isBelow(unknown, known * 2);
  },
};
