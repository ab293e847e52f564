import { assert } from 'chai';
import type { Quotas } from '../../../domain/accounts/quotas.ts';
import { refusalOf } from '../../support/refusals.ts';
import { openCampaignDesk, type CampaignDesk } from '../../support/campaign-desk.ts';
import { ADA } from '../../support/telephony-desk.ts';

describe('calls of an organisation with quotas', () => {
  let desk: CampaignDesk;
  beforeEach(async () => (desk = await openCampaignDesk()));
  afterEach(() => desk.ports.close());

  const allow = (quotas: Partial<Quotas>): void => {
    const { limits } = desk.ports;
    limits.quotas = { ...limits.quotas, ...quotas };
  };

  it('pause a campaign with the reason when those of the day are used, and go on when it is resumed', async () => {
    allow({ calls_per_day: 3 });
    const campaign = await desk.launch(5);
    await desk.pass(3_000);
    assert.lengthOf(desk.carrier.dialled, 3);
    const { state, orchestrator_metadata } = await desk.find(campaign);
    assert.equal(state, 'paused');
    assert.match(
      String(orchestrator_metadata.paused_reason),
      /^The quota calls_per_day .* 3 of 3 calls of today are used\. It resets at/,
    );
    await desk.pass(3_000);
    assert.lengthOf(desk.carrier.dialled, 3);
    allow({ calls_per_day: 10 });
    await desk.campaigns.move(ADA, campaign.campaign_id, 'resume');
    await desk.pass(3_000);
    assert.lengthOf(desk.carrier.dialled, 5);
  });

  it('pause a campaign when the minutes of the month are used', async () => {
    allow({ call_minutes_per_month: 0 });
    const campaign = await desk.launch(2);
    await desk.pass(2_000);
    assert.isEmpty(desk.carrier.dialled);
    assert.match(
      String((await desk.find(campaign)).orchestrator_metadata.paused_reason),
      /^The quota call_minutes_per_month .* 0 of 0 call minutes/,
    );
  });

  it('end a refused inbound call as failed, with the quota in its log', async () => {
    allow({ calls_per_day: 1 });
    await desk.ring('one');
    const refused = await refusalOf(desk.ring('two'));
    assert.equal(refused.problem, 'limited');
    const log = (await desk.logs()).find(({ provider_call_sid }) => provider_call_sid === 'two');
    assert.deepInclude(log, { status: 'failed', error_message: refused.message });
    assert.equal(await desk.taken(), 1);
  });

  it('refuse an outbound call before its carrier is asked', async () => {
    allow({ calls_per_day: 1 });
    await desk.call();
    assert.match((await refusalOf(desk.call())).message, /^The quota calls_per_day does not allow this: 1 of 1/);
    assert.lengthOf(desk.carrier.dialled, 1);
    assert.lengthOf(await desk.logs(), 1);
  });
});
