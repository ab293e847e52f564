import { assert } from 'chai';
import type { CampaignChanges } from '../../../application/campaigns/update-campaign.ts';
import { contactNumber, openCampaignFixture, type CampaignFixture } from './campaign-fixture.ts';
import { ADA } from '../telephony-fixture.ts';

const HOUR = 3_600_000;
const rows = (header: string, ...lines: readonly string[]): string =>
  [header, ...lines.map((line, index) => `${contactNumber(index)},${line}`)].join('\n');
/** Open all day on every day, by the clock of each contact. */
const slots = (start_time: string, end_time: string) =>
  Array.from({ length: 7 }, (_, day_of_week) => ({ day_of_week, start_time, end_time }));

describe('campaigns that depend on the contact', () => {
  let fixture: CampaignFixture;
  beforeEach(async () => (fixture = await openCampaignFixture()));
  const page = { from: 0, limit: 50 };
  const refused = (act: Promise<unknown>): Promise<string> =>
    act.then(
      () => assert.fail('accepted'),
      (error: Error) => error.message,
    );

  it('dial each contact in its own hours, whatever the zone of the campaign', async () => {
    // The fixture's clock, in the zone of each row: one hour is open.
    const hour = fixture.ports.clock.now().getUTCHours();
    const two = (value: number): string => `${(value + 24) % 24}`.padStart(2, '0');
    const schedule = {
      ...{ timezone: 'Asia/Tokyo', slots: slots(`${two(hour)}:00`, `${two(hour + 1)}:00`) },
      use_contact_timezone: true,
    };
    const list = rows('phone_number,timezone', 'UTC', 'Etc/GMT+2', 'Etc/GMT+2', 'UTC');
    const campaign = await fixture.launch(list, { schedule_config: schedule });
    await fixture.pass(2_000);
    assert.sameMembers(fixture.dialled(), [contactNumber(0), contactNumber(3)]);
    const { deferrals } = await fixture.campaigns.listDeferrals(ADA, campaign.campaign_id, page);
    assert.deepEqual(
      deferrals.map(({ contact_index, reason }) => [contact_index, reason]),
      [
        [1, 'outside_hours'],
        [2, 'outside_hours'],
      ],
    );
    assert.deepInclude(deferrals[0], { timezones: ['Etc/GMT+2'] });
    for (let quarter = 0; quarter < 9; quarter += 1) {
      await fixture.ports.clock.advanceAsync(HOUR / 4);
      await fixture.pass(100);
    }
    assert.lengthOf(fixture.dialled(), 4);
    for (const dial of [0, 1, 2, 3]) await fixture.end(dial, 'answered');
    await fixture.pass(100);
    assert.include(await fixture.find(campaign), { state: 'completed', processed_rows: 4, failed_rows: 0 });
  });

  it('refuse contacts without consent, with the evidence in list, counters and report', async () => {
    const list = rows('phone_number,Consent,until', 'yes,', 'no,', 'YES,2020-01-01', 'yes,2999-12-31');
    const consent = { column: ' Consent ', expiry_column: 'until' };
    const campaign = await fixture.launch(list, { consent });
    await fixture.pass(2_000);
    assert.sameMembers(fixture.dialled(), [contactNumber(0), contactNumber(3)]);
    const { refusals } = await fixture.campaigns.listRefusals(ADA, campaign.campaign_id, page);
    assert.deepEqual(
      refusals.map((each) => (each.reason === 'no_consent' ? each.consent : null)),
      [
        { column: 'consent', value: 'no', expires: null },
        { column: 'consent', value: 'YES', expires: '2020-01-01' },
      ],
    );
    for (const dial of [0, 1]) await fixture.end(dial, 'answered');
    await fixture.pass(100);
    const counted = { refused_rows: 2, refused_by: { no_consent: 2 } };
    assert.deepInclude(await fixture.find(campaign), { state: 'completed', failed_rows: 2, ...counted });
    assert.deepInclude(await fixture.campaigns.readProgress(ADA, campaign.campaign_id), counted);
    const report = await fixture.campaigns.exportReport(ADA, campaign.campaign_id);
    assert.include(report, `\r\n,${contactNumber(1)},refused,no_consent,,`);
    const redialled = fixture.campaigns.redial(ADA, campaign.campaign_id, { name: 'Again' });
    assert.equal(await refused(redialled), 'No failed contacts to redial');
  });

  it('refuse at once what no hour is common to', async () => {
    const schedule = { timezone: 'UTC', slots: slots('09:00', '10:00'), use_contact_timezone: true };
    const campaign = await fixture.launch('phone_number\n+18005550100\n', { schedule_config: schedule });
    await fixture.pass(1_000);
    assert.isEmpty(fixture.dialled());
    const { refusals } = await fixture.campaigns.listRefusals(ADA, campaign.campaign_id, page);
    assert.lengthOf(refusals, 1);
    assert.deepInclude(refusals[0], { reason: 'no_common_hours' });
    assert.include(await fixture.find(campaign), { state: 'completed', refused_rows: 1 });
  });

  it('stop to depend on consent, its expiry or a column of zones when these are set to null', async () => {
    const list = rows('phone_number,agreed,until,zone', 'yes,2020-01-01,Asia/Tokyo');
    const schedule = { timezone: 'UTC', slots: slots('00:00', '24:00'), use_contact_timezone: true };
    const campaign = await fixture.plan(list, {
      consent: { column: 'agreed', expiry_column: 'until' },
      schedule_config: { ...schedule, timezone_column: 'zone' },
    });
    const changed = async (request: CampaignChanges) =>
      (await fixture.campaigns.update(ADA, campaign.campaign_id, request)).orchestrator_metadata;
    const unexpiring = await changed({ consent: { expiry_column: null }, schedule_config: { timezone_column: null } });
    assert.deepEqual(unexpiring.consent, { column: 'agreed', accepted_values: ['yes', 'true', '1'] });
    assert.notProperty(unexpiring.schedule_config, 'timezone_column');
    assert.notProperty(await changed({ consent: null }), 'consent');
    assert.notProperty(await changed({ consent: null }), 'consent', 'nothing is left to remove');
    await fixture.campaigns.move(ADA, campaign.campaign_id, 'start');
    await fixture.pass(1_000);
    assert.deepEqual(fixture.dialled(), [contactNumber(0)]);
  });

  it('are checked against the list with what another request has just changed', async () => {
    const schedule = { timezone: 'UTC', slots: slots('09:00', '10:00') };
    const campaign = await fixture.plan(rows('phone_number,zone', 'Mars/Base'), { schedule_config: schedule });
    const { campaigns } = fixture.ports;
    const { change } = campaigns;
    /** Another request names the column of zones, which no contact uses yet, just before the first one is stored. */
    campaigns.change = async (...args) => {
      campaigns.change = change;
      await fixture.campaigns.update(ADA, campaign.campaign_id, { schedule_config: { timezone_column: 'zone' } });
      return change(...args);
    };
    const using = { schedule_config: { use_contact_timezone: true } };
    const message = await refused(fixture.campaigns.update(ADA, campaign.campaign_id, using));
    assert.match(message, /an unknown time zone in row 2/);
    assert.notProperty((await fixture.find(campaign)).orchestrator_metadata.schedule_config, 'use_contact_timezone');
  });

  it('read their list once for new settings, however often they change while they dial', async () => {
    const campaign = await fixture.plan(rows('phone_number,agreed', 'yes'));
    const { campaigns, objects } = fixture.ports;
    const [{ change }, { open }] = [campaigns, objects];
    let [reads, conflicts] = [0, 0];
    objects.open = (key) => ((reads += 1), open(key));
    campaigns.change = async (...args) => ((conflicts += 1) < 5 ? null : change(...args));
    await fixture.campaigns.update(ADA, campaign.campaign_id, { consent: { column: 'agreed' } });
    assert.deepEqual([conflicts, reads], [5, 1]);
  });

  it('are refused when the contact list lacks their columns, or these cannot be read', async () => {
    const schedule = { timezone: 'UTC', slots: slots('09:00', '10:00'), use_contact_timezone: true };
    const zones = rows('phone_number,timezone', 'UTC', 'Mars/Base');
    assert.match(await refused(fixture.plan(zones, { schedule_config: schedule })), /an unknown time zone in row 3/);
    const absent = { schedule_config: { ...schedule, timezone_column: 'zone' } };
    assert.equal(await refused(fixture.plan(zones, absent)), 'The contact list has no zone column');
    const consent = { column: 'agreed' };
    assert.equal(await refused(fixture.plan(zones, { consent })), 'The contact list has no agreed column');
    const campaign = await fixture.plan(rows('phone_number,agreed,until', 'yes,soon'), { consent });
    const later = { consent: { expiry_column: 'until' } };
    const changed = fixture.campaigns.update(ADA, campaign.campaign_id, later);
    assert.match(await refused(changed), /neither a day such as 2026-12-31 nor a time in row 2/);
  });
});
