import { assert } from 'chai';
import type { AnalysisResult } from '../../../domain/calls/call-analysis.ts';
import { comparedDurations, comparedShares } from '../../../domain/campaigns/comparison.ts';
import { measuresOf, unitedMeasures, type AnalysisMeasure } from '../../../domain/campaigns/compared-measures.ts';
import type { RunOutcome } from '../../../domain/campaigns/run-outcome.ts';
import { seededDraws } from '../../../domain/campaigns/seeded-draws.ts';
import { VariantTally } from '../../../domain/campaigns/variant-tally.ts';

const result = (more: Partial<AnalysisResult>) => more as AnalysisResult;
const BOOKED: AnalysisMeasure = { kind: 'field', field: 'booked', value: 'true' };

/** A variant with this many contacts of each outcome. */
function tallied(agentId: string, outcomes: Partial<Record<RunOutcome, number>>): VariantTally {
  const tally = new VariantTally(agentId, []);
  for (const [outcome, count] of Object.entries(outcomes))
    for (let each = 0; each < count; each += 1)
      tally.add({ dials: 1, outcome: outcome as RunOutcome, seconds: null, result: null });
  return tally;
}

describe('what an analysis finds out that variants are compared by', () => {
  it('is success, true fields and values of enumerations', () => {
    const measures = measuresOf({
      success_criterion: 'A table was booked',
      fields: {
        type: 'object',
        properties: {
          booked: { type: 'boolean' },
          asked: { type: ['boolean', 'null'] },
          day: { type: 'string', enum: ['Friday', 'Sunday', null, {}] },
          name: { type: 'string' },
          note: true,
          code: { enum: Array.from({ length: 21 }, (_, index) => index) },
        },
      },
    });
    assert.deepEqual(
      measures.map(({ kind, field, value }) => [kind, field, value]),
      [
        ['success', null, 'yes'],
        ['field', 'booked', 'true'],
        ['field', 'asked', 'true'],
        ['field', 'day', 'Friday'],
        ['field', 'day', 'Sunday'],
      ],
    );
    const most = { properties: { code: { enum: Array.from({ length: 20 }, (_, index) => index) } } };
    assert.lengthOf(measuresOf({ fields: most }), 20);
    assert.isEmpty(measuresOf());
    assert.isEmpty(measuresOf({ fields: { type: 'object' } }));
  });

  it('is united for several agents, and bounded', () => {
    assert.deepEqual(unitedMeasures([[BOOKED], [{ ...BOOKED, value: 'x' }, BOOKED]]), [
      BOOKED,
      { ...BOOKED, value: 'x' },
    ]);
    const many = Array.from({ length: 300 }, (_, index): AnalysisMeasure => ({ ...BOOKED, value: `${index}` }));
    assert.lengthOf(unitedMeasures([many]), 200);
  });
});

describe('comparison of variants', () => {
  it('collects the versions that conversations ran, each once', () => {
    const tally = new VariantTally('a1', []);
    const contact = { dials: 1, outcome: 'answered', seconds: 30, result: null } as const;
    for (const version of [3, 4, 3, null]) tally.add({ ...contact, version });
    tally.add(contact);
    assert.sameMembers([...tally.versions], [3, 4]);
  });

  it('counts contacts that are final by outcome, and conversations with a result by what was found', () => {
    const success: AnalysisMeasure = { kind: 'success', field: null, value: 'yes' };
    const tally = new VariantTally('a1', [success, BOOKED]);
    const contact = { dials: 1, outcome: 'answered', seconds: 30 } as const;
    tally.add({ ...contact, dials: 3, result: result({ success: 'yes', fields: { booked: true } }) });
    tally.add({ ...contact, result: result({ success: 'unknown', fields: { booked: false } }) });
    tally.add({ ...contact, result: result({}) });
    tally.add({ ...contact, result: null });
    tally.add({ dials: 2, outcome: null, seconds: null, result: null });
    assert.include(tally, { contacts: 5, finished: 4, dials: 8, analysed: 3 });
    assert.deepEqual(tally.seconds, [30, 30, 30, 30]);
    assert.deepEqual(tally.analysedAs(success), { count: 1, of: 3 });
    assert.deepEqual(tally.analysedAs(BOOKED), { count: 1, of: 3 });
    assert.deepEqual(tally.analysedAs({ ...BOOKED, field: 'other' }), { count: 0, of: 0 });
    assert.deepEqual([...tally.outcomes], [['answered', 4]]);
  });

  it('shows shares with intervals, and differences from the first variant', () => {
    const [one, other] = [tallied('a1', { answered: 48, busy: 32 }), tallied('a2', { answered: 56, voicemail: 14 })];
    const compared = comparedShares([one, other], [[], []]);
    assert.deepEqual(
      compared.map(({ kind, value }) => [kind, value]),
      [
        ['outcome', 'answered'],
        ['outcome', 'busy'],
        ['outcome', 'voicemail'],
      ],
    );
    const [answered, busy] = compared;
    assert.deepEqual(answered?.shares[1], {
      ...{ agent_id: 'a2', count: 56, of: 70, share: 0.8, low: 0.6918, high: 0.877 },
    });
    assert.deepEqual(answered?.differences, [
      { agent_id: 'a2', difference: 0.2, low: 0.0524, high: 0.3339, conclusion: 'higher' },
    ]);
    assert.equal(busy?.differences[0]?.conclusion, 'lower');
  });

  it('says that no difference is shown when the interval contains 0, and that nothing is compared without contacts', () => {
    const [one, few, none] = [
      tallied('a1', { answered: 0 }),
      tallied('a2', { answered: 5, busy: 51 }),
      tallied('a3', {}),
    ];
    for (let each = 0; each < 29; each += 1) one.add({ dials: 1, outcome: 'busy', seconds: null, result: null });
    const [answered] = comparedShares([one, few, none], [[], [], []]);
    assert.deepEqual(
      answered?.differences.map(({ conclusion }) => conclusion),
      ['no_difference_shown', 'not_comparable'],
    );
    assert.deepEqual(answered?.shares[2], {
      ...{ agent_id: 'a3', count: 0, of: 0, share: null, low: null, high: null },
    });
    assert.deepInclude(answered?.differences[1], { difference: null, low: null, high: null });
  });

  it('compares a field only among agents whose analysis has it', () => {
    const measured = new VariantTally('a1', [BOOKED]);
    const other = new VariantTally('a2', []);
    for (const tally of [measured, other])
      tally.add({ dials: 1, outcome: 'answered', seconds: 9, result: result({ fields: { booked: true } }) });
    const booked = comparedShares([measured, other], [[BOOKED], []]).find(({ field }) => field === 'booked');
    assert.deepEqual(
      booked?.shares.map(({ count, of }) => [count, of]),
      [
        [1, 1],
        [0, 0],
      ],
    );
    assert.equal(booked?.differences[0]?.conclusion, 'not_comparable');
  });

  it('compares mean durations, and gives the median', () => {
    const [one, other, few] = ['a1', 'a2', 'a3'].map((id) => new VariantTally(id, []));
    one!.seconds.push(10, 12, 11, 9, 10, 8);
    other!.seconds.push(20, 25, 22, 21, 30, 20);
    few!.seconds.push(20);
    const { means, differences } = comparedDurations([one!, other!, few!]);
    assert.deepEqual(means[0], {
      ...{ agent_id: 'a1', conversations: 6, mean: 10, low: 8.516, high: 11.484, median: 10 },
    });
    assert.deepEqual(
      differences.map(({ difference, conclusion }) => [difference, conclusion]),
      [
        [13, 'higher'],
        [null, 'not_comparable'],
      ],
    );
    assert.deepEqual(means[2], { agent_id: 'a3', conversations: 1, mean: 20, low: null, high: null, median: 20 });
    assert.deepInclude(comparedDurations([new VariantTally('a1', [])]).means[0], { conversations: 0, mean: null });
  });

  it('shows a difference between equal variants about 5 times in 100', () => {
    const draw = seededDraws(3);
    let shown = 0;
    for (let each = 0; each < 2_000; each += 1) {
      const counts = [0, 0].map(() => Array.from({ length: 150 }, draw).filter((drawn) => drawn < 0.3).length);
      const [one, other] = counts.map((answered, at) => {
        const tally = new VariantTally(`a${at}`, []);
        tally.finished = 150;
        tally.outcomes.set('answered', answered);
        return tally;
      });
      if (comparedShares([one!, other!], [[], []])[0]!.differences[0]!.conclusion !== 'no_difference_shown') shown += 1;
    }
    assert.isTrue(shown >= 60 && shown <= 140, String(shown));
  });
});
