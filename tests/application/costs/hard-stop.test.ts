import { assert } from 'chai';
import { followBudget } from '../../../application/costs/follow-budget.ts';
import { callCost } from '../../../domain/costs/call-cost.ts';
import type { CallLog } from '../../../domain/calls/call-log.ts';
import { openCampaignFixture, type CampaignFixture } from '../campaigns/campaign-fixture.ts';
import { refusalOf } from '../../support/refusals.ts';
import { ADA } from '../telephony-fixture.ts';

describe('the hard stop of a budget', () => {
  let fixture: CampaignFixture;
  beforeEach(async () => (fixture = await openCampaignFixture()));

  const allow = (amount: string) =>
    fixture.ports.costUseCases.setBudget(ADA, 'o1', { amount, warn_at_percent: [], hard_stop: true });
  /** Records that a call cost 0.05 USD. */
  const spend = async ({ call_id }: Pick<CallLog, 'call_id'>): Promise<void> => {
    const { ports } = fixture;
    const usage = { kind: 'tts', provider: 'elevenlabs', model: 'eleven_flash_v2_5', metric: 'characters' } as const;
    const about = {
      org_id: 'o1',
      call_id,
      agent_id: 'a',
      campaign_id: null,
      created_at: ports.clock.now().toISOString(),
    };
    const cost = callCost(about as CallLog, 'conversation', [{ ...usage, quantity: 1_000 }], {
      table: ports.prices,
      now: ports.clock.now(),
    });
    await ports.callCosts.add(cost);
    await ports.costRollup.tick();
  };

  it('pauses a campaign with the reason, and it continues when it is resumed after a raise', async () => {
    await allow('0.05');
    const campaign = await fixture.launch(3, { rate_limit_per_second: 1 });
    await fixture.pass(1_000);
    const dialled = fixture.carrier.dialled.length;
    assert.isAtLeast(dialled, 1);
    await spend({ call_id: 'one' });
    await fixture.pass(4_000);
    assert.lengthOf(fixture.carrier.dialled, dialled);
    const { state, orchestrator_metadata } = await fixture.find(campaign);
    assert.equal(state, 'paused');
    assert.match(String(orchestrator_metadata.paused_reason), /^The budget of 0\.05 USD for \d{4}-\d\d is spent/);
    await allow('10');
    await fixture.campaigns.move(ADA, campaign.campaign_id, 'resume');
    await fixture.pass(4_000);
    assert.lengthOf(fixture.carrier.dialled, 3);
  });

  it('refuses outbound calls before their carrier is asked, and inbound calls with the reason in their log', async () => {
    await allow('0.05');
    await fixture.call();
    await spend({ call_id: 'one' });
    assert.match((await refusalOf(fixture.call())).message, /^The budget of 0\.05 USD/);
    assert.lengthOf(fixture.carrier.dialled, 1);
    const refused = await refusalOf(fixture.ring('two'));
    assert.equal(refused.problem, 'limited');
    const log = (await fixture.logs()).find(({ provider_call_sid }) => provider_call_sid === 'two');
    assert.deepInclude(log, { status: 'failed', error_message: refused.message });
  });

  it('is never missed when the budget is set while costs are added', async () => {
    const { ports } = fixture;
    // The budget is set between the addition of the cost and the comparison with the budget, and the other way round.
    const { find } = ports.budgets;
    let isFirst = true;
    Object.assign(ports.budgets, {
      async find(orgId: string) {
        const seen = await find(orgId);
        if (!isFirst) return seen;
        isFirst = false;
        await allow('0.05');
        return seen;
      },
    });
    await spend({ call_id: 'one' });
    await refusalOf(fixture.call());
    Object.assign(ports.budgets, { find });
    const { spent } = ports.costSums;
    isFirst = true;
    Object.assign(ports.costSums, {
      async spent(...month: Parameters<typeof spent>) {
        const seen = await spent(...month);
        if (!isFirst) return seen;
        isFirst = false;
        await spend({ call_id: 'two' });
        return seen;
      },
    });
    await allow('0.10');
    await refusalOf(fixture.call());
  });

  it('compares with the month that has begun, and not with costs of the month before', async () => {
    await allow('0.05');
    fixture.ports.clock.advance(31 * 86_400_000);
    await followBudget(fixture.ports, 'o1');
    await fixture.call();
    assert.lengthOf(fixture.carrier.dialled, 1);
  });
});
