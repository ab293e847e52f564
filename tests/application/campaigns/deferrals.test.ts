import { assert } from 'chai';
import type { Campaign } from '../../../domain/campaigns/campaign.ts';
import { contactNumber, openCampaignFixture, type CampaignFixture } from './campaign-fixture.ts';
import { ADA } from '../telephony-fixture.ts';

const HOUR_MS = 3_600_000;
const slots = (start_time: string, end_time: string) =>
  Array.from({ length: 7 }, (_, day_of_week) => ({ day_of_week, start_time, end_time }));
/** The clock of the fixture says nine in the morning. */
const CLOSED = { timezone: 'UTC', use_contact_timezone: true, slots: slots('06:00', '08:00') };
const OPEN = { slots: slots('06:00', '20:00') };

describe('contacts that wait because of a rule', () => {
  let fixture: CampaignFixture;
  beforeEach(async () => (fixture = await openCampaignFixture()));
  const dials = (): number => fixture.carrier.dialled.length;
  const listOf = (contacts: number): string =>
    ['phone_number,timezone', ...Array.from({ length: contacts }, (_, at) => `${contactNumber(at)},UTC`)].join('\n');
  const waiting = async (campaign: Campaign): Promise<number> => {
    const now = fixture.ports.clock.now().toISOString();
    return (await fixture.runs(campaign)).filter(({ not_before }) => (not_before ?? '') > now).length;
  };
  /** Lets hours pass, with looks of the engine every quarter. */
  async function passHours(hours: number): Promise<void> {
    for (let quarter = 0; quarter < hours * 4; quarter += 1) {
      await fixture.ports.clock.advanceAsync(HOUR_MS / 4);
      await fixture.pass(100);
    }
  }

  it('cost a write each, and hardly another one, until their hours begin', async () => {
    const { runs } = fixture.ports;
    const { changeAll } = runs;
    let written = 0;
    runs.changeAll = (all) => {
      written += all.length;
      return changeAll(all);
    };
    const campaign = await fixture.launch(listOf(150), { schedule_config: CLOSED });
    await fixture.pass(2_000);
    assert.equal(written, 150);
    assert.equal(await waiting(campaign), 150);
    await passHours(12);
    assert.isAtMost(written, 450);
    assert.equal(dials(), 0);
    await passHours(9.25);
    assert.equal(dials(), 20);
  });

  it('are dialled at once when the hours change, also when a crash interrupts it', async () => {
    const campaign = await fixture.launch(listOf(20), { schedule_config: CLOSED });
    await fixture.pass(2_000);
    const { campaigns } = fixture.ports;
    const { change } = campaigns;
    let lost = 0;
    campaigns.change = async (record, wanted, events) => {
      if (wanted.gate?.deferrals === undefined || lost > 0) return change(record, wanted, events);
      lost += 1;
      throw new Error('The process dies');
    };
    await fixture.campaigns.update(ADA, campaign.campaign_id, { schedule_config: OPEN });
    await fixture.pass(3_000);
    assert.equal(lost, 1);
    assert.equal(dials(), 20);
  });

  it('are judged by changed hours in pieces when they are many, each of them', async () => {
    const campaign = await fixture.launch(listOf(1_150), { schedule_config: CLOSED });
    await fixture.pass(3_000);
    assert.equal(await waiting(campaign), 1_150);
    await fixture.campaigns.update(ADA, campaign.campaign_id, { schedule_config: { slots: slots('21:00', '22:00') } });
    await fixture.pass(3_000);
    const until = new Set((await fixture.runs(campaign)).map(({ deferral }) => deferral?.until));
    assert.deepEqual([...until], ['2026-03-02T21:00:00.000Z']);
  });

  it('do not become due because of a rule while they wait for a retry', async () => {
    const retries = { retry_config: { retry_delay_seconds: 7_200 } };
    const campaign = await fixture.launch(listOf(1), { ...retries, dial_caps: { max_dials_per_day: 5 } });
    await fixture.pass(1_000);
    await fixture.end(0, 'busy');
    await fixture.campaigns.update(ADA, campaign.campaign_id, { dial_caps: { max_dials_per_day: 4 } });
    await passHours(1.5);
    assert.equal(dials(), 1);
    await passHours(0.75);
    assert.equal(dials(), 2);
  });
});
