import { assert } from 'chai';
import type { AgentUseCases } from '../../application/agents/index.ts';
import type { Principal } from '../../domain/accounts/principal.ts';
import { allOf } from '../support/all-of.ts';
import { testConfig } from '../support/providers.ts';
import { refusalOf } from '../support/refusals.ts';
import { openPorts, type Ports } from '../support/world.ts';

const member: Principal = { email: 'ada@example.com', org_id: 'o1', role: 'member' };
const admin: Principal = { ...member, role: 'admin' };
const stranger: Principal = { ...admin, org_id: 'o2' };

const agent = (changes: object = {}) => ({
  name: ' Receptionist ',
  agent_category: 'websocket' as const,
  config: testConfig(),
  ...changes,
});

describe('agents', () => {
  let ports: Ports;
  let agents: AgentUseCases;
  beforeEach(async () => {
    ports = await openPorts();
    agents = ports.agentUseCases;
  });

  it('are created active, by a member, with a complete configuration', async () => {
    const made = await agents.create(member, agent());
    const now = ports.clock.now().toISOString();
    const { config, agent_id, ...rest } = made;
    assert.deepEqual(rest, {
      org_id: 'o1',
      name: 'Receptionist',
      status: 'active',
      agent_category: 'websocket',
      created_by: 'ada@example.com',
      linked_phone_number: null,
      telephony: null,
      created_at: now,
      updated_at: now,
      calls_changed_at: now,
      version: 1,
    });
    assert.equal(config.prompts.greeting_message, 'Hello!');
    assert.equal(config.knowledge_base.top_k, 5);
    assert.deepEqual(await agents.find(member, agent_id), made);
  });

  it('have names of their own in an organisation, also in a race', async () => {
    const racing = await Promise.allSettled(Array.from({ length: 5 }, () => agents.create(member, agent())));
    assert.lengthOf(
      racing.filter(({ status }) => status === 'fulfilled'),
      1,
    );
    const error = await refusalOf(agents.create(member, agent({ name: 'Receptionist' })));
    assert.deepEqual([error.problem, error.message], ['duplicate', 'An agent named Receptionist already exists']);
    assert.equal((await agents.create(stranger, agent())).name, 'Receptionist');
    const second = await agents.create(member, agent({ name: 'Second' }));
    const renaming = agents.update(member, second.agent_id, { name: 'Receptionist' });
    assert.equal((await refusalOf(renaming)).problem, 'duplicate');
  });

  it('are refused with everything that is wrong, a line each', async () => {
    const config = {
      ...testConfig(),
      prompts: {},
      language: { primary: 'klingon' },
      behaviour: { hold_messages: [1] },
    };
    const error = await refusalOf(agents.create(member, agent({ name: ' ', config })));
    assert.deepEqual(error.message.split('\n'), [
      'name is required',
      'prompts.greeting_message is required',
      'behaviour.hold_messages[0] must be a string',
      'language.primary must be a known language id, for example en or hi',
    ]);
  });

  it('are refused with one sentence about what is wrong', async () => {
    const table: readonly [object, RegExp][] = [
      [{ name: '  ' }, /^name is required$/],
      [{ config: {} }, /^prompts is required\nlanguage is required\nmodels is required$/],
      [{ config: { ...testConfig(), language: {} } }, /^language.primary is required$/],
      [{ agent_category: 'telephony' }, /^telephony_provider is required/],
      [
        { agent_category: 'telephony', telephony_provider: 'plivo' },
        /^No credentials are stored for the telephony provider plivo$/,
      ],
      [
        { agent_category: 'telephony', telephony_provider: 'pigeon' },
        /^provider must be a registered telephony provider$/,
      ],
      [{ telephony_provider: 'plivo' }, /must be omitted/],
      [{ config: { ...testConfig(), knowledge_base: { enabled: true, document_ids: ['d1'] } } }, /d1 is not ready/],
    ];
    const existing = await agents.create(member, agent({ name: 'Existing' }));
    for (const [changes, message] of table) {
      for (const work of [agents.create(member, agent(changes)), agents.update(member, existing.agent_id, changes)]) {
        const error = await refusalOf(work);
        assert.equal(error.problem, 'invalid');
        assert.match(error.message, message);
      }
    }
    assert.deepEqual(await allOf(agents.list(member)), [existing]);
  });

  it('keep what an update does not name, and replace a configuration whole', async () => {
    const made = await agents.create(
      member,
      agent({ config: { ...testConfig(), custom_variables: { city: 'Rome' } } }),
    );
    ports.clock.advance(1_000);
    const renamed = await agents.update(member, made.agent_id, { name: 'Concierge' });
    assert.deepEqual(renamed, {
      ...made,
      name: 'Concierge',
      version: 2,
      updated_at: ports.clock.now().toISOString(),
    });
    const replaced = await agents.update(member, made.agent_id, { config: testConfig() });
    assert.deepEqual(replaced.config.custom_variables, {});
    assert.equal(replaced.name, 'Concierge');
  });

  it('are listed newest first', async () => {
    for (const name of ['a', 'b', 'c']) {
      await agents.create(member, agent({ name }));
      ports.clock.advance(1_000);
    }
    assert.deepEqual(
      (await allOf(agents.list(member))).map(({ name }) => name),
      ['c', 'b', 'a'],
    );
  });

  it('are deleted by admins, once', async () => {
    const { agent_id } = await agents.create(member, agent());
    assert.equal((await refusalOf(agents.delete(member, agent_id))).problem, 'forbidden');
    await agents.delete(admin, agent_id);
    assert.equal((await refusalOf(agents.delete(admin, agent_id))).message, 'Agent not found');
    assert.deepEqual(await allOf(agents.list(member)), []);
  });

  it('do not exist for another organisation', async () => {
    const { agent_id } = await agents.create(member, agent());
    for (const work of [
      agents.find(stranger, agent_id),
      agents.update(stranger, agent_id, { name: 'Mine' }),
      agents.delete(stranger, agent_id),
    ])
      assert.equal((await refusalOf(work)).message, 'Agent not found');
    assert.deepEqual(await allOf(agents.list(stranger)), []);
    assert.equal((await agents.find(member, agent_id)).name, 'Receptionist');
  });
});
