import { assert } from 'chai';
import { openCampaignFixture, type CampaignFixture } from './campaign-fixture.ts';
import { ADA } from '../telephony-fixture.ts';

describe('a callback that is not reached', () => {
  let fixture: CampaignFixture;
  beforeEach(async () => (fixture = await openCampaignFixture()));
  const listed = (upcoming: boolean) => fixture.campaigns.listCallbacks(ADA, { upcoming, limit: 9, offset: 0 });
  /** A campaign of one contact with a callback, which has just been dialled. */
  async function calledBack() {
    const campaign = await fixture.launch(1, { retry_config: { retry_delay_seconds: 60 } });
    await fixture.pass(1_000);
    await fixture.end(0, 'answered');
    const { callback_id } = await fixture.campaigns.scheduleCallback(ADA, fixture.callIdOf(0), { in_minutes: 1 });
    await fixture.pass(62_000);
    return { campaign, callback_id };
  }

  it('is shown with its retries, and is canceled while it waits for one', async () => {
    const { campaign, callback_id } = await calledBack();
    await fixture.end(1, 'no_answer');
    await fixture.pass(1_000);
    assert.include(await fixture.callback(callback_id), { status: 'retrying', outcome: 'no_answer' });
    assert.deepEqual(await listed(true), [await fixture.callback(callback_id)]);
    await fixture.pass(62_000);
    assert.include(await fixture.callback(callback_id), { status: 'calling', callback_call_id: fixture.callIdOf(2) });
    for (const upcoming of [true, false])
      assert.deepEqual(await listed(upcoming), [await fixture.callback(callback_id)]);
    await fixture.end(2, 'no_answer');
    await fixture.pass(1_000);
    assert.equal((await fixture.campaigns.cancelCallback(ADA, callback_id)).status, 'canceled');
    await fixture.pass(62_000);
    assert.lengthOf(fixture.dialled(), 3);
    assert.include(await fixture.callback(callback_id), { status: 'canceled', outcome: 'canceled' });
    assert.isEmpty(await listed(true));
    assert.include(await fixture.find(campaign), { state: 'completed', total_rows: 2, processed_rows: 2 });
  });

  it('is done once a retry was answered', async () => {
    const { callback_id } = await calledBack();
    await fixture.end(1, 'busy');
    await fixture.pass(63_000);
    await fixture.end(2, 'answered');
    await fixture.pass(1_000);
    assert.include(await fixture.callback(callback_id), {
      status: 'done',
      outcome: 'answered',
      callback_call_id: fixture.callIdOf(2),
    });
  });
});
