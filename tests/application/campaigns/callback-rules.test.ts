import { assert } from 'chai';
import { contactEraser } from '../../../application/campaigns/erase-contacts.ts';
import { contactNumber, IN_AN_HOUR, openCampaignFixture, type CampaignFixture } from './campaign-fixture.ts';
import { CALLEE } from '../call-fixture.ts';
import { ADA, FIRST } from '../telephony-fixture.ts';
import { errorText } from '../../support/refusals.ts';

const HOUR_MS = 3_600_000;

describe('the rules of a callback', () => {
  let fixture: CampaignFixture;
  beforeEach(async () => (fixture = await openCampaignFixture()));

  it('is refused when its number is suppressed before, and cannot be scheduled afterwards', async () => {
    await fixture.dialOne();
    await fixture.end(0, 'answered');
    const { callback_id } = await fixture.schedule(fixture.callIdOf(0));
    await Promise.all([fixture.campaigns.addSuppression(ADA, { phone_number: contactNumber(0) }), fixture.pass(2_000)]);
    await fixture.pass(HOUR_MS);
    assert.lengthOf(fixture.dialled(), 1);
    assert.include(await fixture.callback(callback_id), { status: 'refused', outcome: 'suppressed' });
    assert.match(await errorText(fixture.schedule(fixture.callIdOf(0))), /on the suppression list/);
  });

  it('is refused outside the hours of the campaign, with the next time, and made within', async () => {
    const slots = Array.from({ length: 7 }, (_, day_of_week) => ({
      day_of_week,
      start_time: '00:00',
      end_time: '16:00',
    }));
    const hours = { timezone: 'UTC', slots, use_contact_timezone: true };
    await fixture.ports.clock.advanceAsync(0);
    const campaign = await fixture.launch('phone_number,timezone\n+14155551000,America/New_York\n', {
      schedule_config: { ...hours, slots: slots.map((slot) => ({ ...slot, end_time: '24:00' })) },
    });
    await fixture.pass(1_000);
    await fixture.campaigns.update(ADA, campaign.campaign_id, { schedule_config: hours });
    const refused = await errorText(fixture.schedule(fixture.callIdOf(0), { day: 'tomorrow', time: '17:00' }));
    assert.match(
      refused,
      /^time must be within the hours of the campaign: .* The next time is \w+ .* at 00:00 \(America\/New_York\)$/,
    );
    const agreed = await fixture.schedule(fixture.callIdOf(0), { day: 'tomorrow', time: '15:00' });
    assert.match(agreed.time_in_words, / at 15:00 \(America\/New_York\)$/);
  });

  it('is at a time of the number where the column of zones has another text', async () => {
    const list = 'phone_number,timezone\n+14155551000,Pacific time\n';
    await fixture.launch(list);
    await fixture.pass(1_000);
    const agreed = await fixture.schedule(fixture.callIdOf(0), { day: 'tomorrow', time: '15:00' });
    assert.match(agreed.time_in_words, / at 15:00 \(America\/Los_Angeles\)$/);
    assert.match((await fixture.schedule(fixture.callIdOf(0))).time_in_words, / \(America\/Los_Angeles\)$/);
  });

  it('is refused without a consent that holds then', async () => {
    const consent = { column: 'agreed', expiry_column: 'until' };
    const now = fixture.ports.clock.now();
    const until = new Date(now.getTime() + 3 * HOUR_MS).toISOString();
    await fixture.launch(`phone_number,agreed,until\n+14155551000,yes,${until}\n`, { consent });
    await fixture.pass(1_000);
    assert.match(
      await errorText(fixture.schedule(fixture.callIdOf(0), { in_minutes: 240 })),
      /does not have the consent/,
    );
    assert.equal((await fixture.schedule(fixture.callIdOf(0), { in_minutes: 120 })).status, 'scheduled');
  });

  it('is refused to a call without a number, and to an agent that has none', async () => {
    const facts = { agent_id: fixture.agent.agent_id, provider_call_sid: 'hidden', to_number: FIRST };
    const { call: hidden } = await fixture.calls.registerInbound(ADA, { ...facts, from_number: 'anonymous' });
    assert.equal(await errorText(fixture.schedule(hidden.call_id)), 'The call has no telephone number to call back');
    await fixture.dialOne();
    const inCampaign = fixture.callIdOf(0);
    const call = await fixture.ring();
    await fixture.ports.agents.update('o1', fixture.agent.agent_id, { linked_phone_number: null });
    assert.equal(await errorText(fixture.schedule(call.call_id)), 'The agent has no phone number');
    assert.equal(await errorText(fixture.schedule(inCampaign)), 'The agent has no phone number');
    assert.equal(await errorText(fixture.schedule('nowhere')), 'Call not found');
    const stranger = { ...ADA, org_id: 'o2' };
    assert.equal(await errorText(fixture.schedule(call.call_id, IN_AN_HOUR, stranger)), 'Call not found');
  });

  it('is made by a campaign of the agent where its call has none, and members change its rules', async () => {
    const call = await fixture.call();
    const other = await fixture.ring();
    const [one, two] = await Promise.all([fixture.schedule(call.call_id), fixture.schedule(other.call_id)]);
    assert.equal(one.campaign_id, `callbacks-${fixture.agent.agent_id}`);
    assert.equal(two.campaign_id, one.campaign_id);
    const home = await fixture.campaigns.find(ADA, one.campaign_id);
    assert.deepInclude(home, { state: 'running', total_rows: 2, agent_id: fixture.agent.agent_id });
    await fixture.campaigns.update(ADA, home.campaign_id, { max_concurrency: 1 });
    await fixture.pass(HOUR_MS + 5_000);
    assert.deepEqual(fixture.dialled(), [CALLEE, CALLEE], 'one at a time');
    const last = fixture.carrier.dialled.length - 1;
    await fixture.end(last, 'answered');
    await fixture.pass(5_000);
    assert.lengthOf(fixture.dialled(), 3);
  });

  it('is not kept when the number of its call is erased at the same time', async () => {
    const { runs, calls } = fixture.ports;
    const call = await fixture.call();
    const { addAll } = runs;
    runs.addAll = async (added) => {
      await addAll(added);
      await calls.remove('o1', call.call_id);
    };
    assert.equal(await errorText(fixture.schedule(call.call_id)), 'Call not found');
    runs.addAll = addAll;
    assert.include(await fixture.callback(`callback-${call.call_id}`), { phone_number: 'erased', note: null });
  });

  it('is erased when it was scheduled after the contacts were', async () => {
    const call = await fixture.call();
    const { callback_id } = await fixture.schedule(call.call_id);
    const kinds: string[] = [];
    const progress = { erased: async (kind: string) => void kinds.push(kind), waits: () => void kinds.push('waits') };
    await contactEraser(fixture.ports).eraseCallbacks('o1', CALLEE, progress);
    assert.deepEqual(kinds, ['contacts']);
    assert.include(await fixture.callback(callback_id), { phone_number: 'erased', note: null });
  });

  it('is kept by a campaign that is created again while the deletion of the last one ends', async () => {
    const [call, other] = [await fixture.call(), await fixture.ring()];
    const { campaign_id } = await fixture.schedule(call.call_id);
    const { campaigns } = fixture.ports;
    const { remove } = campaigns;
    let again: Awaited<ReturnType<typeof fixture.schedule>> | null = null;
    campaigns.remove = async (...of) => {
      const isRemoved = await remove(...of);
      again = await fixture.schedule(other.call_id, { in_minutes: 1 });
      return isRemoved;
    };
    await Promise.all([fixture.campaigns.delete(ADA, campaign_id), fixture.pass(2_000)]);
    assert.include(await fixture.callback(again!.callback_id), { status: 'scheduled', campaign_id });
    await fixture.pass(62_000);
    assert.deepEqual(fixture.dialled(), [CALLEE, CALLEE], 'that of the call, and the callback');
  });
});
