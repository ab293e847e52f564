import { assert } from 'chai';
import { DomainError } from '../../../domain/errors.ts';
import { claimDials } from '../../../application/count-dials.ts';
import { atEndOfTest } from '../../support/temporary.ts';
import { contactNumber, openCampaignFixture, type CampaignFixture } from './campaign-fixture.ts';
import { refusal } from '../../support/fake-carrier.ts';
import { ADA } from '../telephony-fixture.ts';

const HOUR = 3_600_000;
const caps = (max_dials_per_day: number | null, max_dials_per_week: number | null = null) => ({
  max_dials_per_day,
  max_dials_per_week,
});

describe('dial caps', () => {
  let fixture: CampaignFixture;
  beforeEach(async () => (fixture = await openCampaignFixture()));
  const dials = (): number => fixture.carrier.dialled.length;
  const now = (): number => fixture.ports.clock.now().getTime();
  const deferrals = async ({ campaign_id }: { campaign_id: string }) =>
    (await fixture.campaigns.listDeferrals(ADA, campaign_id, { from: 0, limit: 50 })).deferrals;
  /** Lets hours pass, with a look of the engine every quarter. */
  const passHours = async (hours: number): Promise<void> => {
    for (let passed = 0; passed < hours * HOUR; passed += HOUR / 4) {
      await fixture.ports.clock.advanceAsync(HOUR / 4);
      await fixture.pass(100);
    }
  };

  it('let a contact wait until its number may be dialled again, in any campaign of the organisation', async () => {
    await fixture.campaigns.setDialCaps(ADA, caps(1));
    const begin = now();
    const first = await fixture.launch(2);
    await fixture.pass(1_000);
    for (const dial of [0, 1]) await fixture.end(dial, 'answered');
    const second = await fixture.launch(3, { name: 'Again' });
    await fixture.pass(1_000);
    assert.equal(dials(), 3);
    assert.equal(fixture.carrier.dialled[2]!.to, contactNumber(2));
    assert.isEmpty(await deferrals(first));
    const [one, two, ...more] = await deferrals(second);
    assert.isEmpty(more);
    assert.deepInclude(one, { contact_index: 0, phone_number: contactNumber(0), reason: 'dial_cap' });
    assert.deepInclude(two, { cap: { window: 'day', limit: 1, dials: 1 } });
    assert.closeTo(Date.parse(one!.until), begin + 24 * HOUR, 2_000);
    await passHours(23);
    assert.equal(dials(), 3);
    await passHours(1.5);
    assert.equal(dials(), 5);
    assert.isEmpty(await deferrals(second));
    for (const dial of [2, 3, 4]) await fixture.end(dial, 'answered');
    await fixture.pass(1_000);
    assert.include(await fixture.find(second), { state: 'completed', processed_rows: 3, failed_rows: 0 });
  });

  it('free the slots of contacts at once when their dials cannot be counted', async () => {
    const { numberDials } = fixture.ports;
    const { changeAll } = numberDials;
    numberDials.changeAll = () => Promise.reject(new Error('The database is away'));
    await fixture.launch(3);
    await fixture.pass(500);
    assert.equal(dials(), 0);
    assert.equal(await fixture.taken(), 0);
    numberDials.changeAll = changeAll;
    await fixture.pass(2_000);
    assert.equal(dials(), 3);
    assert.equal(await fixture.taken(), 3);
  });

  it('are no longer named as the reason once a contact waits for another one', async () => {
    const campaign = await fixture.launch(1, { retry_config: { retry_delay_seconds: 30 }, dial_caps: caps(1) });
    await fixture.pass(1_000);
    await fixture.end(0, 'busy');
    await fixture.pass(32_000);
    assert.lengthOf(await deferrals(campaign), 1);
    await fixture.campaigns.update(ADA, campaign.campaign_id, { dial_caps: caps(null) });
    fixture.carrier.before('dial', refusal(402, 'Out of credit'));
    await fixture.pass(2_000);
    assert.equal((await fixture.runs(campaign))[1]?.state, 'queued');
    assert.isEmpty(await deferrals(campaign));
  });

  it('are stricter in a campaign that asks for it, and count retries and outbound calls', async () => {
    await fixture.calls.startOutbound(ADA, { agent_id: fixture.agent.agent_id, to_number: contactNumber(0) });
    const retries = { retry_config: { max_retries: 5, retry_delay_seconds: 30 } };
    await fixture.launch(1, { ...retries, dial_caps: { max_dials_per_day: 2 } });
    await fixture.pass(1_000);
    assert.equal(dials(), 2);
    await fixture.end(1, 'busy');
    await passHours(23);
    assert.equal(dials(), 2);
    await passHours(1.5);
    assert.equal(dials(), 3);
  });

  it('follow a change at once, also for contacts that wait', async () => {
    await fixture.campaigns.setDialCaps(ADA, caps(1));
    await claimDials(fixture.ports, 'o1', caps(null), [{ dial_id: 'before', phone_number: contactNumber(0) }]);
    await fixture.launch(1);
    await fixture.pass(1_000);
    assert.equal(dials(), 0);
    const changed = fixture.campaigns.setDialCaps(ADA, caps(2));
    await fixture.pass(3_000);
    await changed;
    assert.equal(dials(), 1);
  });

  it('count a dial once that the carrier refused and that is made again', async () => {
    await fixture.campaigns.setDialCaps(ADA, caps(1));
    fixture.carrier.before('dial', refusal(429));
    await fixture.launch(1);
    await fixture.pass(10_000);
    assert.equal(dials(), 1);
  });

  it('refuse a single outbound call, and tell when it may be made', async () => {
    const call = () =>
      fixture.calls.startOutbound(ADA, { agent_id: fixture.agent.agent_id, to_number: contactNumber(0) });
    await fixture.campaigns.setDialCaps(ADA, caps(1));
    await call();
    const slots = await fixture.taken();
    const error = await call().then(
      () => assert.fail('dialled'),
      (refused: unknown) => refused,
    );
    assert.instanceOf(error, DomainError);
    assert.deepInclude(error as object, { problem: 'limited', retryAfterMs: 24 * HOUR });
    assert.match((error as Error).message, /dialled the number 1 times within 24 hours, and its limit is 1/);
    assert.equal(await fixture.taken(), slots);
  });

  it('leave no slot taken when the dial cannot be counted', async () => {
    const { numberDials } = fixture.ports;
    const { among } = numberDials;
    numberDials.among = () => Promise.reject(new Error('the store is away'));
    atEndOfTest(() => void (numberDials.among = among));
    const call = { agent_id: fixture.agent.agent_id, to_number: contactNumber(0) };
    const reason = await fixture.calls.startOutbound(ADA, call).catch((error: Error) => error.message);
    assert.equal(reason, 'the store is away');
    assert.equal(await fixture.taken(), 0);
  });

  it('hold however many processes claim dials of a number at once', async () => {
    const claims = Array.from({ length: 20 }, (_, each) =>
      claimDials(fixture.ports, 'o1', caps(3), [
        { dial_id: `${each}`, phone_number: contactNumber(each % 2) },
        { dial_id: `${each} again`, phone_number: contactNumber(each % 2) },
      ]),
    );
    const capped = (await Promise.all(claims)).reduce((sum, each) => sum + each.size, 0);
    assert.equal(40 - capped, 6);
  });

  it('forget dials that count no more', async () => {
    await claimDials(fixture.ports, 'o1', caps(null), [{ dial_id: 'one', phone_number: contactNumber(0) }]);
    await fixture.ports.clock.advanceAsync(24 * 7 * HOUR - 1);
    await fixture.campaigns.expireDials();
    assert.lengthOf(await fixture.ports.numberDials.among('o1', [contactNumber(0)]), 1);
    await fixture.ports.clock.advanceAsync(2);
    await fixture.campaigns.expireDials();
    assert.isEmpty(await fixture.ports.numberDials.among('o1', [contactNumber(0)]));
  });
});
