import fc from 'fast-check';
import { assert } from 'chai';
import { accountUseCases } from '../../application/accounts/index.ts';
import { atOnce, scheduled } from '../support/scheduled.ts';
import { openPorts, openWorld, type Ports, type World } from '../support/world.ts';

const CLOSED = 'Sign-up is closed here. Ask an admin of your organisation for an invitation.';

describe('closed sign-up', () => {
  let world: World;
  let cut: Partial<Ports> = {};
  beforeEach(async () => {
    cut = {};
    world = await openWorld((ports) => ({
      accounts: {
        ...ports.accountUseCases,
        signUp: (request) => accountUseCases({ ...ports, ...cut, signUpPolicy: 'closed' }).signUp(request),
      },
    }));
  });

  const signUp = (name: string) =>
    world.ask('POST', '/api/v1/users/signup', {
      body: { email: `${name}@example.com`, password: 'correct horse', organisation_name: name },
    });

  it('answers 403 with the same text for known and unknown addresses', async () => {
    const { token } = await world.signUp('ada');
    for (const name of ['ada', 'eve', 'eve']) {
      const refused = await signUp(name);
      assert.deepInclude(refused, { status: 403, detail: CLOSED });
    }
    assert.isNull(await world.ports.users.find('eve@example.com'));
    const invited = { email: 'bob@example.com', password: 'correct horse' };
    assert.equal((await world.ask('POST', '/api/v1/members/invite', { token, body: invited })).status, 201);
    assert.equal((await world.ask('POST', '/api/v1/users/login', { body: invited })).status, 200);
  });

  it('creates the first account once, also for concurrent requests', async () => {
    const names = Array.from({ length: 20 }, (_, turn) => `user${turn}`);
    const statuses = (await Promise.all(names.map(signUp))).map(({ status }) => status);
    assert.deepEqual(
      statuses.toSorted((one, other) => one - other),
      [201, ...Array<number>(19).fill(403)],
    );
    assert.equal((await signUp('late')).status, 403);
  });

  it('lets only the first address retry an interrupted sign-up', async () => {
    cut = { organisations: { ...world.ports.organisations, add: () => Promise.reject(new Error('the disk is full')) } };
    assert.equal((await signUp('ada')).status, 500);
    cut = {};
    assert.equal((await signUp('eve')).status, 403);
    assert.equal((await signUp('ada')).status, 201);
  });
});

describe('first sign-ups with closed sign-up', () => {
  it('create one account in any order of arrival', () =>
    fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const fresh = await openPorts();
        const users = scheduled(scheduler, 'users', fresh.users);
        const accounts = accountUseCases({ ...fresh, users, signUpPolicy: 'closed' });
        const ended = await atOnce(
          scheduler,
          ['ada', 'eve', 'bob'].map(
            (name) => () =>
              accounts.signUp({ email: `${name}@example.com`, password: 'correct horse', organisation_name: name }),
          ),
        );
        await fresh.close();
        assert.lengthOf(
          ended.filter(({ status }) => status === 'fulfilled'),
          1,
        );
      }),
      { numRuns: 20 },
    ));
});
