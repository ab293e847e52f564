import { assert } from 'chai';
import { contactNumber, openCampaignFixture, type CampaignFixture } from './campaign-fixture.ts';
import { refusal } from '../../support/fake-carrier.ts';
import { ADA } from '../telephony-fixture.ts';

describe('campaign with a carrier that', () => {
  let fixture: CampaignFixture;
  beforeEach(async () => (fixture = await openCampaignFixture()));

  it('limits the rate: requeues the contact and dials no other until the wait is over', async () => {
    fixture.carrier.before('dial', refusal(429));
    const campaign = await fixture.launch(2, { max_concurrency: 1 });
    await fixture.pass(1_900);
    assert.isEmpty(fixture.dialled());
    assert.equal(await fixture.taken(), 0);
    await fixture.pass(1_000);
    assert.deepEqual(fixture.dialled(), [contactNumber(0)]);
    assert.lengthOf(await fixture.logs(), 1, 'a run has one call');
    await fixture.end(0, 'answered');
    await fixture.pass(100);
    await fixture.end(1, 'answered');
    assert.include(await fixture.find(campaign), { state: 'completed', failed_rows: 0 });
  });

  it('limits the rate: releases the slot before the run is queued again', async () => {
    const { leases, runs } = fixture.ports;
    const steps: string[] = [];
    const [free, change, changeAll] = [leases.release, runs.change, runs.changeAll];
    leases.release = async (...args) => {
      steps.push('freed');
      await free(...args);
    };
    runs.change = async (run, changes) => {
      steps.push(changes.state ?? '');
      return change(run, changes);
    };
    runs.changeAll = async (all) => {
      steps.push(...all.map(({ changes }) => changes.state ?? ''));
      return changeAll(all);
    };
    fixture.carrier.before('dial', refusal(429));
    await fixture.launch(1);
    await fixture.pass(1_000);
    // Freed later, it might be the slot of the next dial.
    assert.deepEqual(steps, ['dialing', 'dialing', 'freed', 'queued']);
  });

  it('requires payment: cancels a contact when a member ends its call', async () => {
    fixture.carrier.before('dial', refusal(402, 'Out of credit'));
    const campaign = await fixture.launch(1);
    await fixture.pass(1_000);
    await fixture.calls.update(ADA, (await fixture.logs())[0]!.call_id, { status: 'completed' });
    await fixture.pass(10_000);
    assert.isEmpty(fixture.dialled());
    assert.include(await fixture.find(campaign), { state: 'completed', failed_rows: 1 });
    assert.notProperty(await fixture.find(campaign), 'refused_rows');
    assert.equal((await fixture.runs(campaign))[0]?.outcome, 'canceled');
  });

  it('requires payment: fails no contact', async () => {
    fixture.carrier.before('dial', refusal(402, 'Out of credit'));
    const campaign = await fixture.launch(1);
    await fixture.pass(59_000);
    assert.include(await fixture.find(campaign), { state: 'running', processed_rows: 0 });
    await fixture.pass(3_000);
    assert.deepEqual(fixture.dialled(), [contactNumber(0)]);
  });

  it('rejects the credentials: pauses with the reason and dials every contact after resume', async () => {
    for (let dial = 0; dial < 2; dial += 1) fixture.carrier.before('dial', refusal(401, 'Unauthorized'));
    const campaign = await fixture.launch(2);
    await fixture.pass(2_000);
    const paused = await fixture.find(campaign);
    assert.include(paused, { state: 'paused', processed_rows: 0 });
    assert.equal(
      paused.orchestrator_metadata.paused_reason,
      'plivo rejected the stored credentials (401): update them, then resume',
    );
    for (const log of await fixture.logs())
      assert.deepInclude(log, { status: 'initiated', error_message: 'Unauthorized', provider_call_sid: null });
    assert.equal(await fixture.taken(), 0);
    // A minute later it still waits for a person.
    await fixture.pass(61_000);
    assert.isEmpty(fixture.dialled());

    await fixture.campaigns.move(ADA, campaign.campaign_id, 'resume');
    await fixture.pass(1_000);
    assert.sameMembers(fixture.dialled(), [contactNumber(0), contactNumber(1)]);
    await fixture.end(0, 'answered');
    await fixture.end(1, 'answered');
    await fixture.pass(100);
    assert.include(await fixture.find(campaign), { state: 'completed', processed_rows: 2, failed_rows: 0 });
    assert.notProperty((await fixture.find(campaign)).orchestrator_metadata, 'paused_reason');
    const logs = await fixture.logs();
    assert.lengthOf(logs, 2, 'a run has one call log');
    for (const log of logs) assert.deepInclude(log, { status: 'completed', error_message: null });
  });

  it('rejects the credentials: loses no contact when the reason cannot be stored', async () => {
    const { calls } = fixture.ports;
    const { update } = calls;
    fixture.carrier.before('dial', refusal(401));
    calls.update = () => Promise.reject(new Error('The database is away'));
    const campaign = await fixture.launch(1);
    await fixture.pass(2_000);
    calls.update = update;
    for (let passed = 0; passed < 240; passed += 5) {
      await fixture.pass(5_000);
      await fixture.calls.reconcile();
    }
    assert.equal((await fixture.find(campaign)).state, 'paused');
    assert.deepEqual(
      (await fixture.logs()).map(({ status }) => status),
      ['initiated'],
    );
    assert.equal(await fixture.taken(), 0);
    assert.deepInclude((await fixture.runs(campaign))[0], { state: 'queued', outcome: null });
  });

  it('rejects the credentials: cancels the queued calls on deletion', async () => {
    fixture.carrier.before('dial', refusal(403, 'Suspended'));
    const campaign = await fixture.launch(2, { max_concurrency: 1, rate_limit_per_second: 1 });
    await fixture.pass(2_000);
    await fixture.campaigns.delete(ADA, campaign.campaign_id);
    const logs = await fixture.logs();
    assert.isNotEmpty(logs);
    for (const log of logs)
      assert.deepInclude(log, { status: 'canceled', call_response: 'canceled', error_message: 'Suspended' });
    assert.isEmpty(await fixture.runs(campaign));
  });

  it('refuses a number: fails that contact without a retry', async () => {
    fixture.carrier.before('dial', refusal(400, 'No such number'));
    const campaign = await fixture.launch(1);
    await fixture.pass(100);
    assert.include(await fixture.find(campaign), { state: 'completed', failed_rows: 1 });
    assert.deepInclude((await fixture.logs())[0]!, { status: 'failed', error_message: 'No such number' });
    assert.equal(await fixture.taken(), 0);
  });

  for (const [knows, found, outcome, dials] of [
    ['knows that it was not dialled', null, 'answered', 2],
    ['cannot tell what became of it', undefined, 'unknown', 1],
  ] as const)
    it(`does not answer, and ${knows}: ${outcome} after ${dials} attempts`, async () => {
      const [broken, attempts] = [refusal(504, 'Gateway timeout'), fixture.carrier];
      if (found === null) attempts.before('dial', broken);
      else attempts.after('dial', broken);
      const campaign = await fixture.launch(1);
      await fixture.pass(1_000);
      if (found === null) fixture.carrier.found.set((await fixture.logs())[0]!.call_id, null);
      for (let passed = 0; passed < (found === null ? 120 : 240); passed += 5) {
        await fixture.pass(5_000);
        await fixture.calls.reconcile();
      }
      if (outcome === 'answered') await fixture.end(0, 'answered');
      const requested = fixture.carrier.requests.filter((each) => each.startsWith('dial '));
      assert.lengthOf(requested, dials);
      assert.equal((await fixture.runs(campaign))[0]?.outcome, outcome);
      assert.equal((await fixture.find(campaign)).state, 'completed');
      assert.lengthOf(await fixture.logs(), 1);
      assert.equal(await fixture.taken(), 0);
    });
});
