import { assert } from 'chai';
import { openAgentFixture } from '../support/agent-fixture.ts';
import { TABLE_SUITE, tableConfig } from '../support/rehearsed-tables.ts';
import { openWorld } from '../support/world.ts';

describe('drafts of agents in rehearsals', () => {
  it('are held only for those who may change the agent, as in a trial call', async () => {
    const world = await openWorld();
    const ada = await openAgentFixture(world, 'ada');
    const { agentId: agent_id } = ada;
    await ada.ask('PATCH', `/agents/${agent_id}`, { body: { config: tableConfig() } });
    await ada.ask('PUT', `/agents/${agent_id}/draft`, { body: { config: tableConfig() } });
    const { suite_id } = await ada.post<{ suite_id: string }>('/rehearsal-suites', { agent_id, source: TABLE_SUITE });
    const { key } = await ada.post<{ key: string }>('/api-keys', { name: 'CI', scopes: ['rehearsals.write'] });
    const path = `/api/v1/rehearsal-suites/${suite_id}/runs`;
    for (const body of [{ version: 'draft' }, { compare: 'draft' }])
      assert.deepInclude(await world.ask('POST', path, { token: key, body }), {
        ...{ status: 403, detail: 'The API key lacks the scope agents.write' },
      });
    for (const [token, body] of [
      [key, {}],
      [ada.token, { version: 'draft' }],
    ] as const) {
      assert.equal((await world.ask('POST', path, { token, body })).status, 202);
      await world.ports.rehearsalWorker.tick();
    }
  });
});
