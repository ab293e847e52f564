import { assert } from 'chai';
import type { NewCallback } from '../../../application/campaigns/callbacks.ts';
import type { Campaign } from '../../../domain/campaigns/campaign.ts';
import { contactNumber, openCampaignFixture, type CampaignFixture } from './campaign-fixture.ts';
import { ADA } from '../telephony-fixture.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const RETRIES = { max_retries: 3, retry_delay_seconds: 600 };

describe('a person who is called back', () => {
  let fixture: CampaignFixture;
  beforeEach(async () => (fixture = await openCampaignFixture()));
  const dials = (): number => fixture.carrier.dialled.length;
  const schedule = (callId: string, wish: NewCallback) => fixture.campaigns.scheduleCallback(ADA, callId, wish);
  const refusals = async ({ campaign_id }: Campaign) =>
    (await fixture.campaigns.listRefusals(ADA, campaign_id, { from: 0, limit: 50 })).refusals;
  /** Lets time pass, with looks of the engine at its end. */
  async function passTo(ms: number): Promise<void> {
    await fixture.ports.clock.advanceAsync(ms);
    await fixture.pass(2_000);
  }
  /** A campaign of one contact, who did not answer: a retry waits. */
  async function missed(more: object = {}): Promise<Campaign> {
    const campaign = await fixture.launch(1, { retry_config: RETRIES, ...more });
    await fixture.pass(1_000);
    await fixture.end(0, 'no_answer');
    await fixture.pass(1_000);
    return campaign;
  }

  it('is not retried as well: the callback takes the place of the retry, which says so', async () => {
    const campaign = await missed();
    const { callback_id, at } = await schedule(fixture.callIdOf(0), { in_minutes: 30 });
    await passTo(11 * MINUTE_MS);
    assert.equal(dials(), 1, 'the retry was due');
    const [refused] = await refusals(campaign);
    assert.deepInclude(refused, { contact_index: 0, reason: 'callback_agreed', callback: { callback_id, at } });
    await passTo(20 * MINUTE_MS);
    assert.equal(dials(), 2);
    await fixture.end(1, 'answered');
    await fixture.pass(1_000);
    const counted = { total_rows: 2, processed_rows: 2, failed_rows: 1, refused_by: { callback_agreed: 1 } };
    assert.deepInclude(await fixture.find(campaign), { state: 'completed', ...counted });
    const report = await fixture.campaigns.exportReport(ADA, campaign.campaign_id);
    assert.include(report, `${contactNumber(0)},refused,callback_agreed`);
  });

  it('is retried when the callback is canceled before the retry is due', async () => {
    await missed();
    const { callback_id } = await schedule(fixture.callIdOf(0), { in_minutes: 30 });
    await fixture.campaigns.cancelCallback(ADA, callback_id);
    await passTo(11 * MINUTE_MS);
    assert.equal(dials(), 2);
  });

  it('is called back, and tried again for that, when the callback is not answered', async () => {
    await missed();
    await schedule(fixture.callIdOf(0), { in_minutes: 30 });
    await passTo(31 * MINUTE_MS);
    await fixture.end(1, 'busy');
    await passTo(11 * MINUTE_MS);
    assert.equal(dials(), 3, 'a retry of the callback');
    await schedule(fixture.callIdOf(1), { in_minutes: 30 });
    await fixture.end(2, 'busy');
    await passTo(11 * MINUTE_MS);
    assert.equal(dials(), 3, 'the next callback takes the place of this retry');
    await passTo(20 * MINUTE_MS);
    assert.equal(dials(), 4);
  });

  it('is not retried when another callback of a call outside campaigns is agreed', async () => {
    const { call_id } = await fixture.call();
    const first = await schedule(call_id, { in_minutes: 1 });
    await fixture.campaigns.update(ADA, first.campaign_id, { retry_config: RETRIES });
    await passTo(1.5 * MINUTE_MS);
    assert.equal(dials(), 2);
    await fixture.end(1, 'no_answer');
    await fixture.pass(1_000);
    const second = await schedule(call_id, { in_minutes: 30 });
    assert.notEqual(second.callback_id, first.callback_id);
    await passTo(11 * MINUTE_MS);
    assert.equal(dials(), 2, 'the callback takes the place of the retry');
    await passTo(20 * MINUTE_MS);
    assert.equal(dials(), 3);
  });

  it('is not called back when a dial that was under way reached the person', async () => {
    const campaign = await missed();
    await passTo(11 * MINUTE_MS);
    assert.equal(dials(), 2);
    const { callback_id } = await schedule(fixture.callIdOf(0), { in_minutes: 5 });
    await passTo(6 * MINUTE_MS);
    assert.equal(dials(), 2, 'the person is in a call');
    assert.deepInclude((await fixture.callback(callback_id)).deferral, { reason: 'in_call' });
    await fixture.end(1, 'answered');
    await passTo(2 * MINUTE_MS);
    assert.equal(dials(), 2);
    assert.include(await fixture.callback(callback_id), { status: 'refused', outcome: 'reached' });
    assert.deepInclude((await refusals(campaign))[0], { reason: 'reached', reached: { call_id: fixture.callIdOf(1) } });
    assert.include(await fixture.find(campaign), { state: 'completed', processed_rows: 2 });
  });

  it('is called back when that dial did not reach the person', async () => {
    await missed();
    await passTo(11 * MINUTE_MS);
    await schedule(fixture.callIdOf(0), { in_minutes: 5 });
    await passTo(6 * MINUTE_MS);
    await fixture.end(1, 'no_answer');
    await passTo(2 * MINUTE_MS);
    assert.equal(dials(), 3);
  });

  it('is called back when the callback is agreed, or agreed again, after the person was reached', async () => {
    await missed();
    await passTo(11 * MINUTE_MS);
    const { callback_id } = await schedule(fixture.callIdOf(0), { in_minutes: 15 });
    await fixture.end(1, 'answered');
    await fixture.pass(1_000);
    await schedule(fixture.callIdOf(1), { in_minutes: 40 });
    assert.equal((await schedule(fixture.callIdOf(0), { in_minutes: 15 })).callback_id, callback_id);
    await passTo(16 * MINUTE_MS);
    assert.equal(dials(), 3, 'agreed again');
    await fixture.end(2, 'no_answer');
    await passTo(41 * MINUTE_MS);
    assert.isAtLeast(dials(), 4, 'agreed in the call that reached the person');
  });

  it('is not retried when the callback is agreed while a retry is being decided', async () => {
    await missed();
    const { campaigns: stored } = fixture.ports;
    const change = stored.change;
    let agreed: Promise<unknown> | null = null;
    // Between the look at the other dials of the person and the permit of the retry.
    stored.change = async (record, wanted, events) => {
      if (wanted.gate?.recent_dials !== undefined && agreed === null) {
        agreed = schedule(fixture.callIdOf(0), { in_minutes: 30 });
        await agreed;
      }
      return change(record, wanted, events);
    };
    await passTo(11 * MINUTE_MS);
    assert.isNotNull(agreed);
    await fixture.pass(3_000);
    assert.equal(dials(), 1);
  });

  it('is not called back an hour after the agreed time, and the callback says so', async () => {
    const campaign = await missed({ retry_config: { enabled: false } });
    const { callback_id, at } = await schedule(fixture.callIdOf(0), { in_minutes: 10 });
    await fixture.campaigns.move(ADA, campaign.campaign_id, 'pause');
    await passTo(71 * MINUTE_MS);
    await fixture.campaigns.move(ADA, campaign.campaign_id, 'resume');
    await fixture.pass(2_000);
    assert.equal(dials(), 1);
    assert.include(await fixture.callback(callback_id), { status: 'refused', outcome: 'too_late' });
    const latest = new Date(Date.parse(at) + HOUR_MS).toISOString();
    assert.deepInclude((await refusals(campaign))[0], { reason: 'too_late', late: { at, latest } });
    const counted = { state: 'completed', refused_by: { too_late: 1 } } as const;
    assert.deepInclude(await fixture.find(campaign), counted);
    assert.notEqual((await schedule(fixture.callIdOf(0), { in_minutes: 10 })).callback_id, callback_id);
  });

  it('is called back late within an hour of the agreed time', async () => {
    const campaign = await missed({ retry_config: { enabled: false } });
    await schedule(fixture.callIdOf(0), { in_minutes: 10 });
    await fixture.campaigns.move(ADA, campaign.campaign_id, 'pause');
    await passTo(68 * MINUTE_MS);
    await fixture.campaigns.move(ADA, campaign.campaign_id, 'resume');
    await fixture.pass(2_000);
    assert.equal(dials(), 2);
  });

  it('is not called back where a cap allows it only later than an hour, which is said after the hour', async () => {
    await missed({ retry_config: { enabled: false }, dial_caps: { max_dials_per_day: 1 } });
    const { callback_id } = await schedule(fixture.callIdOf(0), { in_minutes: 10 });
    await passTo(11 * MINUTE_MS);
    assert.deepInclude((await fixture.callback(callback_id)).deferral, { reason: 'dial_cap' });
    await passTo(60 * MINUTE_MS);
    assert.include(await fixture.callback(callback_id), { status: 'refused', outcome: 'too_late' });
    assert.equal(dials(), 1);
  });

  it('is called back at a moved time and not before, whatever rule made an earlier time wait', async () => {
    const campaign = await missed({ retry_config: { enabled: false }, dial_caps: { max_dials_per_day: 1 } });
    await schedule(fixture.callIdOf(0), { in_minutes: 10 });
    await passTo(11 * MINUTE_MS);
    await schedule(fixture.callIdOf(0), { in_minutes: 120 });
    await fixture.campaigns.update(ADA, campaign.campaign_id, { dial_caps: { max_dials_per_day: null } });
    await passTo(60 * MINUTE_MS);
    assert.equal(dials(), 1, 'the new caps make nothing due before its time');
    await passTo(61 * MINUTE_MS);
    assert.equal(dials(), 2);
  });
});
