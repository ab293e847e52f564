import { assert } from 'chai';
import { isValid, newPasswordReset } from '../../../domain/accounts/password-reset.ts';

const now = new Date('2026-03-02T23:30:00.000Z');

describe('password reset', () => {
  it('expires after an hour', () => {
    const reset = newPasswordReset('hash', 'ada@example.com', now);
    assert.deepEqual(reset, {
      token_hash: 'hash',
      email: 'ada@example.com',
      created_at: '2026-03-02T23:30:00.000Z',
      expires_at: '2026-03-03T00:30:00.000Z',
    });
    assert.isTrue(isValid(reset, now));
    assert.isTrue(isValid(reset, new Date('2026-03-03T00:29:59.999Z')));
    assert.isFalse(isValid(reset, new Date('2026-03-03T00:30:00.000Z')));
  });
});
