import { assert } from 'chai';
import { campaignDialler } from '../../../application/calls/campaign-dialler.ts';
import { DialPacing } from '../../../application/calls/dial-pacing.ts';
import { CampaignEngine } from '../../../application/campaigns/campaign-engine.ts';
import { openCampaignFixture, type CampaignFixture } from './campaign-fixture.ts';
import { refusalOf } from '../../support/refusals.ts';

/** When calls were dialled, in milliseconds of the monotonic clock. */
function timesOf(fixture: CampaignFixture): number[] {
  const { clock } = fixture.ports;
  const times: number[] = [];
  const { dial } = fixture.carrier;
  fixture.carrier.dial = (request) => {
    times.push(clock.monotonic());
    return dial(request);
  };
  return times;
}

const gaps = (times: readonly number[]): number[] => times.slice(1).map((at, index) => at - times[index]!);

describe('the pace of a carrier account', () => {
  let fixture: CampaignFixture;
  let times: number[];
  beforeEach(async () => {
    fixture = await openCampaignFixture(60);
    fixture.carrier.pacing = { account: 'account', rate: { dials: 2, perMs: 1_000 } };
    times = timesOf(fixture);
  });

  it('is kept by several campaigns together, and every contact is called', async () => {
    const campaigns = [await fixture.launch(4), await fixture.launch(4), await fixture.launch(4)];
    await fixture.pass(8_000);
    assert.lengthOf(times, 12);
    for (const gap of gaps(times)) assert.isAtLeast(gap, 500);
    for (let call = 0; call < 12; call += 1) await fixture.end(call, 'answered');
    await fixture.pass(1_000);
    for (const campaign of campaigns)
      assert.include(await fixture.find(campaign), { state: 'completed', processed_rows: 4, failed_rows: 0 });
    assert.lengthOf(await fixture.logs(), 12, 'no contact has two calls');
  });

  it('lets campaigns dial in turn', async () => {
    const campaigns = [await fixture.launch(3), await fixture.launch(3)];
    await fixture.pass(1_900);
    const dials = (await fixture.logs()).map(({ campaign_id }) => campaign_id);
    for (const { campaign_id } of campaigns)
      assert.lengthOf(
        dials.filter((each) => each === campaign_id),
        2,
      );
  });

  it('does not hurry a campaign that may dial less often', async () => {
    await fixture.launch(3, { rate_limit_per_second: 1 });
    await fixture.pass(4_000);
    assert.lengthOf(times, 3);
    for (const gap of gaps(times)) assert.isAtLeast(gap, 1_000);
  });

  it('is kept by several processes, and by calls that are asked for one by one', async () => {
    const { ports } = fixture;
    const dialPacing = new DialPacing({ accountDials: ports.accountDials, clock: ports.clock });
    const other = new CampaignEngine({ ...ports, dialler: campaignDialler({ ...ports, dialPacing }) });
    try {
      await fixture.launch(4);
      for (let second = 0; second < 4; second += 1) {
        void fixture.call().catch(() => undefined);
        await other.tick();
        await fixture.pass(1_000);
      }
    } finally {
      await other.stop();
    }
    assert.lengthOf(times, 8);
    for (const gap of gaps(times)) assert.isAtLeast(gap, 500);
  });

  it('has a call that is asked for wait, two seconds at most, and refuses it after that without a log', async () => {
    const outcome = () =>
      fixture.call().then(
        ({ status }) => status,
        ({ problem }) => String(problem),
      );
    const calls = Array.from({ length: 7 }, outcome);
    await fixture.ports.clock.advanceAsync(3_000);
    const outcomes = await Promise.all(calls);
    assert.deepEqual(outcomes.toSorted(), [...Array<string>(5).fill('initiated'), 'limited', 'limited']);
    assert.deepEqual(gaps(times), [500, 500, 500, 500]);
    assert.lengthOf(await fixture.logs(), 5);
  });

  it('is that of each account alone', async () => {
    await fixture.call();
    fixture.carrier.pacing = { account: 'other', rate: { dials: 2, perMs: 1_000 } };
    await fixture.call();
    assert.deepEqual(gaps(times), [0]);
  });

  it('refuses a call in words that say what to do', async () => {
    fixture.carrier.pacing = { account: 'slow', rate: { dials: 1, perMs: 60_000 } };
    await fixture.call();
    assert.match((await refusalOf(fixture.call())).message, /^plivo dials too many calls of this account/);
  });
});
