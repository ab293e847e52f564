import { assert } from 'chai';
import fc from 'fast-check';
import { accountUseCases } from '../../application/accounts/index.ts';
import { newPasswordReset } from '../../domain/accounts/password-reset.ts';
import { limited } from '../../domain/errors.ts';
import { refusalOf } from '../support/refusals.ts';
import { atOnce, scheduled } from '../support/scheduled.ts';
import { openPorts, type Ports } from '../support/world.ts';

const EMAIL = 'ada@example.com';
const dies = (): Promise<never> => Promise.reject(new Error('the process died'));

describe('password reset', () => {
  let ports: Ports;
  beforeEach(async () => {
    ports = await openPorts();
    await ports.accountUseCases.signUp({ email: EMAIL, password: 'correct horse', organisation_name: 'Acme' });
  });
  const reset = (token: string, by: Ports = ports): Promise<void> =>
    accountUseCases(by).resetPassword({ token, new_password: `the new one of ${token}` });
  const mailed = async (token: string): Promise<void> =>
    ports.passwordResets.add(newPasswordReset(ports.opaqueTokens.digest(token), EMAIL, ports.clock.now()));
  const opens = (token: string): Promise<boolean> =>
    ports.accountUseCases.logIn({ email: EMAIL, password: `the new one of ${token}` }).then(
      () => true,
      () => false,
    );

  it('keeps the token valid when the server is busy', async () => {
    await mailed('first');
    const busy = { ...ports.passwords, hash: () => Promise.reject(limited('Too many passwords are being checked')) };
    assert.equal((await refusalOf(reset('first', { ...ports, passwords: busy }))).problem, 'limited');
    await reset('first');
    assert.isTrue(await opens('first'));
  });

  it('invalidates all other tokens before the password changes, wherever it is interrupted', async () => {
    for (const cut of ['take', 'removeOf', 'endSessions'] as const) {
      for (const token of ['first', 'second']) await mailed(token);
      const cutShort = {
        ...ports,
        passwordResets: { ...ports.passwordResets, ...(cut !== 'endSessions' && { [cut]: dies }) },
        users: { ...ports.users, ...(cut === 'endSessions' && { endSessions: dies }) },
      };
      assert.instanceOf(await reset('first', cutShort).catch((error: unknown) => error), Error);
      assert.isFalse(await opens('first'), cut);
      await ports.passwordResets.removeOf(EMAIL);
    }
  });

  it('succeeds once with a token, and the password is one of those that succeeded, in whatever order', () =>
    fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const tokens = ['first', 'second', 'second'];
        for (const token of new Set(tokens)) await mailed(token);
        const busy = {
          ...ports,
          users: scheduled(scheduler, 'users', ports.users),
          passwordResets: scheduled(scheduler, 'resets', ports.passwordResets),
        };
        const ended = await atOnce(
          scheduler,
          tokens.map((token) => () => reset(token, busy)),
        );
        const succeeded = tokens.filter((_, at) => ended[at]?.status === 'fulfilled');
        assert.lengthOf(new Set(succeeded), succeeded.length);
        assert.include(await Promise.all(succeeded.map(opens)), true);
        for (const token of tokens) assert.equal((await refusalOf(reset(token))).problem, 'rejected');
      }),
      { numRuns: 50 },
    ));
});
