import { assert } from 'chai';
import { memberUseCases } from '../../application/members/index.ts';
import { openWorld, type Signer, type World } from '../support/world.ts';

describe('invitations', () => {
  it('are limited per organisation and day, also when sent concurrently', async () => {
    const world = await openWorld((ports) => ({ members: memberUseCases({ ...ports, invitationsPerDay: 3 }) }));
    const [ada, eve] = [await world.signUp(), await world.signUp('eve')];
    const invite = (by: Signer, name: string) => {
      const body = { email: `${name}@example.com`, password: 'a password of theirs' };
      return world.ask('POST', '/api/v1/members/invite', { token: by.token, body });
    };
    const answers = await Promise.all(Array.from({ length: 8 }, (_, turn) => invite(ada, `n${turn}`)));
    assert.lengthOf(
      answers.filter(({ status }) => status === 201),
      3,
    );
    const refused = answers.find(({ status }) => status === 429)!;
    assert.equal(
      refused.detail,
      'This organisation has sent its 3 invitations of today. Invite more after midnight UTC.',
    );
    const wait = Number(refused.headers.get('retry-after'));
    assert.equal(wait, 15 * 60 * 60, 'the clock of the tests says 09:00');
    assert.lengthOf(await world.ports.memberships.ofOrganisation(ada.org_id), 4);
    assert.equal((await invite(eve, 'n1')).status, 201);
    world.ports.clock.advance(wait * 1000 - 1);
    const renewed = { ...ada, token: await logInAgain(world, ada) };
    assert.equal((await invite(renewed, 'n8')).status, 429);
    world.ports.clock.advance(1);
    assert.equal((await invite(renewed, 'n8')).status, 201);
  });

  it('do not count when refused for another reason', async () => {
    const world = await openWorld((ports) => ({ members: memberUseCases({ ...ports, invitationsPerDay: 1 }) }));
    const ada = await world.signUp();
    const invite = (email: string) =>
      world.ask('POST', '/api/v1/members/invite', { token: ada.token, body: { email, password: 'a password' } });
    assert.equal((await invite(ada.email)).status, 400);
    assert.equal((await invite('no address')).status, 422);
    assert.equal((await invite('ben@example.com')).status, 201);
    assert.equal((await invite('ben@example.com')).status, 400);
    assert.equal((await invite('cay@example.com')).status, 429);
  });
});

async function logInAgain(world: World, { email, password }: Signer): Promise<string> {
  const { body } = await world.ask('POST', '/api/v1/users/login', { body: { email, password } });
  return (body as { access_token: string }).access_token;
}
