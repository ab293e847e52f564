import { assert } from 'chai';
import { campaignDialler } from '../../../application/calls/campaign-dialler.ts';
import { CampaignEngine } from '../../../application/campaigns/campaign-engine.ts';
import type { NewCampaign } from '../../../application/campaigns/create-campaign.ts';
import type { CallerIdPoolInput } from '../../../domain/campaigns/caller-id-pool.ts';
import type { Campaign } from '../../../domain/campaigns/campaign.ts';
import { newNumber } from '../../../domain/telephony/phone-number.ts';
import { contactNumber, openCampaignFixture, type CampaignFixture } from './campaign-fixture.ts';
import { refusal } from '../../support/fake-carrier.ts';
import { ADA } from '../telephony-fixture.ts';
import { errorText } from '../../support/refusals.ts';

const [NEAR, FAR, OTHER] = ['+14155550100', '+12125550100', '+13055550100'];
const HOUR_MS = 3_600_000;
const ONCE = { retry_config: { enabled: false } };

describe('a caller ID pool', () => {
  let fixture: CampaignFixture;
  beforeEach(async () => {
    fixture = await openCampaignFixture();
    for (const number of [NEAR, FAR, OTHER]) await own(number);
  });

  const own = (phone_number: string, org_id = 'o1') =>
    fixture.ports.phoneNumbers.add(newNumber({ phone_number, provider: 'plivo', org_id }, fixture.ports.clock.now()));
  const lose = async (number: string): Promise<void> => {
    const { phoneNumbers } = fixture.ports;
    await phoneNumbers.change((await phoneNumbers.find(number))!, { org_id: 'another' });
  };
  const froms = (): string[] => fixture.carrier.dialled.map(({ from }) => from);
  const launch = (contacts: number, pool: CallerIdPoolInput, more: Partial<NewCampaign> = ONCE) =>
    fixture.launch(contacts, { caller_id_pool: { numbers: [FAR, OTHER, NEAR], ...pool }, ...more });
  const report = ({ campaign_id }: Campaign) => fixture.campaigns.listCallerIds(ADA, campaign_id);
  const restOf = async (campaign: Campaign, number: string) =>
    (await report(campaign)).find(({ phone_number }) => phone_number === number)?.resting ?? null;
  const call = async (dial: number) => (await fixture.ports.calls.find('o1', fixture.carrier.dialled[dial]!.callId))!;
  /** Has a number rest: ten calls from it are not answered. */
  async function rest(number: string, more: CallerIdPoolInput = {}): Promise<Campaign> {
    const first = froms().length;
    const campaign = await launch(10, { numbers: [number], min_answer_rate: 0.2, min_calls: 10, ...more });
    await fixture.pass(1_000);
    for (let dial = first; dial < first + 10; dial += 1) await fixture.end(dial, 'no_answer');
    return campaign;
  }

  it('is dialled from by turns, and the call log has the number', async () => {
    await launch(6, { local_presence: false });
    await fixture.pass(1_000);
    assert.deepEqual(froms(), [FAR, OTHER, NEAR, FAR, OTHER, NEAR]);
    assert.equal((await call(1)).from_number, OTHER);
  });

  it('has a number of the area of the contact come first', async () => {
    await launch(3, {});
    await fixture.pass(1_000);
    assert.deepEqual(froms(), [NEAR, NEAR, NEAR]);
  });

  it('calls a contact from the same number again, in retries, callbacks and a redial', async () => {
    const retries = { retry_config: { max_retries: 1, retry_delay_seconds: 30 } };
    const campaign = await launch(2, { local_presence: false }, retries);
    await fixture.pass(1_000);
    for (const dial of [1, 0]) await fixture.end(dial, 'busy');
    await fixture.pass(40_000);
    const again = fixture.carrier.dialled.slice(2).map(({ to, from }) => [to, from]);
    assert.sameDeepMembers(again, [
      [contactNumber(0), FAR],
      [contactNumber(1), OTHER],
    ]);
    const second = fixture.carrier.dialled.findIndex(({ to }, dial) => dial > 1 && to === contactNumber(1));
    for (const dial of [2, 3]) await fixture.end(dial, 'busy');
    await fixture.campaigns.scheduleCallback(ADA, fixture.carrier.dialled[second]!.callId, { in_minutes: 1 });
    await fixture.pass(62_000);
    assert.deepInclude(fixture.carrier.dialled[4], { to: contactNumber(1), from: OTHER });
    await fixture.end(4, 'answered');
    await fixture.pass(1_000);
    const { campaign_id } = await fixture.campaigns.redial(ADA, campaign.campaign_id, { name: 'Again' });
    await fixture.campaigns.move(ADA, campaign_id, 'start');
    await fixture.pass(1_000);
    assert.sameMembers(froms().slice(5), [FAR, OTHER]);
  });

  it('is dialled from no more often than its interval allows, also after another process has taken over', async () => {
    await launch(9, { min_interval_seconds: 60 });
    await fixture.pass(50_000);
    assert.deepEqual(froms(), [NEAR, FAR, OTHER]);
    const other = new CampaignEngine({ ...fixture.ports, dialler: campaignDialler(fixture.ports) });
    await fixture.ports.campaignEngine.stop();
    for (let second = 50; second < 59; second += 1) {
      await other.tick();
      await fixture.ports.clock.advanceAsync(1_000);
    }
    assert.lengthOf(froms(), 3);
    for (let second = 0; second < 8; second += 1) {
      await other.tick();
      await fixture.ports.clock.advanceAsync(1_000);
    }
    assert.sameMembers(froms().slice(3), [NEAR, FAR, OTHER]);
    await other.stop();
  });

  it('has a number rest whose calls are not answered, in every campaign, and tells until when and why', async () => {
    const campaign = await rest(NEAR);
    const now = fixture.ports.clock.now().getTime();
    const resting = (await restOf(campaign, NEAR))!;
    assert.include(resting, { calls: 10, answered: 0, min_answer_rate: 0.2, campaign_id: campaign.campaign_id });
    assert.equal(Date.parse(resting.until), now + 24 * HOUR_MS);
    assert.deepEqual((await fixture.ports.phoneNumbers.find(NEAR))?.resting, resting);
    const first = froms().length;
    const other = await launch(4, { min_answer_rate: 0.1 });
    await fixture.pass(1_000);
    assert.notInclude(froms().slice(first), NEAR);
    assert.lengthOf(froms().slice(first), 4);
    assert.deepEqual(await restOf(other, NEAR), resting);
    const careless = await launch(1, {}, { ...ONCE, name: 'Careless' });
    await fixture.pass(1_000);
    assert.equal(froms().at(-1), NEAR);
    assert.isNull(await restOf(careless, NEAR));
  });

  it('waits while all its numbers rest, and dials again when the first rest is over', async () => {
    await rest(NEAR, { rest_hours: 1 });
    const first = froms().length;
    const campaign = await launch(2, { numbers: [NEAR], min_answer_rate: 0.2 });
    await fixture.pass(5_000);
    assert.lengthOf(froms(), first);
    assert.equal((await fixture.find(campaign)).state, 'running');
    await fixture.ports.clock.advanceAsync(HOUR_MS);
    await fixture.pass(1_000);
    assert.deepEqual(froms().slice(first), [NEAR, NEAR]);
  });

  it('counts each outcome once, however often it is reported and by whichever process', async () => {
    const campaign = await launch(3, { numbers: [NEAR] });
    await fixture.pass(1_000);
    const other = new CampaignEngine({ ...fixture.ports, dialler: campaignDialler(fixture.ports) });
    await fixture.end(0, 'answered');
    await fixture.end(1, 'busy');
    await fixture.end(2, 'invalid_number');
    const calls = await Promise.all([0, 1, 2].map(call));
    await Promise.all(calls.flatMap((ended) => [other.ended(ended), fixture.ports.campaignEngine.ended(ended)]));
    await other.stop();
    assert.deepInclude((await report(campaign))[0], { phone_number: NEAR, dials: 2, answered: 1, answer_rate: 0.5 });
  });

  it('stores a rest with its number that a fault kept from it', async () => {
    const { phoneNumbers } = fixture.ports;
    const { change } = phoneNumbers;
    phoneNumbers.change = () => Promise.reject(new Error('The database is away'));
    const campaign = await launch(40, { numbers: [NEAR, FAR], min_answer_rate: 0.2, min_calls: 10 });
    await fixture.pass(1_000);
    for (let dial = 0; dial < 10; dial += 1) await fixture.end(dial, 'no_answer');
    assert.isNotNull(await restOf(campaign, NEAR));
    phoneNumbers.change = change;
    assert.notProperty(await phoneNumbers.find(NEAR), 'resting');
    await fixture.pass(6_000);
    await fixture.end(10, 'answered');
    await fixture.pass(1_000);
    assert.deepEqual((await phoneNumbers.find(NEAR))?.resting, await restOf(campaign, NEAR));
    assert.isAbove(froms().filter((from) => from === FAR).length, 0);
  });

  it('dials without a number that the organisation has lost, and pauses when it has none left', async () => {
    const retries = { retry_config: { max_retries: 2, retry_delay_seconds: 30 } };
    const campaign = await launch(1, { numbers: [NEAR, FAR] }, retries);
    await fixture.pass(1_000);
    await lose(NEAR);
    await fixture.end(0, 'busy');
    await fixture.pass(35_000);
    assert.deepEqual(froms(), [NEAR, FAR]);
    const [near] = await report(campaign);
    assert.include(near, { phone_number: NEAR, in_pool: true, is_usable: false });
    await lose(FAR);
    await fixture.end(1, 'busy');
    await fixture.pass(35_000);
    assert.lengthOf(froms(), 2);
    const paused = await fixture.find(campaign);
    assert.equal(paused.state, 'paused');
    assert.match(
      paused.orchestrator_metadata.paused_reason ?? '',
      /^No number of the caller ID pool is one of .+ at plivo/,
    );
  });

  it('gives a call that the carrier refused the number that it is dialled from in the end', async () => {
    fixture.carrier.before('dial', refusal(429));
    const { campaign_id } = await launch(1, { numbers: [NEAR] });
    await fixture.pass(1_000);
    assert.lengthOf(froms(), 0);
    const [before] = await fixture.logs();
    assert.equal(before?.from_number, NEAR);
    await fixture.campaigns.update(ADA, campaign_id, { caller_id_pool: { numbers: [FAR] } });
    await fixture.pass(10_000);
    assert.deepEqual(froms(), [FAR]);
    assert.equal((await call(0)).from_number, FAR);
    assert.lengthOf(await fixture.logs(), 1);
  });

  it('can be changed and removed while the campaign runs', async () => {
    const retries = { retry_config: { max_retries: 2, retry_delay_seconds: 30 } };
    const campaign = await launch(1, { numbers: [NEAR] }, retries);
    await fixture.pass(1_000);
    await fixture.campaigns.update(ADA, campaign.campaign_id, { caller_id_pool: { numbers: [FAR] } });
    await fixture.end(0, 'busy');
    await fixture.pass(32_000);
    await fixture.campaigns.update(ADA, campaign.campaign_id, { caller_id_pool: null });
    await fixture.end(1, 'busy');
    await fixture.pass(32_000);
    assert.deepEqual(froms(), [NEAR, FAR, fixture.agent.linked_phone_number]);
    assert.isNull((await fixture.runs(campaign)).at(-1)?.from_number);
    const counted = (await report(campaign)).map(({ phone_number, in_pool, dials }) => [phone_number, in_pool, dials]);
    assert.sameDeepMembers(counted, [
      [NEAR, false, 1],
      [FAR, false, 1],
    ]);
  });

  it('has the preview name the numbers that are not dialled from', async () => {
    await rest(NEAR);
    const campaign = await fixture.plan(4, {
      caller_id_pool: { numbers: [NEAR, FAR, OTHER], min_answer_rate: 0.1, min_interval_seconds: 60 },
    });
    await lose(OTHER);
    const { problems, assumptions } = await fixture.campaigns.preview(ADA, campaign.campaign_id);
    assert.deepEqual(problems, [
      `Numbers of the caller ID pool that the organisation does not have: ${OTHER}`,
      `Numbers of the caller ID pool that rest: ${NEAR}`,
    ]);
    assert.equal(assumptions.dials_per_second, 0.03);
  });

  it('is refused with a number that is not the organisation’s at the carrier of the agent', async () => {
    await own('+14155550199', 'another');
    await fixture.ports.phoneNumbers.add(
      newNumber({ phone_number: '+14155550188', provider: 'vobiz', org_id: 'o1' }, fixture.ports.clock.now()),
    );
    for (const number of ['+14155550199', '+14155550188', '+14155550177', 'nothing']) {
      const says = /^caller_id_pool\.numbers\[1\] must be one of the organisation's numbers at plivo$/;
      const numbers = [NEAR, number];
      assert.match(await errorText(fixture.plan(1, { caller_id_pool: { numbers } })), says);
      const { campaign_id } = await fixture.plan(1);
      assert.match(await errorText(fixture.campaigns.update(ADA, campaign_id, { caller_id_pool: { numbers } })), says);
    }
  });
});
