import { assert } from 'chai';
import type { Quotas } from '../../../domain/accounts/quotas.ts';
import { refusalOf } from '../../support/refusals.ts';
import { openCampaignFixture, type CampaignFixture } from './campaign-fixture.ts';
import { ADA } from '../telephony-fixture.ts';

describe('calls of an organisation with quotas', () => {
  let fixture: CampaignFixture;
  beforeEach(async () => (fixture = await openCampaignFixture()));

  const allow = (quotas: Partial<Quotas>): void => {
    const { limits } = fixture.ports;
    limits.quotas = { ...limits.quotas, ...quotas };
  };

  it('pause a campaign with a reason when the daily quota is used, and continue when it is resumed', async () => {
    allow({ calls_per_day: 3 });
    const campaign = await fixture.launch(5);
    await fixture.pass(3_000);
    assert.lengthOf(fixture.carrier.dialled, 3);
    const { state, orchestrator_metadata } = await fixture.find(campaign);
    assert.equal(state, 'paused');
    assert.match(
      String(orchestrator_metadata.paused_reason),
      /^The quota calls_per_day .* 3 of 3 calls of today are used\. It resets at/,
    );
    await fixture.pass(3_000);
    assert.lengthOf(fixture.carrier.dialled, 3);
    allow({ calls_per_day: 10 });
    await fixture.campaigns.move(ADA, campaign.campaign_id, 'resume');
    await fixture.pass(3_000);
    assert.lengthOf(fixture.carrier.dialled, 5);
  });

  it('pause a campaign when the minutes of the month are used', async () => {
    allow({ call_minutes_per_month: 0 });
    const campaign = await fixture.launch(2);
    await fixture.pass(2_000);
    assert.isEmpty(fixture.carrier.dialled);
    assert.match(
      String((await fixture.find(campaign)).orchestrator_metadata.paused_reason),
      /^The quota call_minutes_per_month .* 0 of 0 call minutes/,
    );
  });

  it('end a refused inbound call as failed, with the quota in its log', async () => {
    allow({ calls_per_day: 1 });
    await fixture.ring('one');
    const refused = await refusalOf(fixture.ring('two'));
    assert.equal(refused.problem, 'limited');
    const log = (await fixture.logs()).find(({ provider_call_sid }) => provider_call_sid === 'two');
    assert.deepInclude(log, { status: 'failed', error_message: refused.message });
    assert.equal(await fixture.taken(), 1);
  });

  it('refuse an outbound call before its carrier is asked', async () => {
    allow({ calls_per_day: 1 });
    await fixture.call();
    assert.match((await refusalOf(fixture.call())).message, /^The quota calls_per_day does not allow this: 1 of 1/);
    assert.lengthOf(fixture.carrier.dialled, 1);
    assert.lengthOf(await fixture.logs(), 1);
  });
});
