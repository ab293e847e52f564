import { assert } from 'chai';
import fc from 'fast-check';
import { campaignUseCases } from '../../../application/campaigns/index.ts';
import { OutcomeRecorder } from '../../../application/campaigns/outcome-recorder.ts';
import { ARCHIVED } from '../../../domain/agents/agent.ts';
import { openCampaignFixture, type CampaignFixture } from './campaign-fixture.ts';
import { atOnce, scheduled } from '../../support/scheduled.ts';
import { refusal } from '../../support/fake-carrier.ts';
import { refusalOf } from '../../support/refusals.ts';
import { ADA } from '../telephony-fixture.ts';

describe('a campaign that stops', () => {
  let fixture: CampaignFixture;
  beforeEach(async () => (fixture = await openCampaignFixture()));

  it('is paused at once, resumed within a second, and counts live calls that end during the pause', async () => {
    const campaign = await fixture.launch(6, { max_concurrency: 2, retry_config: { enabled: false } });
    await fixture.pass(2_000);
    await fixture.campaigns.move(ADA, campaign.campaign_id, 'pause');
    await fixture.end(0, 'answered');
    await fixture.pass(5_000);
    assert.lengthOf(fixture.dialled(), 2);
    assert.include(await fixture.find(campaign), { state: 'paused', processed_rows: 1 });
    await fixture.campaigns.move(ADA, campaign.campaign_id, 'resume');
    await fixture.pass(100);
    assert.lengthOf(fixture.dialled(), 3);
  });

  it('answers a pause only when no dial can go out any more', async () => {
    const campaign = await fixture.launch(1);
    await fixture.ports.clock.advanceAsync(0);
    const { now } = fixture.ports.clock;
    const requested = now().getTime();
    const paused = fixture.campaigns.move(ADA, campaign.campaign_id, 'pause').then(() => now().getTime() - requested);
    await fixture.ports.clock.advanceAsync(5_000);
    assert.equal(await paused, 1_000);
  });

  it('pauses itself when its breaker trips, says why, and begins anew', async () => {
    const campaign = await fixture.launch(9, {
      max_concurrency: 2,
      circuit_breaker: { failure_threshold: 0.5, window_seconds: 60, min_calls_in_window: 2 },
    });
    await fixture.pass(100);
    await fixture.end(0, 'failed');
    await fixture.end(1, 'failed');
    await fixture.pass(2_000);
    const paused = await fixture.find(campaign);
    assert.equal(paused.state, 'paused');
    assert.match(paused.orchestrator_metadata.paused_reason ?? '', /2 of 2 calls failed within 60 seconds/);
    const before = fixture.dialled().length;
    // One that was dialled between the two.
    for (let dial = 2; dial < before; dial += 1) await fixture.end(dial, 'answered');
    await fixture.campaigns.move(ADA, campaign.campaign_id, 'resume');
    await fixture.pass(100);
    assert.lengthOf(fixture.dialled(), before + 2);
    assert.notProperty((await fixture.find(campaign)).orchestrator_metadata, 'paused_reason');
    await fixture.end(before, 'failed');
    assert.equal((await fixture.find(campaign)).state, 'running');
  });

  it('dials one contact after the wait of its breaker, and continues when that call gets through', async () => {
    const campaign = await fixture.launch(9, {
      max_concurrency: 2,
      retry_config: { enabled: false },
      circuit_breaker: { failure_threshold: 0.5, window_seconds: 60, min_calls_in_window: 2, probe_after_seconds: 30 },
    });
    const breaker = async () => (await fixture.find(campaign)).orchestrator_metadata.breaker_state;
    await fixture.pass(100);
    await fixture.end(0, 'failed');
    await fixture.end(1, 'failed');
    await fixture.pass(1_000);
    const before = fixture.dialled().length;
    // One that was dialled between the two says nothing about the present.
    for (let dial = 2; dial < before; dial += 1) await fixture.end(dial, 'answered');
    await fixture.pass(28_000);
    assert.lengthOf(fixture.dialled(), before);
    assert.include(await breaker(), { state: 'open', wait_seconds: 30 });
    await fixture.pass(4_000);
    assert.lengthOf(fixture.dialled(), before + 1);
    assert.equal((await breaker())?.state, 'half_open');
    await fixture.end(before, 'failed');
    assert.include(await breaker(), { state: 'open', wait_seconds: 60 });
    await fixture.pass(58_000);
    assert.lengthOf(fixture.dialled(), before + 1);
    await fixture.pass(5_000);
    assert.lengthOf(fixture.dialled(), before + 2);
    // Its call is answered and continues.
    await fixture.calls.update(ADA, fixture.carrier.dialled[before + 1]!.callId, { status: 'in_progress' });
    await fixture.pass(2_000);
    assert.isUndefined(await breaker());
    assert.lengthOf(fixture.dialled(), before + 3);
    assert.equal((await fixture.find(campaign)).state, 'running');
    const events = fixture.ports.logged.map(({ event }) => event).filter((event) => event.includes('breaker'));
    assert.deepEqual(events, ['campaign.breaker_open', 'campaign.breaker_open', 'campaign.breaker_closed']);
  });

  it('opens its breaker when the carrier refuses dials for the sake of the account, and probes again', async () => {
    const campaign = await fixture.launch(9, {
      max_concurrency: 1,
      circuit_breaker: { min_calls_in_window: 1, probe_after_seconds: 30 },
    });
    fixture.carrier.before('dial', refusal(402));
    await fixture.pass(1_000);
    const { state, orchestrator_metadata } = await fixture.find(campaign);
    assert.deepEqual([state, orchestrator_metadata.breaker_state?.state], ['running', 'open']);
    assert.include(fixture.ports.logged.at(-1), { event: 'campaign.breaker_open', wait_seconds: 30 });
  });

  it('dials another contact as the probe of its breaker when that of the first was not sent', async () => {
    const campaign = await fixture.launch(9, {
      max_concurrency: 1,
      retry_config: { enabled: false },
      circuit_breaker: { min_calls_in_window: 1, probe_after_seconds: 30 },
    });
    const breaker = async () => (await fixture.find(campaign)).orchestrator_metadata.breaker_state;
    await fixture.pass(100);
    await fixture.end(0, 'failed');
    await fixture.pass(31_000);
    assert.lengthOf(fixture.dialled(), 2);
    const probe = (await breaker())?.probe_run_id;
    const [run] = await fixture.ports.runs.findMany([probe!]);
    // As after a crash between the permit and the dial, in which the contact was suppressed.
    await fixture.ports.runs.change(run!, { state: 'queued', call_id: null, not_before: '9999', lease_until: null });
    await fixture.pass(2_000);
    assert.lengthOf(fixture.dialled(), 3);
    assert.include(await breaker(), { state: 'half_open' });
    assert.notEqual((await breaker())?.probe_run_id, probe);
  });

  it('pauses with a reason when only an operator can fix the cause', async () => {
    const campaign = await fixture.launch(20, { rate_limit_per_second: 1 });
    await fixture.pass(100);
    await fixture.ports.agents.update('o1', fixture.agent.agent_id, { status: 'archived' });
    await fixture.pass(6_000);
    const { state, orchestrator_metadata } = await fixture.find(campaign);
    assert.deepEqual(
      [state, orchestrator_metadata.paused_reason],
      ['paused', 'The agent is archived: set its status to active first'],
    );
    const before = fixture.dialled().length;
    assert.isBelow(before, 7);
    await fixture.pass(3_000);
    assert.lengthOf(fixture.dialled(), before);
    await fixture.end(0, 'answered');
    assert.equal((await fixture.find(campaign)).processed_rows, 1);
  });

  it('does not start or resume while its agent is archived, and continues once the agent is restored', async () => {
    const archive = (status: 'archived' | 'active') =>
      fixture.ports.agents.update('o1', fixture.agent.agent_id, { status });
    const campaign = await fixture.plan(2, { rate_limit_per_second: 1 });
    const move = (command: 'start' | 'pause' | 'resume') => fixture.campaigns.move(ADA, campaign.campaign_id, command);
    await archive('archived');
    assert.deepInclude(await refusalOf(move('start')), { problem: 'rejected', message: ARCHIVED });
    assert.equal((await fixture.find(campaign)).state, 'created');
    await archive('active');
    await move('start');
    await fixture.pass(100);
    await Promise.all([move('pause'), fixture.pass(1_500)]);
    await archive('archived');
    assert.deepInclude(await refusalOf(move('resume')), { problem: 'rejected', message: ARCHIVED });
    assert.equal((await refusalOf(fixture.plan(1))).message, ARCHIVED);
    await archive('active');
    await move('resume');
    await fixture.pass(3_000);
    assert.lengthOf(fixture.dialled(), 2);
  });

  it('fails when its contacts cannot be read any more', async () => {
    const campaign = await fixture.plan(2);
    await fixture.ports.objects.remove(campaign.source_id);
    await fixture.campaigns.move(ADA, campaign.campaign_id, 'start');
    await fixture.pass(100);
    const { state, orchestrator_metadata } = await fixture.find(campaign);
    assert.deepEqual(
      [state, orchestrator_metadata.failed_reason],
      ['failed', 'The uploaded contact list can no longer be read'],
    );
  });

  it('that is deleted takes its runs with it and leaves its calls alone', async () => {
    const campaign = await fixture.launch(4, { max_concurrency: 2 });
    await fixture.pass(2_000);
    await fixture.campaigns.delete(ADA, campaign.campaign_id);
    assert.isEmpty(await fixture.runs(campaign));
    assert.lengthOf(await fixture.logs(), 2);
    await fixture.end(0, 'answered');
    await fixture.pass(2_000);
    assert.lengthOf(fixture.dialled(), 2);
  });

  it('leaves no run behind when it is deleted while an outcome is written down that has a contact dialled again', () =>
    fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const { ports } = fixture;
        const campaign = await fixture.launch(1);
        await fixture.pass(2_000);
        const [run] = await fixture.runs(campaign);
        const busy = {
          ...ports,
          campaigns: scheduled(scheduler, 'campaigns', ports.campaigns),
          runs: scheduled(scheduler, 'runs', ports.runs),
        };
        await atOnce(scheduler, [
          () => new OutcomeRecorder(busy).record(run!, 'busy'),
          () => campaignUseCases(busy).delete(ADA, campaign.campaign_id),
        ]);
        assert.isEmpty(await fixture.runs(campaign));
        await ports.leases.release('o1', run!.call_id!);
      }),
      { numRuns: 100 },
    ));
});
