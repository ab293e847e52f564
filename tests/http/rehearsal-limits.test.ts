import { assert } from 'chai';
import { NO_QUOTAS } from '../../domain/accounts/quotas.ts';
import { UNFINISHED_RUNS_MAX } from '../../domain/rehearsal/rehearsal-run.ts';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { TABLE_SUITE, tableConfig } from '../support/rehearsed-tables.ts';
import { spendBudget } from './spent-budget.ts';
import { openWorld, type World } from '../support/world.ts';

describe('limits of rehearsal runs over HTTP', () => {
  let world: World;
  let ada: AgentFixture;
  let suiteId: string;
  let carryOut: () => Promise<void>;
  beforeEach(async () => {
    world = await openWorld();
    // Runs wait until a test has them carried out.
    const { rehearsalWorker: worker } = world.ports;
    const wake = worker.wake.bind(worker);
    Object.assign(worker, { wake: () => undefined });
    carryOut = async () => {
      Object.assign(worker, { wake });
      await worker.tick();
    };
    ada = await openAgentFixture(world, 'ada');
    await ada.ask('PATCH', `/agents/${ada.agentId}`, { body: { config: tableConfig() } });
    const suite = { agent_id: ada.agentId, source: TABLE_SUITE };
    suiteId = (await ada.post<{ suite_id: string }>('/rehearsal-suites', suite)).suite_id;
  });

  const start = () => ada.ask('POST', `/rehearsal-suites/${suiteId}/runs`, { body: {} });
  const detailOf = ({ body }: { readonly body: unknown }): string => (body as { detail: string }).detail;

  it('refuse a run while the hard stop of the budget is in force', async () => {
    await spendBudget(world, ada);
    const answer = await start();
    assert.equal(answer.status, 429);
    assert.match(detailOf(answer), /^The budget of 0\.05 USD/);
  });

  it('end a run when the budget is spent, with the reason', async () => {
    const { run_id } = (await start()).body as { run_id: string };
    await spendBudget(world, ada);
    await carryOut();
    const { state, error } = (await ada.ask('GET', `/rehearsal-runs/${run_id}`)).body as Record<string, string>;
    assert.equal(state, 'failed');
    assert.match(error ?? '', /^The budget of 0\.05 USD/);
  });

  it('refuse a run when the storage of the organisation is full', async () => {
    world.ports.limits.quotas = { ...NO_QUOTAS, storage: 0 };
    const answer = await start();
    assert.equal(answer.status, 413);
    assert.match(detailOf(answer), /^The quota storage does not allow this/);
  });

  it('leave no trace of a run that is canceled and deleted while its conversations are held', async () => {
    const { run_id } = (await start()).body as { run_id: string };
    const { rehearsedConversations: conversations, objects } = world.ports;
    const { add } = conversations;
    let isFirst = true;
    conversations.add = async (conversation) => {
      if (isFirst) {
        isFirst = false;
        assert.equal((await ada.ask('POST', `/rehearsal-runs/${run_id}/cancel`, {})).status, 200);
        assert.equal((await ada.ask('DELETE', `/rehearsal-runs/${run_id}`)).status, 200);
      }
      return add(conversation);
    };
    await carryOut();
    assert.isEmpty(await conversations.list(ada.org_id, run_id, {}));
    for await (const { key } of objects.list(`${ada.org_id}/rehearsals/`)) assert.notInclude(key, run_id);
  });

  it('are held to their end by the next process, not from a store that failed once', async () => {
    const { run_id } = (await start()).body as { run_id: string };
    const { rehearsedConversations: conversations, clock } = world.ports;
    const { add } = conversations;
    conversations.add = () => Promise.reject(new Error('The store is away'));
    await carryOut();
    conversations.add = add;
    clock.advance(60_000);
    await carryOut();
    const { body } = await ada.ask('GET', `/rehearsal-runs/${run_id}`);
    assert.deepInclude(body, { state: 'completed', conversations_done: 2 });
  });

  it('take no more unfinished runs than an organisation may have, also at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: UNFINISHED_RUNS_MAX + 5 }, start));
    const taken = answers.filter(({ status }) => status === 202);
    assert.lengthOf(taken, UNFINISHED_RUNS_MAX);
    for (const { status } of answers) assert.include([202, 429], status);
  });
});
