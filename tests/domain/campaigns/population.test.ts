import { assert } from 'chai';
import { DEFAULT_ASSUMPTIONS, withOverrides } from '../../../domain/campaigns/call-assumptions.ts';
import { defaultPopulation } from '../../../domain/campaigns/default-population.ts';
import { populationAssumptions } from '../../../domain/campaigns/population-assumptions.ts';
import {
  answersAt,
  drawCallee,
  groupOf,
  requirePopulation,
  type CalleeGroup,
  type Population,
} from '../../../domain/campaigns/population.ts';
import { seededDraws } from '../../../domain/campaigns/seeded-draws.ts';
import { DEFAULT_RETRY } from '../../../domain/campaigns/retry-policy.ts';

const NOON = 12 * 60;
const group = (more: Partial<CalleeGroup> = {}): CalleeGroup => ({ name: 'all', share: 1, answers: 0.5, ...more });
const ONCE = { ...DEFAULT_RETRY, enabled: false };

describe('a population of callees', () => {
  it('must have parts that add up, and hours in order', () => {
    const wrong: Population = {
      groups: [
        group({ share: 0.5, says: [{ text: 'a', share: 0.4, talk_seconds: 1 }] }),
        group({ share: 0.4, voicemail: 0.7, busy: 0.5, hours: [{ from: '18:00', to: '9:00', answers: 1 }] }),
      ],
    };
    assert.throws(() => requirePopulation(wrong), /population\.groups: the shares must be 1 together, and are 0\.900/);
    const messageOf = (): string => {
      try {
        requirePopulation(wrong);
        return '';
      } catch (error) {
        return JSON.stringify(error, Object.getOwnPropertyNames(error));
      }
    };
    assert.include(messageOf(), 'population.groups[0].says: the shares must be 1 together, and are 0.400');
    assert.include(messageOf(), 'population.groups[1]: voicemail and busy must be at most 1 together');
    assert.include(messageOf(), 'population.groups[1].hours[0] must be from an earlier to a later time');
    assert.doesNotThrow(() =>
      requirePopulation({ groups: [group({ hours: [{ from: '18:00', to: '24:00', answers: 1 }] })] }),
    );
  });

  it('is refused, or makes shares of calls that a preview takes', () => {
    const of = (busy: number): Population => ({ groups: [group({ answers: 0, voicemail: 0.5, busy })] });
    assert.throws(() => requirePopulation(of(0.5005)), /voicemail and busy must be at most 1 together/);
    requirePopulation(of(0.5));
    withOverrides(DEFAULT_ASSUMPTIONS, populationAssumptions(of(0.5), ONCE, undefined));
  });

  it('assigns each contact to one group, in the shares of the groups', () => {
    const population = { groups: [group({ name: 'a', share: 0.25 }), group({ name: 'b', share: 0.75 })] };
    const names = Array.from({ length: 4_000 }, (_, contact) => groupOf(population, contact).name);
    assert.closeTo(names.filter((name) => name === 'a').length / names.length, 0.25, 0.03);
    assert.equal(groupOf(population, 7).name, names[7]);
    assert.notDeepEqual(
      names.slice(0, 50),
      Array.from({ length: 50 }, (_, contact) => groupOf({ ...population, seed: 2 }, contact).name),
    );
  });

  it('draws outcomes, lengths and words as described', () => {
    const draw = seededDraws(9);
    const says = [
      { text: 'yes', share: 0.25, talk_seconds: 100 },
      { text: 'no', share: 0.75, talk_seconds: 10 },
    ];
    const one = group({ voicemail: 0.4, busy: 0.2, says, ring_seconds: 7 });
    const calls = Array.from({ length: 8_000 }, () => drawCallee(one, NOON, draw));
    const part = (outcome: string): number => calls.filter((call) => call.outcome === outcome).length / calls.length;
    assert.closeTo(part('answered'), 0.5, 0.03);
    assert.closeTo(part('voicemail'), 0.2, 0.03);
    assert.closeTo(part('busy'), 0.1, 0.03);
    assert.closeTo(part('no_answer'), 0.2, 0.03);
    const yes = calls.filter(({ says: words }) => words === 'yes');
    assert.closeTo(yes.length / calls.length, 0.125, 0.02);
    assert.isTrue(yes.every(({ talkMs, ringMs }) => talkMs >= 50_000 && talkMs < 150_000 && ringMs === 7_000));
    assert.closeTo(yes.reduce((sum, { talkMs }) => sum + talkMs, 0) / yes.length, 100_000, 4_000);
    assert.isTrue(calls.every(({ outcome, says: words }) => (outcome === 'answered') === (words !== null)));
  });

  it('has numbers that do not exist', () => {
    const call = drawCallee(group({ invalid: true, answers: 1 }), NOON, seededDraws(1));
    assert.deepEqual(call, { outcome: 'invalid_number', ringMs: 4_000, talkMs: 0, says: null });
  });

  it('answers by the hour', () => {
    const hours = [{ from: '17:00', to: '20:30', answers: 0.9 }];
    const at = (minute: number): number => answersAt(group({ hours }), minute);
    assert.deepEqual([at(16 * 60 + 59), at(17 * 60), at(20 * 60 + 29), at(20 * 60 + 30)], [0.5, 0.9, 0.9, 0.5]);
  });
});

describe('the assumptions that a population comes to', () => {
  it('are the shares of first dials, weighted by groups', () => {
    const groups = [
      group({ share: 0.5, answers: 0.8, voicemail: 0.5 }),
      group({ share: 0.3, answers: 0, busy: 1 }),
      group({ share: 0.2, invalid: true }),
    ];
    const assumed = populationAssumptions({ groups }, ONCE, undefined);
    assert.closeTo(assumed.answered_share!, 0.4, 1e-9);
    assert.closeTo(assumed.voicemail_share!, 0.05, 1e-9);
    assert.closeTo(assumed.busy_share!, 0.3, 1e-9);
    assert.closeTo(assumed.failed_share!, 0.2, 1e-9);
  });

  it('have fewer answers of retries, which are those of contacts that are hard to reach', () => {
    const groups = [group({ share: 0.5, answers: 0.8 }), group({ share: 0.5, answers: 0 })];
    const assumed = populationAssumptions({ groups }, { ...DEFAULT_RETRY, max_retries: 1 }, undefined);
    // Of those not reached, 0.1 may answer and 0.5 never do.
    assert.closeTo(assumed.retry_answered_share!, (0.1 * 0.8) / 0.6, 1e-9);
  });

  it('have the mean and the variation of conversations', () => {
    const says = [
      { text: 'a', share: 0.5, talk_seconds: 10 },
      { text: 'b', share: 0.5, talk_seconds: 90 },
    ];
    const assumed = populationAssumptions({ groups: [group({ says })] }, ONCE, undefined);
    assert.closeTo(assumed.talk_seconds!, 50, 1e-9);
    const draw = seededDraws(3);
    const talks = Array.from(
      { length: 20_000 },
      () => drawCallee(group({ says, answers: 1 }), NOON, draw).talkMs / 1_000,
    );
    const mean = talks.reduce((sum, each) => sum + each, 0) / talks.length;
    const deviation = Math.sqrt(talks.reduce((sum, each) => sum + (each - mean) ** 2, 0) / talks.length);
    assert.closeTo(assumed.talk_variation!, deviation / mean, 0.02);
  });

  it('are those of the hours in which the schedule is open', () => {
    const hours = [{ from: '18:00', to: '24:00', answers: 0.9 }];
    const slots = [{ day_of_week: 0, start_time: '17:00', end_time: '19:00' }];
    const schedule = { enabled: true, timezone: 'UTC', slots };
    const assumed = populationAssumptions({ groups: [group({ hours })] }, ONCE, schedule);
    assert.closeTo(assumed.answered_share!, 0.7, 1e-9);
  });

  it('have the parts of the day in which a group answers otherwise, and none where the hour makes no difference', () => {
    const day = [
      group({ share: 0.5, hours: [{ from: '18:00', to: '20:30', answers: 1 }] }),
      group({ share: 0.5, answers: 0.2, hours: [{ from: '20:00', to: '24:00', answers: 0 }] }),
    ];
    const { hours = [] } = populationAssumptions({ groups: day }, ONCE, undefined);
    assert.deepEqual(
      hours.map(({ from, to, answered_share: share }) => [from, to, Math.round(share! * 100)]),
      [
        ['00:00', '18:00', 35],
        ['18:00', '20:00', 60],
        ['20:00', '20:30', 50],
        ['20:30', '24:00', 25],
      ],
    );
    assert.notProperty(populationAssumptions({ groups: [group()] }, ONCE, undefined), 'hours');
  });

  it('are those that a default population was made from', () => {
    const population = defaultPopulation(DEFAULT_ASSUMPTIONS);
    assert.doesNotThrow(() => requirePopulation(population));
    const assumed = populationAssumptions(population, ONCE, undefined);
    for (const name of ['answered_share', 'voicemail_share', 'busy_share', 'failed_share', 'talk_seconds'] as const)
      assert.closeTo(assumed[name]!, DEFAULT_ASSUMPTIONS[name], 1e-9, name);
  });
});
