import { assert } from 'chai';
import { openAgentFixture } from '../support/agent-fixture.ts';
import { TABLE_SUITE, tableConfig } from '../support/rehearsed-tables.ts';
import { atEndOfTest } from '../support/temporary.ts';
import { openWorld } from '../support/world.ts';

describe('names that every object has', () => {
  for (const name of ['constructor', '__proto__', 'toString'])
    it(`do not end a rehearsal that expects a field of the name ${name}`, async () => {
      const world = await openWorld();
      atEndOfTest(() => world.close());
      const ada = await openAgentFixture(world, 'ada');
      await ada.ask('PATCH', `/agents/${ada.agentId}`, { body: { config: tableConfig() } });
      const source = TABLE_SUITE.replace('expect: { says: [discount] }', `expect: { fields: { ${name}: four } }`);
      const suite = { agent_id: ada.agentId, source };
      const { suite_id } = await ada.post<{ suite_id: string }>('/rehearsal-suites', suite);
      const { run_id } = await ada.post<{ run_id: string }>(`/rehearsal-suites/${suite_id}/runs`, {});
      await world.ports.rehearsalWorker.tick();
      const run = await ada.ask('GET', `/rehearsal-runs/${run_id}`);
      assert.deepInclude(run.body, { state: 'completed', conversations_done: 2 });
      const { body } = await ada.ask('GET', `/rehearsal-runs/${run_id}/conversations/a2`);
      assert.deepInclude(body, { verdict: 'failed', problems: [`collects ${name}: four: ${name} is absent`] });
    });
});
