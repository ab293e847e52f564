import { assert } from 'chai';
import { compareVariants } from '../../../application/campaigns/compare-variants.ts';
import type { NewCampaign } from '../../../application/campaigns/create-campaign.ts';
import type { Campaign } from '../../../domain/campaigns/campaign.ts';
import { agentOf } from '../../../domain/campaigns/variants.ts';
import { openCampaignFixture, type CampaignFixture } from './campaign-fixture.ts';
import { ADA, BOT, SECOND } from '../telephony-fixture.ts';
import { fakeIds } from '../../support/fake-ids.ts';

describe('the comparison of variants of a campaign', () => {
  let fixture: CampaignFixture;
  let first: string;
  let second: string;
  beforeEach(async () => {
    // Who calls a contact is drawn by the id of the campaign: with other ids, one agent may get almost all.
    fixture = await openCampaignFixture(20, { ids: fakeIds });
    first = fixture.agent.agent_id;
    second = (await fixture.createAnswering(SECOND, 'Second')).agent_id;
  });

  const launch = (contacts: number, more: Partial<NewCampaign> = {}) =>
    fixture.launch(contacts, { variants: [first, second].map((agent_id) => ({ agent_id, weight: 1 })), ...more });

  const compare = ({ campaign_id }: Campaign) => fixture.campaigns.compare(ADA, campaign_id);

  it('counts contacts, their final outcomes and conversations, without callbacks', async () => {
    const campaign = await launch(12, { retry_config: { max_retries: 1, retry_delay_seconds: 30 } });
    await fixture.pass(2_000);
    const dials = fixture.carrier.dialled;
    const isSecond = dials.map(({ to }) => agentOf(campaign, { phone_number: to }) === second);
    for (const [dial, { callId }] of dials.slice(0, 12).entries()) {
      if (isSecond[dial]) {
        await fixture.calls.update(BOT, callId, { status: 'in_progress' });
        const end = new Date(fixture.ports.clock.now().getTime() + 30_000).toISOString();
        await fixture.calls.update(BOT, callId, { status: 'completed', call_response: 'answered', end_time_utc: end });
      } else await fixture.end(dial, 'no_answer');
    }
    const answered = dials.findIndex((_each, at) => isSecond[at]);
    await fixture.campaigns.scheduleCallback(ADA, dials[answered]!.callId, { in_minutes: 1 });
    await fixture.pass(62_000);
    for (let dial = 12; dial < dials.length; dial += 1) await fixture.end(dial, 'no_answer');
    await fixture.pass(62_000);
    const { contacts, variants, shares, durations, warnings } = await compare(campaign);
    const ofSecond = isSecond.filter(Boolean).length;
    assert.deepEqual(contacts, { read: 12, of: 12 });
    assert.deepEqual(
      variants.map(({ name, contacts: dialled, finished, dials: made }) => [name, dialled, finished, made]),
      [
        ['Desk', 12 - ofSecond, 12 - ofSecond, 2 * (12 - ofSecond)],
        ['Second', ofSecond, ofSecond, ofSecond],
      ],
    );
    const reached = shares.find(({ value }) => value === 'answered');
    assert.deepEqual(
      reached?.shares.map(({ count, of }) => [count, of]),
      [
        [0, 12 - ofSecond],
        [ofSecond, ofSecond],
      ],
    );
    assert.equal(reached?.differences[0]?.conclusion, 'higher');
    assert.deepEqual(
      durations.means.map(({ conversations, median }) => [conversations, median]),
      [
        [0, null],
        [ofSecond, 30],
      ],
    );
    assert.includeMembers(
      warnings.map(({ code }) => code),
      ['few_contacts', 'different_numbers'],
    );
  });

  it('reads the first contacts of a list with too many', async () => {
    const campaign = await launch(10);
    await fixture.pass(2_000);
    const few = compareVariants({ ...fixture.ports }, 4);
    const { contacts, variants, warnings } = await few(ADA, campaign.campaign_id);
    assert.deepEqual(contacts, { read: 4, of: 10 });
    assert.equal(
      variants.reduce((sum, variant) => sum + variant.contacts, 0),
      4,
    );
    assert.equal(warnings[0]?.message, 'Only the first 4 of 10 contacts of the list are compared');
  });

  it('counts what the analyses of conversations found', async () => {
    const config = {
      ...fixture.agent.config,
      analysis: { fields: { type: 'object', properties: { booked: { type: 'boolean' } } } },
    };
    for (const agentId of [first, second]) await fixture.agents.update(ADA, agentId, { config });
    const campaign = await launch(6);
    await fixture.pass(1_000);
    const { callAnalyses, clock } = fixture.ports;
    for (const [dial, { callId, to }] of fixture.carrier.dialled.entries()) {
      await fixture.end(dial, 'answered');
      const agentId = agentOf(campaign, { phone_number: to });
      const now = clock.now().toISOString();
      await callAnalyses.add({
        ...{ call_id: callId, org_id: 'o1', agent_id: agentId, status: 'done', error_message: null, success: null },
        result: {
          ...{ provider: 'openai', model: null, agent_updated_at: now, transcript_cut: false, usage: null },
          ...{ analysed_at: now, fields: { booked: agentId === second } },
        },
        ...{ call_created_at: now, run_id: null, requested_at: now, updated_at: now },
      });
    }
    await fixture.pass(1_000);
    const { shares, variants } = await compare(campaign);
    const booked = shares.find(({ field }) => field === 'booked');
    const [one, other] = variants;
    assert.deepEqual(
      booked?.shares.map(({ count, of }) => [count, of]),
      [
        [0, one!.contacts],
        [other!.contacts, other!.contacts],
      ],
    );
  });

  it('warns of an agent that was changed after the start, but not of one that has another name only', async () => {
    const campaign = await launch(2);
    await fixture.pass(1_000);
    const changed = async () =>
      (await compare(campaign)).warnings.filter(({ code }) => code === 'agent_changed').map(({ message }) => message);
    const { config } = fixture.agent;
    await fixture.agents.update(ADA, first, { name: 'Front desk', config });
    assert.isEmpty(await changed());
    const prompts = { ...config.prompts, greeting_message: 'Good day!' };
    await fixture.agents.update(ADA, first, { config: { ...config, prompts } });
    assert.deepEqual(await changed(), [
      'Front desk was changed after the start: its calls before and after are compared together',
    ]);
  });

  it('has one variant, the agent, of a campaign without any', async () => {
    const campaign = await fixture.launch(2);
    await fixture.pass(1_000);
    await fixture.end(0, 'answered');
    const { variants, shares, warnings } = await compare(campaign);
    assert.deepInclude(variants[0], { agent_id: first, weight: null, contacts: 2, finished: 1, dials: 2 });
    assert.lengthOf(variants, 1);
    assert.isEmpty(shares.flatMap(({ differences }) => differences));
    assert.isEmpty(warnings);
    const missing = await fixture.campaigns.compare(ADA, 'none').catch((error: Error) => error.message);
    assert.equal(missing, 'Campaign not found');
  });
});
