import { assert } from 'chai';
import { openCampaignDesk, type CampaignDesk } from '../../support/campaign-desk.ts';
import { ADA } from '../../support/telephony-desk.ts';

describe('the outcome of a campaign’s call', () => {
  let desk: CampaignDesk;
  beforeEach(async () => (desk = await openCampaignDesk()));
  afterEach(() => desk.ports.close());
  const dialled = (): string[] => desk.carrier.dialled.map(({ to }) => to);

  it('is completed within a second of its last outcome, and counts exactly', async () => {
    const campaign = await desk.launch(3, { retry_config: { enabled: false } });
    await desk.pass(1_000);
    await desk.end(0, 'answered');
    await desk.end(2, 'busy');
    assert.deepInclude(await desk.find(campaign), { state: 'running', processed_rows: 2, failed_rows: 1 });
    await desk.end(1, 'answered');
    assert.deepInclude(await desk.find(campaign), {
      state: 'completed',
      processed_rows: 3,
      failed_rows: 1,
      completed_at: desk.ports.clock.now().toISOString(),
    });
    assert.equal(await desk.taken(), 0);
  });

  it('dials a contact again as configured, and counts it once', async () => {
    const campaign = await desk.launch(1, { retry_config: { max_retries: 1, retry_delay_seconds: 30 } });
    await desk.pass(100);
    await desk.end(0, 'no_answer');
    await desk.pass(29_900);
    assert.lengthOf(dialled(), 1);
    assert.include(await desk.find(campaign), { state: 'running', processed_rows: 0 });
    await desk.pass(1_000);
    assert.lengthOf(dialled(), 2);
    await desk.end(1, 'no_answer');
    assert.include(await desk.find(campaign), { state: 'completed', processed_rows: 1, failed_rows: 1 });
    const runs = await desk.runs(campaign);
    assert.deepEqual(
      runs.map(({ attempt, outcome, is_final }) => [attempt, outcome, is_final]),
      [
        [0, 'no_answer', false],
        [1, 'no_answer', true],
      ],
    );
  });

  it('hears once of what is told often, late and in any order', async () => {
    const campaign = await desk.launch(2, { retry_config: { retry_delay_seconds: 30 } });
    await desk.pass(100);
    await Promise.all([desk.end(0, 'busy'), desk.end(0, 'busy'), desk.end(1, 'answered'), desk.end(0, 'busy')]);
    await desk.calls.reportStatus({ org_id: 'o1', call_id: desk.carrier.dialled[0]!.callId });
    await desk.end(1, 'busy');
    assert.include(await desk.find(campaign), { processed_rows: 1, failed_rows: 0 });
    assert.lengthOf(await desk.runs(campaign), 3);
  });

  it('hears of the end also from whoever only reports a status', async () => {
    const campaign = await desk.launch(2);
    await desk.pass(100);
    const [one, two] = desk.carrier.dialled.map(({ callId }) => callId);
    await desk.calls.reportStatus({ org_id: 'o1', call_id: one! });
    assert.include(await desk.find(campaign), { processed_rows: 0 });
    await desk.calls.reportStatus({ org_id: 'o1', call_id: one!, call_response: 'answered' });
    await desk.calls.reportStatus({ org_id: 'o1', call_id: two!, call_response: 'voicemail' });
    assert.include(await desk.find(campaign), { state: 'completed', processed_rows: 2, failed_rows: 1 });
    assert.equal(await desk.taken(), 0);
  });

  it('waits for the word of whether anybody picked up, and does without it in the end', async () => {
    const campaign = await desk.launch(2);
    await desk.pass(100);
    const [one, two] = desk.carrier.dialled.map(({ callId }) => callId);
    await desk.calls.update(ADA, one!, { status: 'completed' });
    await desk.calls.update(ADA, two!, { status: 'completed' });
    assert.include(await desk.find(campaign), { processed_rows: 0 });
    await desk.calls.update(ADA, one!, { call_response: 'answered' });
    await desk.pass(7_000);
    assert.deepEqual(
      (await desk.runs(campaign)).map(({ outcome }) => outcome),
      ['answered', 'unknown'],
    );
  });
});
