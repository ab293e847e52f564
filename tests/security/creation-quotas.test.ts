import { assert } from 'chai';
import type { Quotas, QuotaUse } from '../../domain/accounts/quotas.ts';
import { dayOf } from '../../domain/accounts/quotas.ts';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import type { Answer } from '../support/client.ts';
import { createCampaign, createTelephonyAgent } from '../support/telephony-resources.ts';
import { openWorld, type World } from '../support/world.ts';

const numbers = (count: number): string[] => Array.from({ length: count }, (_, at) => `+1415555${1_000 + at}`);

describe('quotas of what is asked for', () => {
  let world: World;
  let org: AgentFixture;
  beforeEach(async () => {
    world = await openWorld();
    org = await openAgentFixture(world);
    // Nothing that is requested gets done.
    await world.ports.erasureWorker.stop();
  });
  afterEach(() => world.close());

  const allow = (quotas: Partial<Quotas>): void => {
    const { limits } = world.ports;
    limits.quotas = { ...limits.quotas, ...quotas };
  };
  const used = async (name: keyof Quotas): Promise<QuotaUse> => {
    const { body } = await org.ask('GET', `/organisations/${org.org_id}/usage`);
    return (body as { quotas: Record<keyof Quotas, QuotaUse> }).quotas[name];
  };
  const createdOf = (answers: readonly Answer[]): Answer[] => answers.filter(({ status }) => status < 300);
  const refusedOf = (answers: readonly Answer[]): Answer[] => answers.filter(({ status }) => status === 429);

  it('limit ten concurrent creations to the remaining campaigns, and redials as well, and free deleted ones', async () => {
    const { agentId } = await createTelephonyAgent(world, org);
    const { campaign_id, source_id } = await createCampaign(world, org, agentId);
    allow({ campaigns: 4 });
    const create = (name: string) =>
      org.ask('POST', '/campaign/create', { body: { name, agent_id: agentId, source_id } });
    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => create(`Campaign ${at}`)));
    assert.isAtMost(createdOf(answers).length, 3);
    assert.lengthOf(answers, createdOf(answers).length + refusedOf(answers).length);
    while ((await create('More')).status === 201);
    assert.deepInclude(await used('campaigns'), { limit: 4, used: 4, remaining: 0 });
    const redial = await org.ask('POST', `/campaign/${campaign_id}/redial`, { body: { name: 'Again' } });
    for (const { status, detail } of [await create('One more'), redial]) {
      assert.equal(status, 429);
      assert.match(String(detail), /^The quota campaigns does not allow this: 4 of 4 campaigns are used\. Delete/);
    }
    assert.equal((await org.ask('DELETE', `/campaign/${campaign_id}`)).status, 200);
    assert.equal((await create('Heir')).status, 201);
  });

  it('limit ten concurrent requests to the remaining erasures, and never that of the organisation', async () => {
    allow({ erasures: 3 });
    const request = (phone_number: string) => org.ask('POST', '/erasures', { body: { phone_number } });
    const answers = await Promise.all(numbers(10).map(request));
    assert.isAtMost(createdOf(answers).length, 3);
    for (const number of numbers(10)) await request(number);
    assert.deepInclude(await used('erasures'), { limit: 3, used: 3, remaining: 0 });
    const { status, detail } = await request('+14155559999');
    assert.equal(status, 429);
    assert.match(String(detail), /^The quota erasures does not allow this: 3 of 3 unfinished erasures are used\. Wait/);
    assert.equal((await request(numbers(1)[0]!)).status, 202, 'a pending one is answered');
    const whole = await org.ask('POST', `/organisations/${org.org_id}/erasure`);
    assert.equal(whole.status, 202, whole.text);
  });

  it('refuse runs of analyses beyond the day’s quota until midnight UTC', async () => {
    allow({ analysis_runs_per_day: 2 });
    const run = async (): Promise<Answer> => {
      const answer = await org.ask('POST', '/analysis-runs', { body: {} });
      const { run_id } = answer.body as { run_id?: string };
      if (run_id !== undefined) await org.ask('POST', `/analysis-runs/${run_id}/cancel`);
      return answer;
    };
    for (const status of [202, 202]) assert.equal((await run()).status, status);
    const now = world.ports.clock.now();
    const { below } = dayOf(now);
    const refused = await run();
    assert.equal(refused.status, 429);
    assert.match(
      String(refused.detail),
      /^The quota analysis_runs_per_day .* 2 of 2 analysis runs of today are used\./,
    );
    assert.equal(refused.headers.get('retry-after'), String(Math.ceil((Date.parse(below) - now.getTime()) / 1_000)));
    assert.deepEqual(await used('analysis_runs_per_day'), { limit: 2, used: 2, remaining: 0, resets_at: below });
  });

  it('leave room for what is only counted when files have none left', async () => {
    const { agentId } = await createTelephonyAgent(world, org);
    await createCampaign(world, org, agentId);
    allow({ uploads: 1, storage: 1, erasures: 1, agents: 10 });
    assert.equal((await org.ask('POST', '/erasures', { body: { phone_number: numbers(1)[0] } })).status, 202);
  });
});
