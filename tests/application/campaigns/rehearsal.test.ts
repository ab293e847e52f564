import { assert } from 'chai';
import { rehearse } from '../../../bootstrap/rehearsal/rehearse.ts';
import type { NewCampaign } from '../../../application/campaigns/create-campaign.ts';
import type { RehearsalRequest } from '../../../application/campaigns/rehearse-campaign.ts';
import { campaignUseCases } from '../../../application/campaigns/index.ts';
import type { Campaign } from '../../../domain/campaigns/campaign.ts';
import type { Population } from '../../../domain/campaigns/population.ts';
import { contactNumber, openCampaignFixture, type CampaignFixture } from './campaign-fixture.ts';
import { ADA } from '../telephony-fixture.ts';
import { errorText } from '../../support/refusals.ts';

const always = (start_time: string, end_time: string) =>
  Array.from({ length: 7 }, (_, day_of_week) => ({ day_of_week, start_time, end_time }));
/** How far a preview may be from the rehearsal, in percent. */
const TOLERANCE = 10;

/** Populations with what makes them hard to predict. */
const POPULATIONS: Readonly<Record<string, Population>> = {
  'of people who are all alike': {
    groups: [
      {
        ...{ name: 'all', share: 1, answers: 0.35, voicemail: 0.3, busy: 0.1 },
        says: [
          { text: 'No, thank you.', share: 0.6, talk_seconds: 15 },
          { text: 'Tell me more.', share: 0.4, talk_seconds: 150 },
        ],
      },
    ],
  },
  'of people who are easy to reach and others who never are': {
    groups: [
      { name: 'home', share: 0.4, answers: 0.75, says: [{ text: 'Yes.', share: 1, talk_seconds: 120 }] },
      { name: 'away', share: 0.5, answers: 0.03, voicemail: 0.2 },
      { name: 'gone', share: 0.1, answers: 0, invalid: true },
    ],
  },
  'of mailboxes': { groups: [{ name: 'all', share: 1, answers: 0.1, voicemail: 0.9, voicemail_seconds: 35 }] },
  // The callees are in California, where the campaign begins at one at night.
  'of people whose answers depend on the hour': {
    groups: [
      {
        ...{ name: 'at work', share: 0.7, answers: 0.05, voicemail: 0.3 },
        hours: [{ from: '01:30', to: '04:00', answers: 0.65 }],
        says: [{ text: 'At last.', share: 1, talk_seconds: 140 }],
      },
      {
        ...{ name: 'at home', share: 0.3, answers: 0.5 },
        hours: [{ from: '01:50', to: '02:10', answers: 0.1 }],
        says: [{ text: 'Yes?', share: 1, talk_seconds: 40 }],
      },
    ],
  },
  'of busy numbers': { groups: [{ name: 'all', share: 1, answers: 0.2, busy: 0.7, no_answer_seconds: 25 }] },
};

describe('the rehearsal of a campaign', () => {
  let fixture: CampaignFixture;
  beforeEach(async () => (fixture = await openCampaignFixture()));

  /** In this thread, without a limit of real time: other programs keep the machine busy. */
  const rehearsing = ({ campaign_id }: Campaign, request?: RehearsalRequest) => {
    const { prices } = fixture.ports;
    const rehearsals = { run: (plan: Parameters<typeof rehearse>[0]) => rehearse(plan, { prices, holidays: {} }) };
    return campaignUseCases({ ...fixture.ports, rehearsals }).rehearse(ADA, campaign_id, request);
  };
  for (const [name, population] of Object.entries(POPULATIONS))
    it(`ends and costs as the preview says within ${TOLERANCE} %, with a population ${name}`, async () => {
      const campaign = await fixture.plan(400, { max_concurrency: 10, rate_limit_per_second: 2 });
      const { preview, rehearsal, deviation } = await rehearsing(campaign, { population });
      assert.include(rehearsal, { state: 'completed', unfinished: 0, contacts_dialled: 400 });
      const { duration_percent, cost_percent, dials_percent } = deviation;
      const shown = JSON.stringify({ deviation, preview: preview.estimate.ends_at, rehearsal: rehearsal.ends_at });
      for (const percent of [duration_percent, cost_percent, dials_percent])
        assert.isBelow(Math.abs(percent ?? Infinity), TOLERANCE, shown);
    });

  it('keeps the hours of the campaign, over days, and ends as the preview says', async () => {
    const hours: Partial<NewCampaign> = {
      schedule_config: { timezone: 'UTC', slots: always('09:00', '09:30') },
      ...{ max_concurrency: 4, rate_limit_per_second: 1 },
    };
    const { preview, rehearsal, deviation } = await rehearsing(await fixture.plan(200, hours), {
      population: POPULATIONS['of people who are all alike']!,
    });
    assert.equal(rehearsal.state, 'completed');
    const days = (Date.parse(rehearsal.ends_at!) - Date.parse(preview.starts_at)) / 86_400_000;
    assert.isAbove(days, 1);
    assert.isBelow(Math.abs(deviation.duration_percent!), TOLERANCE);
  });

  it('refuses the contacts that the campaign would refuse, and has the same result for the same seed', async () => {
    const list = [
      'phone_number,agreed',
      ...Array.from({ length: 40 }, (_, at) => `${contactNumber(at)},${at % 4 === 0 ? 'no' : 'yes'}`),
    ].join('\n');
    const campaign = await fixture.plan(list, { consent: { column: 'agreed' } });
    await fixture.campaigns.addSuppression(ADA, { phone_number: contactNumber(1) });
    const first = await rehearsing(campaign);
    assert.deepEqual(first.rehearsal.refused_by, { no_consent: 10, suppressed: 1 });
    assert.equal(first.rehearsal.contacts_dialled, 29);
    assert.deepEqual(first.preview.contacts.refused_by, { no_consent: 10, suppressed: 1 });
    assert.deepEqual((await rehearsing(campaign)).rehearsal, first.rehearsal);
  });

  it('writes, counts and dials nothing of the organisation', async () => {
    const campaign = await fixture.plan(20, { dial_caps: { max_dials_per_day: 2 } });
    const everything = async () => [
      await fixture.ports.documents.everything(),
      fixture.carrier.dialled.length,
      await fixture.ports.quotas.usage('o1'),
    ];
    const before = structuredClone(await everything());
    await rehearsing(campaign);
    assert.deepEqual(await everything(), before);
  });

  it('rehearses contacts spread over the list, and says how many', async () => {
    const { contacts, preview, rehearsal } = await rehearsing(await fixture.plan(90), { sample_size: 30 });
    assert.deepEqual(contacts, { rehearsed: 30, of: 90 });
    assert.equal(preview.contacts.total, 30);
    assert.equal(rehearsal.contacts_dialled, 30);
  });

  it('tells what callees said', async () => {
    const says = [
      { text: 'Not now.', share: 0.5, talk_seconds: 5 },
      { text: 'Gladly.', share: 0.5, talk_seconds: 50 },
    ];
    const population = { groups: [{ name: 'all', share: 1, answers: 1, says }] };
    const { rehearsal } = await rehearsing(await fixture.plan(40), { population });
    assert.equal(rehearsal.reached, 40);
    assert.sameMembers(
      rehearsal.callee_words.map(({ text }) => text),
      ['Not now.', 'Gladly.'],
    );
    assert.equal(
      rehearsal.callee_words.reduce((sum, { calls }) => sum + calls, 0),
      40,
    );
  });

  it('costs nothing where no number exists, which does not open the circuit breaker', async () => {
    const population = { groups: [{ name: 'gone', share: 1, answers: 0, invalid: true }] };
    const open = { enabled: true, failure_threshold: 0.5, window_seconds: 300, min_calls_in_window: 5 };
    const { rehearsal, deviation } = await rehearsing(await fixture.plan(40, { circuit_breaker: open }), {
      population,
    });
    // Invalid numbers say nothing about the carrier.
    assert.equal(rehearsal.state, 'completed');
    assert.deepEqual(rehearsal.outcomes, { invalid_number: 40 });
    assert.isNull(deviation.cost_percent);
  });

  it('is refused for a campaign that was started, and for a population that does not add up', async () => {
    const started = await fixture.launch(1);
    assert.equal(
      await errorText(rehearsing(started)),
      'Cannot rehearse a campaign that is running: only one that is not started',
    );
    const population = { groups: [{ name: 'half', share: 0.5, answers: 1 }] };
    assert.include(await errorText(rehearsing(await fixture.plan(1), { population })), 'population.groups');
  });
});
