import { assert } from 'chai';
import { DEFAULT_ASSUMPTIONS } from '../../../domain/campaigns/call-assumptions.ts';
import {
  forecastCampaign,
  type CampaignForecast,
  type ForecastContact,
  type ForecastRules,
} from '../../../domain/campaigns/campaign-forecast.ts';
import { NO_CAPS } from '../../../domain/campaigns/dial-caps.ts';
import { expectedCampaign, quantile } from '../../../domain/campaigns/expected-campaign.ts';
import { seededDraws } from '../../../domain/campaigns/seeded-draws.ts';
import { DEFAULT_RETRY } from '../../../domain/campaigns/retry-policy.ts';

const START = Date.parse('2026-03-02T09:00:00.000Z');
const DAY = 86_400_000;
/** Every call rings for a minute and is not answered. */
const UNANSWERED = { ...DEFAULT_ASSUMPTIONS, answered_share: 0, voicemail_share: 0, busy_share: 0, failed_share: 0 };
const RULES: ForecastRules = {
  ...{ start: new Date(START), slots: 100, ratePerSecond: 20, spacingMs: 0, caps: NO_CAPS },
  retry: { ...DEFAULT_RETRY, enabled: false },
  assumptions: { ...UNANSWERED, retry_answered_share: 0 },
  faultOf: () => null,
  minuteOf: (_class, at) => at.getUTCHours() * 60 + at.getUTCMinutes(),
  opensFrom: (at) => at,
  draw: seededDraws(1),
};
const fresh = (count: number, more: Partial<ForecastContact> = {}): ForecastContact[] =>
  Array.from({ length: count }, () => ({ classId: 0, attempt: 0, notBefore: null, dials: [], ...more }));

function play(contacts: readonly ForecastContact[], rules: Partial<ForecastRules> = {}): CampaignForecast {
  const playing = forecastCampaign({ ...RULES, ...rules }, contacts, contacts.length);
  for (;;) {
    const step = playing.next();
    if (step.done) return step.value;
  }
}
const secondsOf = ({ endsAt }: CampaignForecast): number => (endsAt! - START) / 1_000;

describe('the forecast of a campaign', () => {
  it('has as many calls at once as there are slots', () => {
    const forecast = play(fresh(10), { slots: 2 });
    assert.equal(secondsOf(forecast), 300);
    assert.include(forecast, { beginsAt: START, dials: 10, contacts: 10, reached: 0, unfinished: 0 });
    assert.deepEqual(forecast.outcomes, { answered: 0, voicemail: 0, busy: 0, failed: 0, no_answer: 10 });
  });

  it('keeps the dial rate of the campaign', () => {
    assert.equal(secondsOf(play(fresh(10), { ratePerSecond: 1 })), 69);
    assert.equal(secondsOf(play(fresh(41), { ratePerSecond: 20 })), 62);
  });

  it('keeps the dial rate of the account', () => assert.equal(secondsOf(play(fresh(11), { spacingMs: 500 })), 65));

  it('dials again as retries are configured', () => {
    const retry = { ...DEFAULT_RETRY, max_retries: 2, retry_delay_seconds: 120 };
    const forecast = play(fresh(1), { retry });
    assert.equal(secondsOf(forecast), 3 * 60 + 2 * 120);
    assert.include(forecast, { dials: 3, contacts: 1 });
    assert.equal(play(fresh(1, { attempt: 2 }), { retry }).dials, 1);
  });

  it('prefers retries that are due to contacts that were not dialled', () => {
    const retry = { ...DEFAULT_RETRY, max_retries: 1, retry_delay_seconds: 30 };
    // Retries of the first two come before the third contact, whose retry is then waited for: 5 calls, 30 s and one call.
    assert.equal(secondsOf(play(fresh(3), { slots: 1, retry })), 390);
  });

  it('assumes of a call what is assumed of its hour at the callee', () => {
    const hours = [{ from: '09:30', to: '10:00', answered_share: 1, retry_answered_share: 1, talk_seconds: 60 }];
    const assumptions = { ...RULES.assumptions, talk_variation: 0, hours };
    // One call of a minute at a time: those of the first half hour are not answered, the others are.
    const forecast = play(fresh(40), { assumptions, slots: 1 });
    assert.include(forecast.outcomes, { no_answer: 30, answered: 10 });
    const inAnotherZone = play(fresh(40), { assumptions, slots: 1, minuteOf: () => 9 * 60 });
    assert.include(inAnotherZone.outcomes, { no_answer: 40, answered: 0 });
  });

  it('waits for the campaign to open, and begins then', () => {
    const opens = START + DAY;
    const forecast = play(fresh(1), { opensFrom: (at) => new Date(Math.max(at.getTime(), opens)) });
    assert.deepEqual([forecast.beginsAt, forecast.endsAt], [opens, opens + 60_000]);
  });

  it('does not end when the campaign never opens', () => {
    const forecast = play(fresh(3), { opensFrom: () => null });
    assert.include(forecast, { beginsAt: null, endsAt: null, dials: 0, unfinished: 3 });
  });

  it('dials a class that is closed when it opens, and others before', () => {
    const until = new Date(START + DAY).toISOString();
    const closed = { reason: 'outside_hours', timezones: ['UTC'], until, deferred_at: '' } as const;
    const faultOf: ForecastRules['faultOf'] = (id, at) => (id === 1 && at.getTime() < START + DAY ? closed : null);
    const contacts = [...fresh(2, { classId: 1 }), ...fresh(1, { classId: 2 })];
    const forecast = play(contacts, { faultOf });
    assert.deepEqual([forecast.beginsAt, forecast.endsAt], [START, START + DAY + 60_000]);
    assert.equal(forecast.dials, 3);
  });

  it('refuses contacts whose consent expires before their retry', () => {
    const retry = { ...DEFAULT_RETRY, max_retries: 3, retry_delay_seconds: 3_600 };
    const refusal = {
      reason: 'no_consent',
      consent: { column: 'c', value: '', expires: null },
      refused_at: '',
    } as const;
    const forecast = play(fresh(2), { retry, faultOf: (_, at) => (at.getTime() < START + 3_700_000 ? null : refusal) });
    assert.deepEqual(forecast.refused, { no_consent: 2 });
    assert.include(forecast, { dials: 4, unfinished: 0 });
  });

  it('keeps caps of dials to a number, with earlier dials counted', () => {
    const retry = { ...DEFAULT_RETRY, max_retries: 1, retry_delay_seconds: 60 };
    const caps = { max_dials_per_day: 1, max_dials_per_week: null };
    const forecast = play(fresh(1), { retry, caps });
    assert.equal(forecast.endsAt, START + DAY + 60_000);
    const dialled = fresh(1, { dials: [{ dial_id: 'x', at: START - DAY / 2 }] });
    assert.equal(play(dialled, { retry, caps }).beginsAt, START + DAY / 2);
  });

  it('ends when a contact cannot be dialled within a year', () => {
    const far = new Date(START + 400 * DAY).toISOString();
    const closed = { reason: 'outside_hours', timezones: [], until: far, deferred_at: '' } as const;
    assert.include(play(fresh(2), { faultOf: () => closed }), { endsAt: null, unfinished: 2 });
  });

  it('waits for the time of a queued retry', () => {
    assert.equal(play(fresh(1, { notBefore: START + 5_000 })).beginsAt, START + 5_000);
  });

  it('offers a pause every few steps', () => {
    const playing = forecastCampaign(RULES, fresh(2_000), 2_000);
    let pauses = 0;
    while (!playing.next().done) pauses += 1;
    assert.isAtLeast(pauses, 200);
  });

  it('counts answered calls by whole seconds, as carriers charge them', () => {
    const assumptions = { ...UNANSWERED, voicemail_share: 1, voicemail_seconds: 20.5 };
    const forecast = play(fresh(3), { assumptions });
    assert.deepEqual([...forecast.answeredSeconds], [[21, 3]]);
    assert.closeTo(forecast.talkSeconds, 61.5, 1e-9);
  });
});

describe('forecasts together', () => {
  const one = play(fresh(4), { slots: 2 });

  it('are means of numbers, and the median of the ends with a range', () => {
    const ends = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((minute) => START + minute * 60_000);
    const expected = expectedCampaign(ends.map((endsAt, place) => ({ ...one, endsAt, dials: place })));
    assert.equal(expected.ends_at, new Date(START + 6 * 60_000).toISOString());
    assert.deepEqual(expected.ends_between, {
      earliest: new Date(START + 2 * 60_000).toISOString(),
      latest: new Date(START + 10 * 60_000).toISOString(),
    });
    assert.equal(expected.dials, 5);
  });

  it('have no range when there is one, and no end when most have none', () => {
    assert.isNull(expectedCampaign([one]).ends_between);
    const endless = { ...one, endsAt: null };
    const expected = expectedCampaign([endless, endless, one]);
    assert.deepEqual([expected.ends_at, expected.ends_between], [null, null]);
  });

  it('have the lower value in the middle of an even number', () => {
    assert.equal(quantile([4, 1, 3, 2], 0), 1);
    assert.equal(quantile([3, 1, 2], 0.5), 2);
  });
});
