import { assert } from 'chai';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { EMPTY_CONVERSATION, PUBLISHED_RUN } from '../contracts/rehearsal-examples.ts';
import { TABLE_SUITE, tableConfig } from '../support/rehearsed-tables.ts';
import { wavFile, wavParts } from '../support/wav-files.ts';
import { openWorld, type World } from '../support/world.ts';

describe('audit trail of rehearsals', () => {
  let world: World;
  let ada: AgentFixture;
  beforeEach(async () => {
    world = await openWorld();
    ada = await openAgentFixture(world, 'ada');
    await ada.ask('PATCH', `/agents/${ada.agentId}`, { body: { config: tableConfig() } });
    await world.ports.rehearsalWorker.stop();
  });

  it('records who changed, ran, published and deleted which suites and runs, and nothing of their text', async () => {
    const suite = { agent_id: ada.agentId, source: TABLE_SUITE };
    const { suite_id: suiteId } = await ada.post<{ suite_id: string }>('/rehearsal-suites', suite);
    const shown = async (): Promise<unknown[]> => {
      const [newest] = await world.ports.auditEvents.list(ada.org_id, {}, { limit: 1, offset: 0 });
      assert.notInclude(JSON.stringify(newest), 'a table');
      return [newest?.actor, newest?.action, newest?.target_id, newest?.outcome];
    };
    assert.deepEqual(await shown(), [ada.email, 'rehearsal_suite.create', suiteId, 'done']);
    const change = async (method: string, path: string, action: string, target: string, body?: object) => {
      world.ports.clock.advance(1);
      const answer = await ada.ask(method, path, body instanceof Buffer ? wavParts(body) : body ? { body } : {});
      assert.isBelow(answer.status, 300, answer.text);
      const { run_id: id = target } = (answer.body ?? {}) as { run_id?: string };
      assert.deepEqual(await shown(), [ada.email, action, target || id, 'done']);
      return id;
    };
    const path = `/rehearsal-suites/${suiteId}`;
    await change('PUT', path, 'rehearsal_suite.update', suiteId, suite);
    const runId = await change('POST', `${path}/runs`, 'rehearsal_run.start', '', {});
    await change('POST', `/rehearsal-runs/${runId}/cancel`, 'rehearsal_run.cancel', runId);
    await change('DELETE', `/rehearsal-runs/${runId}`, 'rehearsal_run.delete', runId);
    const published = await change('POST', `${path}/published-runs`, 'rehearsal_run.publish', '', PUBLISHED_RUN);
    const conversation = `/rehearsal-runs/${published}/conversations/a1`;
    assert.equal((await ada.ask('PUT', conversation, { body: EMPTY_CONVERSATION })).status, 200);
    const action = 'rehearsal_run.add_recording';
    await change('PUT', `${conversation}/recording`, action, `${published} a1`, wavFile());
    await change('POST', `/rehearsal-runs/${published}/cancel`, 'rehearsal_run.cancel', published);
    await change('DELETE', path, 'rehearsal_suite.delete', suiteId);
  });
});
