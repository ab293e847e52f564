import { assert } from 'chai';
import type { PasswordResetRepository } from '../../application/ports/password-resets.ts';
import type { PasswordReset } from '../../domain/accounts/password-reset.ts';
import type { Contract } from '../support/contract.ts';

const reset = (hash: string, email = 'ann', expiresAt = '2026-01-01T01:00:00.000Z'): PasswordReset => ({
  token_hash: hash,
  email,
  created_at: '2026-01-01T00:00:00.000Z',
  expires_at: expiresAt,
});

export const passwordResetsContract: Contract<PasswordResetRepository> = {
  'gives a permission to who has its token, whole': async (resets) => {
    await resets.add(reset('a'));
    await resets.add(reset('b', 'ben'));
    assert.isNull(await resets.take('c'));
    assert.deepEqual(await resets.take('b'), reset('b', 'ben'));
    assert.deepEqual(await resets.take('a'), reset('a'));
  },

  'finds a permission without taking it, and null where there is none': async (resets) => {
    await resets.add(reset('a'));
    await resets.add(reset('b', 'ben'));
    assert.deepEqual(await resets.find('b'), reset('b', 'ben'));
    assert.isNull(await resets.find('c'));
    assert.isNotNull(await resets.take('b'));
    assert.isNull(await resets.find('b'));
  },

  'gives a permission once, also when fifty ask for it': async (resets) => {
    await resets.add(reset('a'));
    const taken = await Promise.all(Array.from({ length: 50 }, () => resets.take('a')));
    assert.lengthOf(
      taken.filter((each) => each !== null),
      1,
    );
    assert.isNull(await resets.take('a'));
  },

  'removes all tokens of one user': async (resets) => {
    for (const each of [reset('a'), reset('b'), reset('c', 'ben')]) await resets.add(each);
    await resets.removeOf('ann');
    assert.isNull(await resets.take('a'));
    assert.isNull(await resets.take('b'));
    assert.isNotNull(await resets.take('c'));
  },

  'removes what expired before a moment, and nothing else': async (resets) => {
    await resets.add(reset('a', 'ann', '2026-01-01T01:00:00.000Z'));
    await resets.add(reset('b', 'ben', '2026-01-01T02:00:00.000Z'));
    await resets.removeExpired('2026-01-01T01:30:00.000Z');
    assert.isNull(await resets.take('a'));
    assert.isNotNull(await resets.take('b'));
  },
};
