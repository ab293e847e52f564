import { assert } from 'chai';
import { agentUseCases, type AgentUseCases } from '../../application/agents/index.ts';
import { BOT_EMAIL, type Principal } from '../../domain/accounts/principal.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import { outage } from '../../domain/errors.ts';
import { allOf } from '../support/all-of.ts';
import { addOrganisation } from './added-organisation.ts';
import { testConfig } from '../support/providers.ts';
import { refusalOf } from '../support/refusals.ts';
import type { Ports } from '../support/world.ts';
import { ada, greeting, versionedAgent, WHOLE } from './versioned-agent.ts';

const bob: Principal = { ...ada, email: 'bob@example.com', role: 'member' };
const stranger: Principal = { ...ada, org_id: 'o2' };

describe('drafts of agents', () => {
  let ports: Ports;
  let agents: AgentUseCases;
  let agent: Agent;
  beforeEach(async () => {
    ({ ports, agents, agent } = await versionedAgent());
    await addOrganisation(ports);
  });
  afterEach(() => ports.close());

  const save = (text: string, more: object = {}, by = ada) =>
    agents.saveDraft(by, agent.agent_id, { config: greeting(text), ...more });
  const publish = (request: object = {}) => agents.publishDraft(bob, agent.agent_id, request);
  const change = (text: string) => agents.update(ada, agent.agent_id, { config: greeting(text) });
  const greetingNow = async () => (await agents.find(ada, agent.agent_id)).config.prompts.greeting_message;
  const numbers = async () =>
    (await allOf((await agents.listVersions(ada, agent.agent_id, WHOLE)).versions)).map(({ version }) => version);

  it('leave what is published as it is until they are published, as one version', async () => {
    const draft = await save('Two');
    assert.deepInclude(draft, { base_version: 1, created_by: ada.email, updated_by: ada.email });
    ports.clock.advance(1_000);
    const again = await save('Three', { expected_revision: draft.revision }, bob);
    assert.deepInclude(again, { base_version: 1, created_by: ada.email, updated_by: bob.email });
    assert.notEqual(again.revision, draft.revision);
    assert.deepEqual(await agents.findDraft(ada, agent.agent_id), again);
    assert.equal(await greetingNow(), 'One');
    const published = await publish({ note: 'Summer', expected_revision: again.revision });
    assert.deepInclude(published, { version: 2 });
    assert.equal(await greetingNow(), 'Three');
    const [latest] = await allOf((await agents.listVersions(ada, agent.agent_id, WHOLE)).versions);
    assert.deepInclude(latest, { version: 2, created_by: bob.email, note: 'Summer' });
    assert.equal((await refusalOf(agents.findDraft(ada, agent.agent_id))).message, 'Draft not found');
  });

  it('are checked like a change', async () => {
    const error = await refusalOf(agents.saveDraft(ada, agent.agent_id, { config: { prompts: {} } }));
    assert.equal(error.problem, 'invalid');
    assert.include(error.message, 'prompts.greeting_message is required');
    const knowledge = { enabled: true, document_ids: ['d1'] };
    const grounded = { ...testConfig(), knowledge_base: knowledge };
    const unready = agents.saveDraft(ada, agent.agent_id, { config: grounded });
    assert.match((await refusalOf(unready)).message, /d1 is not ready/);
    assert.equal((await refusalOf(agents.findDraft(ada, agent.agent_id))).problem, 'missing');
  });

  it('are not overwritten by a request that names a revision that was replaced', async () => {
    const { revision } = await save('Two');
    await save('Three', {}, bob);
    const error = await refusalOf(save('Four', { expected_revision: revision }));
    assert.equal(error.problem, 'duplicate');
    assert.match(error.message, /^bob@example.com has changed the draft: read it again/);
    assert.equal((await refusalOf(publish({ expected_revision: revision }))).problem, 'duplicate');
    await agents.discardDraft(ada, agent.agent_id);
    assert.match((await refusalOf(save('Four', { expected_revision: revision }))).message, /published or discarded/);
  });

  it('are one though many begin them at the same time', async () => {
    const revisions = await Promise.all(['a', 'b', 'c', 'd'].map((text) => save(text)));
    const { revision } = await agents.findDraft(ada, agent.agent_id);
    assert.include(
      revisions.map((draft) => draft.revision),
      revision,
    );
    assert.lengthOf(new Set(revisions.map((draft) => draft.revision)), 4);
  });

  it('do not undo what was published since they were begun, unless they may', async () => {
    await save('Two');
    await change('In between');
    const error = await refusalOf(publish());
    assert.equal(error.problem, 'duplicate');
    assert.match(error.message, /^The agent was changed since the draft was begun from version 1: compare/);
    assert.deepInclude(await agents.compareDraft(ada, agent.agent_id), {
      against: 2,
      changes: [{ path: 'config.prompts.greeting_message', kind: 'changed', before: 'In between', after: 'Two' }],
    });
    assert.equal((await publish({ overwrite: true })).version, 3);
    assert.equal(await greetingNow(), 'Two');
  });

  it('are published once though the process ends before it removes them, and the request is repeated', async () => {
    await save('Two');
    const dying = agentUseCases({
      ...ports,
      agentDrafts: { ...ports.agentDrafts, remove: () => Promise.reject(outage('The database does not respond')) },
    });
    assert.equal((await refusalOf(dying.publishDraft(ada, agent.agent_id, {}))).problem, 'outage');
    assert.equal((await publish()).version, 2);
    assert.deepEqual(await numbers(), [2, 1]);
    assert.equal((await refusalOf(publish())).message, 'Draft not found');
  });

  it('keep a change that is made while they are published', async () => {
    await save('Two');
    const racing = agentUseCases({
      ...ports,
      agentDrafts: {
        ...ports.agentDrafts,
        async remove(...which) {
          await save('Later');
          return ports.agentDrafts.remove(...which);
        },
      },
    });
    await racing.publishDraft(ada, agent.agent_id, {});
    assert.equal(await greetingNow(), 'Two');
    const kept = await agents.findDraft(ada, agent.agent_id);
    assert.deepInclude(kept.config.prompts, { greeting_message: 'Later' });
  });

  it('are discarded once, belong to one organisation, and are removed with their agent', async () => {
    await save('Two');
    const { agent_id } = agent;
    for (const work of [
      agents.findDraft(stranger, agent_id),
      agents.saveDraft(stranger, agent_id, { config: greeting('Mine') }),
      agents.discardDraft(stranger, agent_id),
      agents.compareDraft(stranger, agent_id),
      agents.publishDraft(stranger, agent_id, {}),
      agents.restoreVersion(stranger, agent_id, 1, {}),
    ])
      assert.equal((await refusalOf(work)).message, 'Agent not found');
    await agents.discardDraft(ada, agent_id);
    assert.equal((await refusalOf(agents.discardDraft(ada, agent_id))).message, 'Draft not found');
    await save('Three');
    await agents.delete(ada, agent_id);
    assert.isNull(await ports.agentDrafts.find('o1', agent_id));
  });

  it('are begun from what an earlier release has changed, which becomes a version', async () => {
    const { config } = await agents.find(ada, agent.agent_id);
    const prompts = { ...config.prompts, greeting_message: 'Of an earlier release' };
    const later = new Date(ports.clock.now().getTime() + 1).toISOString();
    await ports.agents.update('o1', agent.agent_id, { config: { ...config, prompts }, updated_at: later });
    assert.equal((await save('Two')).base_version, 2);
    assert.equal((await publish()).version, 3);
  });

  describe('on trial', () => {
    const tried = (by: Principal, request: object = { draft: true }) =>
      ports.callUseCases.registerWeb(by, { agent_id: agent.agent_id, ...request });

    it('are run by calls of those who may change the agent, which name the draft and no version', async () => {
      const { revision } = await save('Two');
      const { call } = await tried(bob);
      assert.deepInclude(call, { agent_version: null, agent_draft: revision });
      const normal = (await tried(bob, {})).call;
      assert.deepInclude(normal, { agent_version: 1 });
      assert.notProperty(normal, 'agent_draft');
    });

    it('are not run by the bot, by keys that cannot change agents, or where there is none', async () => {
      assert.equal((await refusalOf(tried(bob))).message, 'Draft not found');
      await save('Two');
      const bot: Principal = { ...ada, email: BOT_EMAIL };
      assert.equal((await refusalOf(tried(bot))).message, 'A bot token may not do this');
      const key: Principal = { ...ada, scopes: ['calls.web'] };
      assert.equal((await refusalOf(tried(key))).message, 'The API key lacks the scope agents.write');
      assert.equal((await refusalOf(tried(stranger))).message, 'Agent not found');
    });

    it('may be stored versions, which only a runtime that runs this one claims', async () => {
      await save('Two');
      const calls = ports.callUseCases;
      const { call } = await tried(bob, { version: 1 });
      assert.deepInclude(call, { agent_version: null, agent_draft: 'version:1' });
      for (const ran of [{}, { agent_draft: 'the revision of a draft' }, { agent_draft: 'version:2' }])
        assert.equal((await refusalOf(calls.claim(ada, call.call_id, 'older', ran))).problem, 'duplicate');
      await calls.claim(ada, call.call_id, 'newer', { agent_version: null, agent_draft: 'version:1' });
      assert.deepInclude(await ports.calls.find('o1', call.call_id), { agent_version: null, agent_draft: 'version:1' });
    });

    it('may only be versions that the agent has, and for those who may change it', async () => {
      assert.equal((await refusalOf(tried(bob, { version: 9 }))).message, 'Version not found');
      assert.equal((await refusalOf(tried(bob, { version: 1, draft: true }))).problem, 'invalid');
      const key: Principal = { ...ada, scopes: ['calls.write'] };
      assert.equal((await refusalOf(tried(key, { version: 1 }))).message, 'The API key lacks the scope agents.write');
      assert.equal((await refusalOf(tried(stranger, { version: 1 }))).message, 'Agent not found');
    });

    it('are claimed only by a runtime that names the draft it runs, which may be a later one', async () => {
      await save('Two');
      const calls = ports.callUseCases;
      const { call } = await tried(bob);
      const error = await refusalOf(calls.claim(ada, call.call_id, 'older', { agent_version: 1 }));
      assert.equal(error.problem, 'duplicate');
      assert.match(error.message, /tries a draft or a version of the agent, which its runtime does not know/);
      const { revision } = await save('Three');
      await calls.claim(ada, call.call_id, 'newer', { agent_version: null, agent_draft: revision });
      const log = await ports.calls.find('o1', call.call_id);
      assert.deepInclude(log, { agent_version: null, agent_draft: revision, status: 'in_progress' });
    });
  });
});
