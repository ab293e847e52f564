import { assert } from 'chai';
import type { Answer } from '../support/client.ts';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { testConfig } from '../support/providers.ts';
import { invited } from '../support/staff.ts';
import { openWorld, type World } from '../support/world.ts';

const AUTH = { provider: 'test_stt', auth: { api_key: 'sk-12345678' } };

const statuses = (answers: readonly Answer[]): number[] =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);

/** The same eight times at once. */
const eight = (ask: (turn: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: 8 }, (_, turn) => ask(turn)));

const ONE_OF_EIGHT = (won: number, lost: number): number[] => [won, ...Array<number>(7).fill(lost)];

describe('of several who ask at the same time', () => {
  let world: World;
  let fixture: AgentFixture;
  before(async () => (world = await openWorld()));
  let desks = 0;
  beforeEach(async () => (fixture = await openAgentFixture(world, `ada${(desks += 1)}`)));

  const create = (name: string) =>
    fixture.ask('POST', '/agents', { body: { name, agent_category: 'websocket', config: testConfig() } });
  const names = async () => ((await fixture.ask('GET', '/agents')).body as { name: string }[]).map(({ name }) => name);
  const logIn = (account: { email: string; password: string }) =>
    world.ask('POST', '/api/v1/users/login', { body: { email: account.email, password: account.password } });

  it('one makes an agent of a name, and 409 tells the others', async () => {
    const answers = await eight((turn) => create(turn % 2 === 0 ? 'Night desk' : ' Night desk '));
    assert.deepEqual(statuses(answers), ONE_OF_EIGHT(201, 409));
    assert.deepEqual(await names(), ['Night desk', 'Desk']);
  });

  it('one gives its agent a name, and 409 tells the others, whose agents keep theirs', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, (_, turn) => create(`Agent ${turn}`)));
    const ids = made.map(({ body }) => (body as { agent_id: string }).agent_id);
    const answers = await eight((turn) =>
      fixture.ask('PATCH', `/agents/${ids[turn]}`, { body: { name: 'Concierge' } }),
    );
    assert.deepEqual(statuses(answers), ONE_OF_EIGHT(200, 409));
    const after = await names();
    assert.lengthOf(new Set(after), 9);
    assert.lengthOf(
      after.filter((name) => name.startsWith('Agent ')),
      7,
    );
  });

  it('one takes a name, whether for a new agent or for an old one', async () => {
    const answers = await Promise.all([
      create('Concierge'),
      fixture.ask('PATCH', `/agents/${fixture.agentId}`, { body: { name: 'Concierge' } }),
    ]);
    assert.include(['200,409', '201,409'], statuses(answers).join());
    assert.lengthOf(
      (await names()).filter((name) => name === 'Concierge'),
      1,
    );
  });

  it('each changes its own fields of an agent', async () => {
    const config = { ...testConfig(), custom_variables: { hotel: 'Astoria' } };
    const patch = (body: object) => fixture.ask('PATCH', `/agents/${fixture.agentId}`, { body });
    assert.deepEqual(statuses(await Promise.all([patch({ name: 'Concierge' }), patch({ config })])), [200, 200]);
    const { name, config: stored } = (await fixture.ask('GET', `/agents/${fixture.agentId}`)).body as {
      name: string;
      config: { custom_variables: object };
    };
    assert.deepEqual([name, stored.custom_variables], ['Concierge', { hotel: 'Astoria' }]);
  });

  it('one deletes an agent, and 404 tells the others', async () => {
    assert.deepEqual(
      statuses(await eight(() => fixture.ask('DELETE', `/agents/${fixture.agentId}`))),
      ONE_OF_EIGHT(200, 404),
    );
  });

  it('all store credentials, one after the other, and one deletes them', async () => {
    const stored = await eight((turn) => {
      if (turn === 4) world.ports.clock.advance(1_000);
      return fixture.ask('POST', '/auth', { body: { ...AUTH, auth: { api_key: `key ${turn}` } } });
    });
    assert.deepEqual(statuses(stored), Array<number>(8).fill(201));
    const made = stored.map(({ body }) => (body as { created_at: string }).created_at);
    assert.lengthOf(new Set(made), 1);
    assert.deepEqual((await fixture.ask('GET', '/auth/configured')).body, ['test_stt']);
    assert.deepEqual(statuses(await eight(() => fixture.ask('DELETE', '/auth/test_stt'))), ONE_OF_EIGHT(200, 404));
    assert.deepEqual((await fixture.ask('GET', '/auth/configured')).body, []);
  });

  it('keeps the password of the invitation that won', async () => {
    const email = `guest${desks}@example.com`;
    const answers = await eight((turn) =>
      fixture.ask('POST', '/members/invite', { body: { email, password: `password ${turn}` } }),
    );
    assert.deepEqual(statuses(answers), ONE_OF_EIGHT(201, 400));
    const winner = answers.findIndex(({ status }) => status === 201);
    assert.equal((await logIn({ email, password: `password ${winner}` })).status, 200);
    const { members } = (await fixture.ask('GET', `/members/${fixture.org_id}`)).body as { members: object[] };
    assert.lengthOf(members, 2);
  });

  it('one logs in first', async () => {
    const account = { email: `guest${desks}@example.com`, password: 'a good password' };
    await fixture.ask('POST', '/members/invite', { body: account });
    const answers = await eight(() => logIn(account));
    const firsts = answers.filter(({ body }) => (body as { is_first_login: boolean }).is_first_login);
    assert.lengthOf(firsts, 1);
  });

  it('one removes the other when two super_admins are at it, or neither does', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const host = await world.signUp(`host${turn}`);
      const peer = await invited(world, host, `peer${turn}`);
      await world.ports.memberships.changeRole(host.org_id, peer.email, ['member'], 'super_admin');
      const remove = ({ token }: { token: string }, { email }: { email: string }) =>
        world.ask('POST', '/api/v1/members/remove', { token, body: { email } });
      const answers = await Promise.all([
        remove(host, peer),
        remove(peer, host),
        remove(host, peer),
        remove(peer, host),
      ]);
      for (const { status, text } of answers) assert.include([200, 400, 401, 404], status, text);
      const left = (await world.ports.memberships.ofOrganisation(host.org_id)).filter(
        ({ role }) => role === 'super_admin',
      );
      assert.isNotEmpty(left);
      assert.lengthOf(left, 2 - answers.filter(({ status }) => status === 200).length);
    }
  });

  it('who is promoted and removed at once is gone in the end', async () => {
    const ben = await invited(world, fixture, `ben${desks}`);
    const body = { email: ben.email };
    const [, removed] = await Promise.all([
      fixture.ask('POST', '/members/assign-admin', { body }),
      fixture.ask('POST', '/members/remove', { body }),
    ]);
    assert.equal(removed.status, 200);
    assert.isNull(await world.ports.memberships.find(fixture.org_id, ben.email));
  });

  it('one sets a new password with a mailed link', async () => {
    await world.ask('POST', '/api/v1/users/forgot-password', { body: { email: fixture.email } });
    await world.ports.mailQueue.flush();
    const token = world.ports.mailer.lastToken();
    const answers = await eight((turn) =>
      world.ask('POST', '/api/v1/users/reset-password', { body: { token, new_password: `password ${turn}` } }),
    );
    assert.deepEqual(statuses(answers), ONE_OF_EIGHT(200, 400));
    const winner = answers.findIndex(({ status }) => status === 200);
    assert.equal((await logIn({ ...fixture, password: `password ${winner}` })).status, 200);
  });

  it('removes concurrently invited members with their organisation', async () => {
    const account = { email: `guest${desks}@example.com`, password: 'a good password' };
    const [deleted] = await Promise.all([
      fixture.ask('DELETE', `/organisations/${fixture.org_id}`),
      fixture.ask('POST', '/members/invite', { body: account }),
    ]);
    assert.equal(deleted.status, 200);
    const session = await logIn(account);
    assert.include([200, 401], session.status);
    if (session.status === 200) assert.deepInclude(session.body as object, { org_id: null, organisations: [] });
  });
});
