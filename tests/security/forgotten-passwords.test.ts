import { assert } from 'chai';
import { accountUseCases } from '../../application/accounts/index.ts';
import { MAIL_DELAY_MS, MailQueue } from '../../application/accounts/mail-queue.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { refusalOf } from '../support/refusals.ts';
import { rememberingLog } from '../support/remembering-log.ts';
import { openPorts, openWorld, type Ports } from '../support/world.ts';

/** The same ports, which note what is asked of them, in order. */
function noting(ports: Ports, notes: string[]): Ports {
  const noted = (name: string, port: object): object =>
    new Proxy(port, {
      get(target, member) {
        const value: unknown = Reflect.get(target, member);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]): unknown => {
          notes.push(`${name}.${String(member)}`);
          return Reflect.apply(value, target, args);
        };
      },
    });
  const watched = [
    'users',
    'memberships',
    'organisations',
    'passwordResets',
    'opaqueTokens',
    'passwords',
    'mailer',
  ] as const;
  return { ...ports, ...Object.fromEntries(watched.map((name) => [name, noted(name, ports[name])])) };
}

describe('addresses with and without an account', () => {
  let ports: Ports;
  beforeEach(async () => {
    ports = await openPorts();
    await ports.accountUseCases.signUp({
      email: 'ada@example.com',
      password: 'correct horse',
      organisation_name: 'X',
    });
  });

  /** What is done for this address until it is answered. */
  const doneFor = async (
    ask: (accounts: ReturnType<typeof accountUseCases>) => Promise<unknown>,
  ): Promise<string[]> => {
    const notes: string[] = [];
    await ask(accountUseCases(noting(ports, notes))).catch(() => undefined);
    return notes.slice();
  };

  it('cost the same work for a forgotten password, up to the answer', async () => {
    const [known, unknown] = [
      await doneFor((accounts) => accounts.forgotPassword({ email: 'ada@example.com' })),
      await doneFor((accounts) => accounts.forgotPassword({ email: 'eve@example.com' })),
    ];
    assert.deepEqual(known, unknown);
    assert.includeMembers(known, ['users.find', 'mailer.rehearse', 'passwordResets.add']);
    assert.notInclude(known, 'mailer.send');
    assert.isEmpty(ports.mailer.sent);
    await ports.mailQueue.flush();
    assert.lengthOf(ports.mailer.sent, 1);
  });

  it('cost the same work for a failed login', async () => {
    const [known, unknown] = [
      await doneFor((accounts) => accounts.logIn({ email: 'ada@example.com', password: 'wrong' })),
      await doneFor((accounts) => accounts.logIn({ email: 'eve@example.com', password: 'wrong' })),
    ];
    assert.deepEqual(known, unknown);
    assert.deepEqual(known, ['users.find', 'passwords.matches']);
  });

  it('leave nothing stored that reveals which one has no account', async () => {
    await ports.accountUseCases.forgotPassword({ email: 'my secret password' });
    const stored = JSON.stringify(await ports.documents.everything());
    assert.notInclude(stored, 'my secret password');
  });

  it('are both answered with 400 while the mail server is unavailable', async () => {
    ports.mailer.fail();
    for (const email of ['ada@example.com', 'eve@example.com']) {
      const { problem, message } = await refusalOf(ports.accountUseCases.forgotPassword({ email }));
      assert.deepEqual([problem, message], ['rejected', 'The mail could not be sent']);
    }
  });
});

describe('password reset mail', () => {
  it('is sent after the answer', async () => {
    const world = await openWorld();
    await world.signUp('ada');
    const body = { email: 'ada@example.com' };
    assert.equal((await world.ask('POST', '/api/v1/users/forgot-password', { body })).status, 200);
    assert.isEmpty(world.ports.mailer.sent);
    await world.ports.clock.advanceAsync(MAIL_DELAY_MS);
    assert.lengthOf(world.ports.mailer.sent, 1);
  });

  it('waits in a bounded queue, where a failure is logged and blocks no other mail', async () => {
    const clock = fakeClock();
    const { log, lines } = rememberingLog();
    const queue = new MailQueue({ clock, log });
    const sent: number[] = [];
    const refused: unknown[] = [];
    for (let turn = 0; turn < 150; turn += 1)
      try {
        queue.add(async () => {
          if (turn === 0) throw new Error('No such mailbox');
          sent.push(turn);
        });
      } catch (error) {
        refused.push(error);
      }
    assert.lengthOf(refused, 50);
    assert.nestedPropertyVal(refused, '[0].problem', 'busy');
    await queue.flush();
    assert.deepEqual(
      sent,
      Array.from({ length: 99 }, (_, turn) => turn + 1),
    );
    assert.deepEqual(
      lines.map(({ event, reason }) => [event, reason]),
      [['mail.not_sent', 'No such mailbox']],
    );
    queue.add(async () => void sent.push(1000));
    await clock.advanceAsync(MAIL_DELAY_MS);
    assert.include(sent, 1000);
  });
});
