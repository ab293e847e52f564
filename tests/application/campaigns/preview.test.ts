import { assert } from 'chai';
import { outboundCall, type CallLog, type CallResponse } from '../../../domain/calls/call-log.ts';
import type { NewCampaign } from '../../../application/campaigns/create-campaign.ts';
import type { PreviewRequest } from '../../../application/campaigns/preview-campaign.ts';
import type { Campaign } from '../../../domain/campaigns/campaign.ts';
import { contactNumber, openCampaignFixture, type CampaignFixture } from './campaign-fixture.ts';
import { ADA } from '../telephony-fixture.ts';
import { errorText } from '../../support/refusals.ts';

const HOUR = 3_600_000;
const rows = (header: string, ...lines: readonly string[]): string =>
  [header, ...lines.map((line, index) => `${contactNumber(index)},${line}`)].join('\n');
const always = (start_time: string, end_time: string) =>
  Array.from({ length: 7 }, (_, day_of_week) => ({ day_of_week, start_time, end_time }));
/** One call of a minute at a time, to persons who all answer. */
const ANSWERED = {
  ...{ answered_share: 0, voicemail_share: 1, busy_share: 0, failed_share: 0 },
  ...{ ring_seconds: 20, voicemail_seconds: 40 },
};
const ONE_BY_ONE: Partial<NewCampaign> = { max_concurrency: 1 };

describe('the preview of a campaign', () => {
  let fixture: CampaignFixture;
  beforeEach(async () => (fixture = await openCampaignFixture()));

  const preview = ({ campaign_id }: Campaign, request?: PreviewRequest) =>
    fixture.campaigns.preview(ADA, campaign_id, request);
  const fromNow = (ms: number): string => new Date(fixture.ports.clock.now().getTime() + ms).toISOString();

  it('says who would be refused and who would wait, as the engine then does', async () => {
    // Nine in the morning in UTC.
    const list = rows(
      'phone_number,timezone,agreed',
      ...['UTC,yes', 'Etc/GMT+5,yes', 'UTC,no', 'UTC,yes', 'UTC,yes', 'UTC,yes'],
    );
    const hours = { timezone: 'UTC', slots: always('08:00', '20:00'), use_contact_timezone: true };
    const more = { schedule_config: hours, consent: { column: 'agreed' }, dial_caps: { max_dials_per_day: 1 } };
    const campaign = await fixture.plan(list, more);
    await fixture.campaigns.addSuppression(ADA, { phone_number: contactNumber(3) });
    await fixture.call({ to_number: contactNumber(4) });
    const { contacts, first_contacts } = await preview(campaign);
    assert.deepEqual(contacts, {
      ...{ total: 6, to_dial: 4, refused: 2, refused_by: { no_consent: 1, suppressed: 1 } },
      ...{ deferred: 2, deferred_by: { outside_hours: 1, dial_cap: 1 }, duplicates: 0, skipped_rows: 0 },
    });
    assert.deepEqual(
      first_contacts.map(({ decision, reason }) => reason ?? decision),
      ['dial', 'outside_hours', 'no_consent', 'suppressed', 'dial_cap', 'dial'],
    );
    const dialled = fixture.carrier.dialled.length;
    await fixture.campaigns.move(ADA, campaign.campaign_id, 'start');
    await fixture.pass(2_000);
    assert.sameMembers(
      fixture.carrier.dialled.slice(dialled).map(({ to }) => to),
      [contactNumber(0), contactNumber(5)],
    );
    const page = { from: 0, limit: 50 };
    const { refusals } = await fixture.campaigns.listRefusals(ADA, campaign.campaign_id, page);
    const { deferrals } = await fixture.campaigns.listDeferrals(ADA, campaign.campaign_id, page);
    const shown = first_contacts.flatMap(({ contact_index, reason }) => (reason ? [`${contact_index} ${reason}`] : []));
    assert.sameMembers(
      [...refusals, ...deferrals].map(({ contact_index, reason }) => `${contact_index} ${reason}`),
      shown,
    );
    const untils = first_contacts.flatMap(({ until }) => until ?? []);
    assert.sameMembers(
      deferrals.map(({ until }) => until),
      untils,
    );
  });

  it('writes, counts and dials nothing', async () => {
    const campaign = await fixture.plan(50, { dial_caps: { max_dials_per_week: 1 } });
    const everything = async () => [
      await fixture.ports.documents.everything(),
      fixture.carrier.dialled.length,
      await fixture.ports.quotas.usage('o1'),
    ];
    const before = structuredClone(await everything());
    await preview(campaign);
    await preview(campaign, { sample_size: 10, starts_at: fromNow(HOUR) });
    assert.deepEqual(await everything(), before);
  });

  it('estimates begin, end and cost from given assumptions', async () => {
    const campaign = await fixture.plan(10, ONE_BY_ONE);
    const { estimate, assumptions } = await preview(campaign, { assumptions: ANSWERED });
    const now = fixture.ports.clock.now().toISOString();
    assert.deepInclude(estimate, { begins_at: now, ends_at: fromNow(10 * 60_000), dials: 10, unfinished: 0 });
    assert.deepEqual(estimate.ends_between, { earliest: fromNow(10 * 60_000), latest: fromNow(10 * 60_000) });
    const carrier = estimate.cost.lines.find(({ kind }) => kind === 'telephony');
    // Plivo charges whole minutes.
    assert.deepInclude(carrier, { provider: 'plivo', quantity: 400 });
    const price = Number(carrier?.unit_price?.price);
    assert.closeTo(Number(carrier?.amount), 10 * price, 1e-6);
    assert.include(assumptions, { based_on: 'defaults', earlier_calls: 0, concurrent_calls: 1 });
    assert.sameMembers([...assumptions.given], Object.keys(ANSWERED));
  });

  it('begins when the schedule opens, or when it is asked to', async () => {
    const hours = { timezone: 'UTC', slots: always('12:00', '13:00') };
    const campaign = await fixture.plan(5, { ...ONE_BY_ONE, schedule_config: hours });
    const { estimate } = await preview(campaign, { assumptions: ANSWERED });
    assert.equal(estimate.begins_at, fromNow(3 * HOUR));
    const later = await preview(campaign, { assumptions: ANSWERED, starts_at: fromNow(3.5 * HOUR) });
    assert.deepInclude(later.estimate, { begins_at: fromNow(3.5 * HOUR), ends_at: fromNow(3.5 * HOUR + 300_000) });
    assert.equal(await errorText(preview(campaign, { starts_at: fromNow(-1) })), 'starts_at must not be in the past');
    const far = { starts_at: fromNow(400 * 24 * HOUR) };
    assert.equal(await errorText(preview(campaign, far)), 'starts_at must be within a year');
  });

  it('fills the prompts of the first twenty contacts and names variables without a value', async () => {
    const { agent, agents } = fixture;
    const prompts = {
      system_prompt: 'Call {{name}} about {{topic}}.',
      greeting_message: 'Hello {{name}}, {{nothing}}!',
    };
    const { config } = await agents.find(ADA, agent.agent_id);
    const changed = { ...config, prompts, custom_variables: { topic: 'tea' } };
    await agents.update(ADA, agent.agent_id, { config: changed });
    const { first_contacts } = await preview(await fixture.plan(25));
    assert.lengthOf(first_contacts, 20);
    assert.deepInclude(first_contacts[3], {
      ...{ contact_index: 3, phone_number: contactNumber(3), system_prompt: 'Call Name 3 about tea.' },
      ...{ greeting_message: 'Hello Name 3, !', missing_variables: ['nothing'], decision: 'dial' },
    });
  });

  it('counts rows without a number', async () => {
    const list = `phone_number,name\n,Ann\n${contactNumber(1)},Ben\n,\n`;
    assert.deepInclude((await preview(await fixture.plan(list))).contacts, { total: 1, skipped_rows: 2 });
  });

  it('judges a sample when it is asked to, says so, and counts for all', async () => {
    const campaign = await fixture.plan(
      rows('phone_number,agreed', ...Array.from({ length: 400 }, (_, at) => (at % 20 === 0 ? 'no' : 'yes'))),
      { consent: { column: 'agreed' } },
    );
    const exact = await preview(campaign);
    assert.deepInclude(exact, { sample: null });
    assert.deepInclude(exact.contacts, { total: 400, refused: 20 });
    const sampled = await preview(campaign, { sample_size: 134 });
    assert.equal(sampled.contacts.total, 400);
    assert.isBelow(sampled.sample!.judged, 160);
    assert.equal(sampled.sample!.of, 400);
    assert.closeTo(sampled.contacts.refused, 20, 8);
  });

  it('takes only contacts that are left once the campaign runs', async () => {
    const campaign = await fixture.launch(6, { max_concurrency: 2, retry_config: { enabled: false } });
    await fixture.pass(2_000);
    await fixture.end(0, 'answered');
    await fixture.campaigns.move(ADA, campaign.campaign_id, 'pause').catch(() => undefined);
    await fixture.pass(2_000);
    const { contacts } = await preview(await fixture.find(campaign));
    assert.include(contacts, { total: 5, to_dial: 5 });
  });

  it('is refused once the campaign is over', async () => {
    const campaign = await fixture.launch(1, { retry_config: { enabled: false } });
    await fixture.pass(1_000);
    await fixture.end(0, 'answered');
    await fixture.pass(1_000);
    const message = 'Cannot preview a campaign that is completed: redial it, or create another one';
    assert.equal(await errorText(preview(campaign)), message);
  });

  it('names what keeps the campaign from dialling', async () => {
    const campaign = await fixture.plan(1);
    assert.deepEqual((await preview(campaign)).problems, []);
    await fixture.agents.update(ADA, campaign.agent_id, { status: 'archived' });
    assert.deepEqual((await preview(campaign)).problems, ['The agent is archived: set its status to active first']);
  });

  it('names the quota that the dials would use up', async () => {
    const { limits } = fixture.ports;
    limits.quotas = { ...limits.quotas, calls_per_day: 5 };
    const { problems } = await preview(await fixture.plan(20), { assumptions: ANSWERED });
    assert.lengthOf(problems, 1);
    assert.match(problems[0]!, /may start 5 more calls today, and 20 dials are expected/);
  });

  it('takes shares and lengths from earlier calls of the agent', async () => {
    const { agent, ports } = fixture;
    const { agent_id } = agent;
    const log = (place: number, call_response: CallResponse): CallLog => ({
      ...outboundCall({
        ...{ call_id: `c${place}`, org_id: 'o1', agent_id, agent_name: 'A', telephony_provider: 'plivo' },
        ...{ from_number: '+1', to_number: '+2', custom_variables: {}, now: ports.clock.now() },
      }),
      ...{ call_response, status: 'completed', end_time_utc: fromNow(130_000), provider_call_sid: `s${place}` },
      start_time_utc: call_response === 'answered' ? fromNow(10_000) : null,
    });
    for (let place = 0; place < 60; place += 1) await ports.calls.add(log(place, place < 45 ? 'answered' : 'busy'));
    const { assumptions } = await preview(await fixture.plan(3));
    assert.include(assumptions, { based_on: 'agent', earlier_calls: 60 });
    assert.include(assumptions.values, { answered_share: 0.75, busy_share: 0.25, talk_seconds: 120, ring_seconds: 10 });
    assert.includeMembers([...assumptions.observed], ['answered_share', 'talk_seconds']);
    assert.notInclude(assumptions.observed, 'busy_seconds');
  });

  it('ends with advice when it takes too long', async () => {
    const campaign = await fixture.plan(1_000);
    const { clock } = fixture.ports;
    const slow = fixture.ports.csvParser.rows;
    fixture.ports.csvParser.rows = async function* (bytes) {
      for await (const batch of slow(bytes)) {
        clock.advance(20_000);
        yield batch;
      }
    };
    assert.match(
      await errorText(preview(campaign)),
      /takes longer than 25 seconds: ask for a smaller sample with sample_size/,
    );
  });

  it('is made at most twice at the same time for an organisation', async () => {
    const campaign = await fixture.plan(1_000);
    const settled = await Promise.allSettled([preview(campaign), preview(campaign), preview(campaign)]);
    const refused = settled.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
    assert.lengthOf(refused, 1);
    assert.match(refused[0]!, /At most 2 previews of an organisation/);
    assert.deepEqual((await preview(campaign)).contacts.total, 1_000);
  });
});
