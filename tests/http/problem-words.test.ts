import { assert } from 'chai';
import { openAgentFixture } from '../support/agent-fixture.ts';
import { openWorld } from '../support/world.ts';

describe('the problems of a body', () => {
  it('are in plain words, each at its place', async () => {
    const world = await openWorld();
    const ada = await openAgentFixture(world, 'ada');
    const problemsOf = async (path: string, body: object): Promise<readonly string[]> => {
      const { status, body: answer } = await ada.ask('POST', path, { body });
      assert.equal(status, 422);
      const { detail } = answer as { detail: readonly { loc: readonly string[]; msg: string }[] };
      return detail.map(({ loc, msg }) => `${loc.join('.')} ${msg}`);
    };
    assert.includeMembers([...(await problemsOf('/agents', { name: 'A' }))], ['body.agent_category is required']);
    assert.includeMembers(
      [...(await problemsOf('/rehearsal-suites', { agent_id: 'a', source: 'x', sauce: 'y' }))],
      ['body.sauce is unknown: remove it, or correct its name'],
    );
    const long = await world.ask('POST', '/api/v1/users/signup', {
      body: { email: 'a@example.com', password: 'short', organisation_name: 'A' },
    });
    assert.match(JSON.stringify(long.body), /must have at least 8 characters/);
  });
});
