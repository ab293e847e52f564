import { assert } from 'chai';
import { rehearse } from '../../../bootstrap/rehearsal/rehearse.ts';
import { campaignUseCases } from '../../../application/campaigns/index.ts';
import type { NewCampaign } from '../../../application/campaigns/create-campaign.ts';
import type { Variant } from '../../../domain/campaigns/variant.ts';
import { agentOf } from '../../../domain/campaigns/variants.ts';
import { contactNumber, openCampaignFixture, type CampaignFixture } from './campaign-fixture.ts';
import { ADA, SECOND } from '../telephony-fixture.ts';
import { fakeIds } from '../../support/fake-ids.ts';
import { errorText } from '../../support/refusals.ts';

describe('a campaign with variants', () => {
  let fixture: CampaignFixture;
  let first: string;
  let second: string;
  beforeEach(async () => {
    // Who calls a contact is drawn by the id of the campaign: with other ids, one agent may get all.
    fixture = await openCampaignFixture(20, { ids: fakeIds });
    first = fixture.agent.agent_id;
    second = (await fixture.createAnswering(SECOND, 'Second')).agent_id;
  });

  const halves = (one = 1, other = 1): readonly Variant[] => [
    { agent_id: first, weight: one },
    { agent_id: second, weight: other },
  ];
  const launch = (contacts: number, more: Partial<NewCampaign> = {}) =>
    fixture.launch(contacts, { variants: halves(), ...more });
  /** The agent and the caller ID of every call, by number called. */
  const callers = async () =>
    (await fixture.logs()).map(({ to_number, agent_id, from_number }) => [to_number, agent_id, from_number] as const);

  it('has its contacts called by the agents that the preview says, each from its own number', async () => {
    const campaign = await fixture.plan(18, { variants: halves() });
    const preview = await fixture.campaigns.preview(ADA, campaign.campaign_id);
    await fixture.campaigns.move(ADA, campaign.campaign_id, 'start');
    await fixture.pass(3_000);
    const all = await callers();
    assert.lengthOf(all, 18);
    const previewed = new Map(preview.first_contacts.map(({ phone_number, agent_id }) => [phone_number, agent_id]));
    for (const [to, agentId, from] of all) {
      assert.equal(agentId, previewed.get(to));
      assert.equal(from, agentId === second ? SECOND : '+15550100001');
    }
    const ofFirst = all.filter(([, agentId]) => agentId === first).length;
    assert.isTrue(ofFirst > 0 && ofFirst < 18);
    assert.deepEqual(preview.agents, [
      { agent_id: first, name: 'Desk', to_dial: ofFirst },
      { agent_id: second, name: 'Second', to_dial: 18 - ofFirst },
    ]);
  });

  it('dials its contacts in no more store writes than one agent does, but for one permit of each agent', async () => {
    const changes = { runs: 0, campaigns: 0 };
    const { runs, campaigns } = fixture.ports;
    const [changeAll, change] = [runs.changeAll, campaigns.change];
    Object.assign(runs, { changeAll: (all: never) => ((changes.runs += 1), changeAll.call(runs, all)) });
    Object.assign(campaigns, {
      change: (...args: Parameters<typeof change>) => ((changes.campaigns += 1), change.apply(campaigns, args)),
    });
    const dialling = async (more: Partial<NewCampaign>) => {
      Object.assign(changes, { runs: 0, campaigns: 0 });
      await fixture.launch(10, more);
      await fixture.pass(1_000);
      const made = { ...changes };
      const dialled = fixture.carrier.dialled.length;
      for (let dial = dialled - 10; dial < dialled; dial += 1) await fixture.end(dial, 'answered');
      await fixture.pass(2_000);
      return made;
    };
    const one = await dialling({});
    const two = await dialling({ variants: halves() });
    assert.lengthOf(fixture.carrier.dialled, 20);
    assert.isAtMost(two.campaigns - one.campaigns, 1);
    assert.isAtMost(two.runs - one.runs, 2);
  });

  it('calls a contact by the same agent in retries, callbacks and a redial, though the weights were turned round', async () => {
    const retries = { max_retries: 1, retry_delay_seconds: 30 };
    const campaign = await launch(1, { variants: halves(0, 1), retry_config: retries });
    await fixture.pass(1_000);
    await fixture.campaigns.update(ADA, campaign.campaign_id, { variants: halves(1, 0) });
    const { callId } = fixture.carrier.dialled[0]!;
    await fixture.end(0, 'no_answer');
    await fixture.pass(31_000);
    await fixture.end(1, 'no_answer');
    await fixture.campaigns.scheduleCallback(ADA, callId, { in_minutes: 1 });
    await fixture.pass(62_000);
    await fixture.end(2, 'answered');
    await fixture.pass(1_000);
    const again = await fixture.campaigns.redial(ADA, campaign.campaign_id, { name: 'Again' });
    assert.notProperty(again.orchestrator_metadata, 'variants_changed_at');
    await fixture.campaigns.move(ADA, again.campaign_id, 'start');
    await fixture.pass(1_000);
    const all = await callers();
    assert.deepEqual(
      all.map(([, agentId]) => agentId),
      [second, second, second, second],
    );
    const { orchestrator_metadata: settings } = await fixture.find(campaign);
    assert.isString(settings.variants_changed_at);
  });

  it('follows changed weights with contacts that were not dialled before', async () => {
    const campaign = await launch(4, { variants: halves(0, 1), max_concurrency: 1 });
    await fixture.pass(1_000);
    await fixture.campaigns.update(ADA, campaign.campaign_id, { variants: halves(1, 0) });
    for (let dial = 0; dial < 3; dial += 1) {
      await fixture.end(dial, 'answered');
      await fixture.pass(1_000);
    }
    const agents = (await callers()).toReversed().map(([, agentId]) => agentId);
    assert.deepEqual(agents, [second, first, first, first]);
  });

  it('does not hold up an agent whose account may dial while that of another may not', async () => {
    const vobiz = await fixture.createAgent('Third', 'vobiz');
    await fixture.attach(vobiz.agent_id, '+15550100003', 'vobiz');
    const other = fixture.ports.carriers.carrier('vobiz');
    fixture.carrier.pacing = { account: 'slow', rate: { dials: 1, perMs: 10_000 } };
    const variants = [
      { agent_id: first, weight: 1 },
      { agent_id: vobiz.agent_id, weight: 1 },
    ];
    const campaign = await fixture.launch(12, { variants });
    await fixture.pass(3_000);
    const ofOther = Array.from({ length: 12 }, (_, index) => contactNumber(index)).filter(
      (phone_number) => agentOf(campaign, { phone_number }) === vobiz.agent_id,
    );
    assert.sameMembers(
      other.dialled.map(({ to }) => to),
      ofOther,
    );
    assert.isBelow(fixture.carrier.dialled.length, 12 - ofOther.length);
  });

  it('pauses, naming the variant, when an agent was deleted, and leaves its contacts to no other', async () => {
    const campaign = await fixture.plan(6, {
      variants: [halves()[0]!, { agent_id: second, weight: 1, name: 'Short' }],
    });
    await fixture.agents.delete(ADA, second);
    const { problems } = await fixture.campaigns.preview(ADA, campaign.campaign_id);
    assert.deepEqual(problems, ['Variant Short: Agent not found']);
    await fixture.campaigns.move(ADA, campaign.campaign_id, 'start');
    await fixture.pass(2_000);
    const { state, orchestrator_metadata: settings } = await fixture.find(campaign);
    assert.deepEqual([state, settings.paused_reason], ['paused', 'Variant Short: Agent not found']);
    for (const [, agentId] of await callers()) assert.equal(agentId, first);
  });

  it('is not started with an archived agent', async () => {
    const campaign = await fixture.plan(2, { variants: halves() });
    await fixture.agents.update(ADA, second, { status: 'archived' });
    const reason = await errorText(fixture.campaigns.move(ADA, campaign.campaign_id, 'start'));
    assert.equal(reason, 'Second: The agent is archived: set its status to active first');
    const { state } = await fixture.find(campaign);
    assert.equal(state, 'created');
  });

  it('takes agents that can call only, and names the one that cannot', async () => {
    const plain = await fixture.createAgent('Without number');
    const refused: [string, string][] = [
      ['none', 'variants[1].agent_id: Agent not found'],
      [plain.agent_id, 'variants[1].agent_id: The agent has no phone number'],
    ];
    for (const [agent_id, reason] of refused) {
      const variants = [halves()[0]!, { agent_id, weight: 1 }];
      assert.equal(await errorText(fixture.plan(1, { variants })), reason);
      const campaign = await fixture.plan(1);
      assert.equal(await errorText(fixture.campaigns.update(ADA, campaign.campaign_id, { variants })), reason);
    }
    const vobiz = await fixture.createAgent('Other carrier', 'vobiz');
    await fixture.attach(vobiz.agent_id, '+15550100003', 'vobiz');
    const variants = [halves()[0]!, { agent_id: vobiz.agent_id, weight: 1 }];
    const pooled = { variants, caller_id_pool: { numbers: [SECOND] } };
    const { campaign_id: id } = await fixture.plan(1, { variants });
    for (const refusal of [fixture.plan(1, pooled), fixture.campaigns.update(ADA, id, pooled)])
      assert.equal(
        await errorText(refusal),
        "variants[1].agent_id: caller_id_pool.numbers[0] must be one of the organisation's numbers at vobiz",
      );
    assert.equal(
      await errorText(fixture.plan(1, { variants, from_number: SECOND })),
      "variants[1].agent_id: from_number must be one of the organisation's numbers at vobiz",
    );
  });

  it('is rehearsed with all its agents', async () => {
    const campaign = await fixture.plan(40, { variants: halves(1, 3), max_concurrency: 10, rate_limit_per_second: 5 });
    const { prices } = fixture.ports;
    const plans: Parameters<typeof rehearse>[0][] = [];
    const rehearsals = {
      run: (plan: Parameters<typeof rehearse>[0]) => (plans.push(plan), rehearse(plan, { prices, holidays: {} })),
    };
    const use = campaignUseCases({ ...fixture.ports, rehearsals });
    const { rehearsal, preview } = await use.rehearse(ADA, campaign.campaign_id, {});
    assert.include(rehearsal, { state: 'completed', contacts_dialled: 40 });
    assert.deepEqual(
      plans[0]?.agents.map(({ agent_id }) => agent_id),
      [first, second],
    );
    const [one, other] = preview.agents ?? [];
    assert.isTrue(one!.to_dial > 0 && one!.to_dial < other!.to_dial);
    assert.equal(one!.to_dial + other!.to_dial, 40);
  });
});
