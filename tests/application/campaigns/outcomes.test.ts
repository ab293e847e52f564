import { assert } from 'chai';
import { openCampaignFixture, type CampaignFixture } from './campaign-fixture.ts';
import { ADA } from '../telephony-fixture.ts';

describe('campaign outcomes', () => {
  let fixture: CampaignFixture;
  beforeEach(async () => (fixture = await openCampaignFixture()));

  it('complete the campaign within 1 s of the last one with exact counts', async () => {
    const campaign = await fixture.launch(3, { retry_config: { enabled: false } });
    await fixture.pass(1_000);
    await fixture.end(0, 'answered');
    await fixture.end(2, 'busy');
    assert.deepInclude(await fixture.find(campaign), { state: 'running', processed_rows: 2, failed_rows: 1 });
    await fixture.end(1, 'answered');
    assert.deepInclude(await fixture.find(campaign), {
      state: 'completed',
      processed_rows: 3,
      failed_rows: 1,
      completed_at: fixture.ports.clock.now().toISOString(),
    });
    assert.equal(await fixture.taken(), 0);
  });

  it('trigger the configured retries and count a contact once', async () => {
    const campaign = await fixture.launch(1, { retry_config: { max_retries: 1, retry_delay_seconds: 30 } });
    await fixture.pass(100);
    await fixture.end(0, 'no_answer');
    await fixture.pass(29_900);
    assert.lengthOf(fixture.dialled(), 1);
    assert.include(await fixture.find(campaign), { state: 'running', processed_rows: 0 });
    await fixture.pass(1_000);
    assert.lengthOf(fixture.dialled(), 2);
    await fixture.end(1, 'no_answer');
    assert.include(await fixture.find(campaign), { state: 'completed', processed_rows: 1, failed_rows: 1 });
    const runs = await fixture.runs(campaign);
    assert.deepEqual(
      runs.map(({ attempt, outcome, is_final }) => [attempt, outcome, is_final]),
      [
        [0, 'no_answer', false],
        [1, 'no_answer', true],
      ],
    );
  });

  it('are retried by the plans of outcomes, at another time of the day where it is asked for', async () => {
    const plans = { busy: { delays_seconds: [30, 60] }, no_answer: { delays_seconds: [60, 60, 60], vary_hours: true } };
    const campaign = await fixture.launch(1, { retry_config: { max_retries: 3, retry_delay_seconds: 3_600, plans } });
    await fixture.pass(100);
    await fixture.end(0, 'busy');
    await fixture.pass(29_500);
    assert.lengthOf(fixture.dialled(), 1);
    await fixture.pass(1_500);
    assert.lengthOf(fixture.dialled(), 2);
    const endedAt = fixture.ports.clock.now().getTime();
    await fixture.end(1, 'no_answer');
    const [, , waiting] = await fixture.runs(campaign);
    assert.equal(Date.parse(waiting!.not_before!) - endedAt, 3 * 3_600_000);
    await fixture.ports.clock.advanceAsync(3 * 3_600_000);
    await fixture.pass(2_000);
    assert.lengthOf(fixture.dialled(), 3);
    await fixture.end(2, 'busy');
    assert.include(await fixture.find(campaign), { state: 'completed', processed_rows: 1, failed_rows: 1 });
  });

  it('count once when reported repeatedly, late and in any order', async () => {
    const campaign = await fixture.launch(2, { retry_config: { retry_delay_seconds: 30 } });
    await fixture.pass(100);
    await Promise.all([
      fixture.end(0, 'busy'),
      fixture.end(0, 'busy'),
      fixture.end(1, 'answered'),
      fixture.end(0, 'busy'),
    ]);
    await fixture.calls.reportStatus({ org_id: 'o1', call_id: fixture.carrier.dialled[0]!.callId });
    await fixture.end(1, 'busy');
    assert.include(await fixture.find(campaign), { processed_rows: 1, failed_rows: 0 });
    assert.lengthOf(await fixture.runs(campaign), 3);
  });

  it('are recorded from a status report alone', async () => {
    const campaign = await fixture.launch(2);
    await fixture.pass(100);
    const [one, two] = fixture.carrier.dialled.map(({ callId }) => callId);
    await fixture.calls.reportStatus({ org_id: 'o1', call_id: one! });
    assert.include(await fixture.find(campaign), { processed_rows: 0 });
    await fixture.calls.reportStatus({ org_id: 'o1', call_id: one!, call_response: 'answered' });
    await fixture.calls.reportStatus({ org_id: 'o1', call_id: two!, call_response: 'voicemail' });
    assert.include(await fixture.find(campaign), { state: 'completed', processed_rows: 2, failed_rows: 1 });
    assert.equal(await fixture.taken(), 0);
  });

  it('wait for the disposition for a limited time', async () => {
    const campaign = await fixture.launch(2);
    await fixture.pass(100);
    const [one, two] = fixture.carrier.dialled.map(({ callId }) => callId);
    await fixture.calls.update(ADA, one!, { status: 'completed' });
    await fixture.calls.update(ADA, two!, { status: 'completed' });
    assert.include(await fixture.find(campaign), { processed_rows: 0 });
    await fixture.calls.update(ADA, one!, { call_response: 'answered' });
    await fixture.pass(7_000);
    assert.deepEqual(
      (await fixture.runs(campaign)).map(({ outcome }) => outcome),
      ['answered', 'unknown'],
    );
  });
});
