import { assert } from 'chai';
import type { Campaign } from '../../domain/campaigns/campaign.ts';
import { withBreaker } from '../../domain/campaigns/campaign-breaker.ts';
import { tripped } from '../../domain/campaigns/open-breaker.ts';
import { DEFAULT_RETRY } from '../../domain/campaigns/retry-policy.ts';
import { joinCampaigns, openCampaignWorld, passUntil, type CampaignClient } from '../support/campaign-client.ts';
import type { Answer } from '../support/client.ts';
import { testConfig } from '../support/providers.ts';
import type { World } from '../support/world.ts';

const SLOT = { day_of_week: 0, start_time: '09:00', end_time: '17:00' };
const SCHEDULE = { enabled: true, timezone: 'Asia/Kolkata', slots: [SLOT] };

/** Retries with these delays after outcomes. */
const plans = (delays: Readonly<Record<string, readonly number[]>>) => ({
  retry_config: {
    plans: Object.fromEntries(
      Object.entries(delays).map(([outcome, delays_seconds]) => [outcome, { delays_seconds }] as const),
    ),
  },
});

/** One page of what was decided. */
interface DecisionPage {
  readonly decisions: readonly { readonly contact_index: number; readonly reason: string }[];
  readonly next_contact: number | null;
}

const NO = { values: ['no'], delays_seconds: [60] };

/** Retries by the analysis. */
const byAnalysis = (more: object) => ({ retry_config: { by_analysis: { field: 'result', plans: [NO], ...more } } });

describe('the settings of campaigns that can be removed, over HTTP', () => {
  let world: World;
  let client: CampaignClient;
  let source: string;
  before(async () => {
    world = await openCampaignWorld();
    client = await joinCampaigns(world);
    source = await client.upload('+14155550101', '', '+14155550102');
  });

  const made = async (more: object = {}): Promise<Campaign> =>
    (await client.create({ source_id: source, ...more })).body as Campaign;
  const patch = (id: string, body: unknown): Promise<Answer> => client.ask('PATCH', `/campaign/${id}`, { body });

  it('take plans of outcomes, keep those that are not named, and remove one that is null', async () => {
    const busy = { delays_seconds: [30, 2_592_000] };
    const varied = { delays_seconds: [60], vary_hours: true };
    const { campaign_id, retry_config } = await made({ retry_config: { plans: { busy, no_answer: varied } } });
    assert.deepEqual(retry_config, { ...DEFAULT_RETRY, plans: { busy, no_answer: varied } });
    const patched = await patch(campaign_id, { retry_config: { plans: { busy: null, failed: busy } } });
    assert.deepEqual((patched.body as Campaign).retry_config.plans, { no_answer: varied, failed: busy });
    const shorter = await patch(campaign_id, { retry_config: { max_retries: 1 } });
    assert.equal(shorter.status, 422);
    assert.include(JSON.stringify(shorter.detail), 'retry_config.plans.failed.delays_seconds');
  });

  it('show a circuit breaker that has tripped, and close it when it no longer probes', async () => {
    const probing = { probe_after_seconds: 60 };
    const { campaign_id: id, org_id } = await made({ circuit_breaker: probing });
    const { campaigns, clock } = world.ports;
    const seen = (await campaigns.find(org_id, id))!;
    assert.include(seen.campaign.orchestrator_metadata.circuit_breaker, { enabled: true, ...probing });
    const open = tripped('Calls failed', 60, clock.now());
    await campaigns.change(seen, { campaign: withBreaker(seen.campaign, open) });
    assert.deepEqual((await client.find(id)).orchestrator_metadata.breaker_state, open);
    assert.deepInclude((await client.ask('GET', `/campaign/${id}/progress`)).body, { breaker_state: open });
    const patched = await patch(id, { circuit_breaker: { probe_after_seconds: null } });
    assert.doesNotHaveAnyKeys((patched.body as Campaign).orchestrator_metadata, ['breaker_state']);
    for (const wait of [29, 3_601, 60.5])
      assert.equal((await patch(id, { circuit_breaker: { probe_after_seconds: wait } })).status, 422, `${wait}`);
  });

  it('lose consent, its expiry and the column of zones by null', async () => {
    const columns = await client.upload('+14155550101');
    const { campaign_id } = await made({ source_id: columns });
    assert.equal((await patch(campaign_id, { consent: null })).status, 200);
    const schedule = { ...SCHEDULE, timezone_column: null };
    const { status, body } = await patch(campaign_id, { schedule_config: schedule });
    assert.equal(status, 200);
    assert.deepEqual((body as Campaign).orchestrator_metadata, { max_concurrency: 5, schedule_config: SCHEDULE });
  });

  it('take plans by the analysis, show who waits for it, and count what was decided', async () => {
    const analysis = { fields: { type: 'object', properties: { result: { type: 'string' } } } };
    await client.ask('PATCH', `/agents/${client.telephoneId}`, { body: { config: { ...testConfig(), analysis } } });
    const wanted = {
      by_analysis: { field: 'result', plans: [{ ...NO, vary_hours: true }], wait_seconds: 60 },
      ...{ early_seconds: 5, plans: { hung_up_early: { delays_seconds: [60] } } },
    };
    const { campaign_id: id, ...stored } = await made({ retry_config: wanted });
    assert.deepEqual(stored.retry_config, { ...DEFAULT_RETRY, ...wanted });
    await client.move(id, 'start');
    await passUntil(world, async () => (await client.runs(id)).length === 2);
    for (const to of ['+14155550101', '+14155550102']) await client.end(id, to, 'answered');
    const { deferrals } = (await client.ask('GET', `/campaign/${id}/deferrals`)).body as {
      deferrals: { reason: string }[];
    };
    assert.deepEqual(
      deferrals.map(({ reason }) => reason),
      ['analysis', 'analysis'],
    );
    // There is no transcript to analyse.
    await world.ports.clock.advanceAsync(61_000);
    await world.ports.campaignEngine.tick();
    assert.equal((await client.find(id)).state, 'completed');
    const decisions = [{ reason: 'no_analysis' as const, retried: 0, final: 2 }];
    assert.deepEqual((await client.find(id)).decisions, decisions);
    assert.deepInclude((await client.ask('GET', `/campaign/${id}/progress`)).body, { decisions, processed_rows: 2 });
    const pageFrom = async (contact: number) => {
      const query = `limit=1&from_contact=${contact}`;
      const { body } = await client.ask('GET', `/campaign/${id}/decisions?${query}`);
      const { decisions: all, next_contact } = body as DecisionPage;
      return { page: all.map(({ contact_index, reason }) => [contact_index, reason]), next_contact };
    };
    assert.deepEqual(await pageFrom(0), { page: [[0, 'no_analysis']], next_contact: 1 });
    assert.deepEqual(await pageFrom(1), { page: [[1, 'no_analysis']], next_contact: null });
    assert.deepEqual(await pageFrom(2), { page: [], next_contact: null });
    assert.notProperty(
      ((await patch(id, { retry_config: { by_analysis: null } })).body as Campaign).retry_config,
      'by_analysis',
    );
  });

  for (const [what, body, says] of [
    ['with more delays than retries', plans({ busy: [60, 60, 60] }), /plans\.busy\.delays_seconds has 3/],
    ['without delays', plans({ busy: [] }), /delays_seconds/],
    ['with a delay that is too short', plans({ failed: [29] }), /delays_seconds/],
    ['of an outcome that is final', plans({ answered: [60] }), /plans/],
    ['for an early end that is too late', { retry_config: { early_seconds: 301 } }, /early_seconds/],
    ['by an analysis without values', byAnalysis({ plans: [{ values: [], delays_seconds: [] }] }), /values/],
    ['by an analysis with one value twice', byAnalysis({ plans: [NO, NO] }), /plans\[1\]\.values repeats the value no/],
    ['by a field that the agent does not extract', byAnalysis({ field: 'mood' }), /by_analysis\.field must be one of/],
    ['by an analysis that is waited for too long', byAnalysis({ wait_seconds: 86_401 }), /wait_seconds/],
  ] as const)
    it(`refuse a plan ${what} with 422`, async () => {
      const { status, detail } = await client.create({ source_id: source, ...body });
      assert.equal(status, 422);
      assert.match(JSON.stringify(detail), says);
    });
});
