import { assert } from 'chai';
import { campaignDialler } from '../../../application/calls/campaign-dialler.ts';
import { DialPacing } from '../../../application/calls/dial-pacing.ts';
import { CampaignEngine } from '../../../application/campaigns/engine.ts';
import { openCampaignDesk, type CampaignDesk } from '../../support/campaign-desk.ts';
import { refusalOf } from '../../support/refusals.ts';

/** When calls were dialled, in milliseconds of the monotonic clock. */
function timesOf(desk: CampaignDesk): number[] {
  const { clock } = desk.ports;
  const times: number[] = [];
  const { dial } = desk.carrier;
  desk.carrier.dial = (request) => {
    times.push(clock.monotonic());
    return dial(request);
  };
  return times;
}

const gaps = (times: readonly number[]): number[] => times.slice(1).map((at, index) => at - times[index]!);

describe('the pace of a carrier account', () => {
  let desk: CampaignDesk;
  let times: number[];
  beforeEach(async () => {
    desk = await openCampaignDesk(60);
    desk.carrier.pacing = { account: 'account', rate: { dials: 2, perMs: 1_000 } };
    times = timesOf(desk);
  });
  afterEach(() => desk.ports.close());

  it('is kept by several campaigns together, however fast each may dial, and loses nobody', async () => {
    const campaigns = [await desk.launch(4), await desk.launch(4), await desk.launch(4)];
    await desk.pass(8_000);
    assert.lengthOf(times, 12);
    for (const gap of gaps(times)) assert.isAtLeast(gap, 500);
    for (let call = 0; call < 12; call += 1) await desk.end(call, 'answered');
    await desk.pass(1_000);
    for (const campaign of campaigns)
      assert.include(await desk.find(campaign), { state: 'completed', processed_rows: 4, failed_rows: 0 });
    assert.lengthOf(await desk.logs(), 12, 'nobody has two calls');
  });

  it('lets campaigns dial in turn', async () => {
    const campaigns = [await desk.launch(3), await desk.launch(3)];
    await desk.pass(1_900);
    const dials = (await desk.logs()).map(({ campaign_id }) => campaign_id);
    for (const { campaign_id } of campaigns)
      assert.lengthOf(
        dials.filter((each) => each === campaign_id),
        2,
      );
  });

  it('does not hurry a campaign that may dial less often', async () => {
    await desk.launch(3, { rate_limit_per_second: 1 });
    await desk.pass(4_000);
    assert.lengthOf(times, 3);
    for (const gap of gaps(times)) assert.isAtLeast(gap, 1_000);
  });

  it('is kept by several processes, and by calls that are asked for one by one', async () => {
    const { ports } = desk;
    const dialPacing = new DialPacing({ accountDials: ports.accountDials, clock: ports.clock });
    const other = new CampaignEngine({ ...ports, dialler: campaignDialler({ ...ports, dialPacing }) });
    try {
      await desk.launch(4);
      for (let second = 0; second < 4; second += 1) {
        void desk.call().catch(() => undefined);
        await other.tick();
        await desk.pass(1_000);
      }
    } finally {
      await other.stop();
    }
    assert.lengthOf(times, 8);
    for (const gap of gaps(times)) assert.isAtLeast(gap, 500);
  });

  it('has a call that is asked for wait, two seconds at most, and refuses it after that without a log', async () => {
    const outcome = () =>
      desk.call().then(
        ({ status }) => status,
        ({ problem }) => String(problem),
      );
    const calls = Array.from({ length: 7 }, outcome);
    await desk.ports.clock.advanceAsync(3_000);
    const outcomes = await Promise.all(calls);
    assert.deepEqual(outcomes.toSorted(), [...Array<string>(5).fill('initiated'), 'limited', 'limited']);
    assert.deepEqual(gaps(times), [500, 500, 500, 500]);
    assert.lengthOf(await desk.logs(), 5);
  });

  it('is that of each account alone', async () => {
    await desk.call();
    desk.carrier.pacing = { account: 'other', rate: { dials: 2, perMs: 1_000 } };
    await desk.call();
    assert.deepEqual(gaps(times), [0]);
  });

  it('refuses a call in words that say what to do', async () => {
    desk.carrier.pacing = { account: 'slow', rate: { dials: 1, perMs: 60_000 } };
    await desk.call();
    assert.match((await refusalOf(desk.call())).message, /^plivo dials too many calls of this account/);
  });
});
