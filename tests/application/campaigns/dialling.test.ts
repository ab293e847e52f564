import { assert } from 'chai';
import { contactNumber, openCampaignFixture, type CampaignFixture } from './campaign-fixture.ts';
import { ADA } from '../telephony-fixture.ts';

describe('running campaign', () => {
  let fixture: CampaignFixture;
  beforeEach(async () => (fixture = await openCampaignFixture()));
  const numbers = (count: number): string[] => Array.from({ length: count }, (_, index) => contactNumber(index));

  it('dials its contacts in order within 1 s of its start, with their variables', async () => {
    const campaign = await fixture.launch(3);
    await fixture.pass(1_000);
    assert.deepEqual(fixture.dialled(), numbers(3));
    const [log] = await fixture.campaigns.listCalls(ADA, campaign.campaign_id, { limit: 1, offset: 2 });
    const [run] = await fixture.runs(campaign);
    assert.deepInclude(log, {
      campaign_id: campaign.campaign_id,
      queued_run_id: run!.queued_run_id,
      call_type: 'outbound',
      from_number: '+15550100001',
      to_number: contactNumber(0),
      custom_variables: { name: 'Name 0' },
    });
    assert.include(run!, { state: 'in_call', call_id: log!.call_id });
    assert.equal(await fixture.taken(), 3);
  });

  it('completes at once without contacts', async () => {
    const campaign = await fixture.launch('phone_number\n');
    await fixture.pass(100);
    assert.include(await fixture.find(campaign), { state: 'completed', total_rows: 0 });
  });

  it('reacts to a start, a released slot and a resume without polling', async () => {
    const campaign = await fixture.launch(4, { max_concurrency: 2 });
    const { clock } = fixture.ports;
    await clock.advanceAsync(900);
    assert.deepEqual(fixture.dialled(), numbers(2));
    await fixture.end(0, 'answered');
    await clock.advanceAsync(900);
    assert.deepEqual(fixture.dialled(), numbers(3));
    const paused = fixture.campaigns.move(ADA, campaign.campaign_id, 'pause');
    await clock.advanceAsync(1_000);
    await paused;
    await fixture.end(1, 'answered');
    await fixture.campaigns.move(ADA, campaign.campaign_id, 'resume');
    await clock.advanceAsync(900);
    assert.deepEqual(fixture.dialled(), numbers(4));
  });

  it('dials exactly at its rate limit', async () => {
    await fixture.launch(10, { rate_limit_per_second: 2 });
    await fixture.pass(900);
    assert.lengthOf(fixture.dialled(), 2);
    await fixture.pass(3_200);
    assert.lengthOf(fixture.dialled(), 10);
  });

  it('keeps its concurrency limit and dials the next contact when a call ends', async () => {
    await fixture.launch(5, { max_concurrency: 2 });
    await fixture.pass(5_000);
    assert.lengthOf(fixture.dialled(), 2);
    await fixture.end(0, 'answered');
    await fixture.pass(100);
    assert.deepEqual(fixture.dialled(), numbers(3));
  });

  it('dials only within its schedule, from its first minute to its last', async () => {
    // The clock of the tests begins on a Monday at nine.
    const slots = [{ day_of_week: 0, start_time: '09:02', end_time: '09:03' }];
    await fixture.launch(500, {
      rate_limit_per_second: 5,
      max_concurrency: 20,
      schedule_config: { timezone: 'UTC', slots },
    });
    await fixture.pass(119_900);
    assert.isEmpty(fixture.dialled());
    await fixture.pass(1_000);
    assert.lengthOf(fixture.dialled(), 5);
    for (let dial = 0; dial < 5; dial += 1) await fixture.end(dial, 'answered');
    await fixture.pass(60_000);
    const count = fixture.dialled().length;
    for (let dial = 5; dial < count; dial += 1) await fixture.end(dial, 'answered');
    await fixture.pass(60_000);
    assert.lengthOf(fixture.dialled(), count);
  });

  it('dials due retries before new contacts', async () => {
    await fixture.launch(9, {
      rate_limit_per_second: 1,
      max_concurrency: 1,
      retry_config: { retry_delay_seconds: 30 },
    });
    await fixture.pass(100);
    await fixture.end(0, 'busy');
    for (let dial = 1; dial <= 5; dial += 1) {
      await fixture.pass(10_000);
      await fixture.end(dial, 'answered');
    }
    assert.equal(fixture.dialled().filter((to) => to === contactNumber(0)).length, 2);
  });
});
