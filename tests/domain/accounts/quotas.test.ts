import { assert } from 'chai';
import {
  dayOf,
  monthOf,
  NO_QUOTAS,
  QuotaExceeded,
  quotasOf,
  quotaUse,
  requireWithin,
  type QuotaName,
  type Quotas,
} from '../../../domain/accounts/quotas.ts';

const MB = 1024 * 1024;
const NOW = new Date('2026-12-31T23:30:00.000Z');

describe('quotasOf', () => {
  const platform: Quotas = { ...NO_QUOTAS, agents: 5, documents: 100 };

  it('is unlimited without a setting', () => {
    assert.deepEqual(quotasOf({}, NO_QUOTAS), {
      uploads: null,
      storage: null,
      documents: null,
      passages: null,
      agents: null,
      campaigns: null,
      erasures: null,
      analysis_runs_per_day: null,
      calls_per_day: null,
      call_minutes_per_month: null,
    });
  });

  it('is that of the platform where the organisation has none', () => {
    for (const quotas of [undefined, null, {}])
      assert.deepEqual(quotasOf(quotas === undefined ? {} : { quotas }, platform), platform);
    assert.deepEqual(quotasOf({ quotas: { agents: 0, documents: null } }, platform), {
      ...platform,
      agents: 0,
      documents: null,
    });
  });

  it('ignores invalid limits and unknown names', () => {
    for (const agents of [-1, '7', [7], undefined, Number.NaN, true])
      assert.deepEqual(quotasOf({ quotas: { agents } as object }, platform), platform, String(agents));
    assert.deepEqual(quotasOf({ quotas: { calls: 7 } as object }, platform), platform);
  });
});

describe('quota periods', () => {
  it('are the UTC day and month of a time, across the end of a year', () => {
    const newYear = '2027-01-01T00:00:00.000Z';
    assert.deepEqual(dayOf(NOW), { from: '2026-12-31T00:00:00.000Z', below: newYear });
    assert.deepEqual(monthOf(NOW), { from: '2026-12-01T00:00:00.000Z', below: newYear });
    assert.deepEqual(dayOf(new Date(newYear)), { from: newYear, below: '2027-01-02T00:00:00.000Z' });
    assert.deepEqual(monthOf(new Date(newYear)), { from: newYear, below: '2027-02-01T00:00:00.000Z' });
  });
});

describe('quotaUse', () => {
  it('has what remains of a limit, at least 0', () => {
    assert.deepEqual(quotaUse(10, 4), { limit: 10, used: 4, remaining: 6, resets_at: null });
    assert.deepEqual(quotaUse(10, 14, 'then'), { limit: 10, used: 14, remaining: 0, resets_at: 'then' });
    assert.deepEqual(quotaUse(null, 4), { limit: null, used: 4, remaining: null, resets_at: null });
  });
});

describe('requireWithin', () => {
  const refusal = (name: QuotaName, use: [number, number, (string | null)?], wanted: number): QuotaExceeded => {
    try {
      requireWithin(name, quotaUse(...use), wanted, NOW);
    } catch (error) {
      if (error instanceof QuotaExceeded) return error;
    }
    throw new Error('nothing was refused');
  };

  it('accepts a request up to the limit, and any without one', () => {
    requireWithin('agents', quotaUse(5, 4), 1, NOW);
    requireWithin('agents', quotaUse(null, 4), 100, NOW);
    assert.throws(() => requireWithin('agents', quotaUse(5, 4), 2, NOW), QuotaExceeded);
  });

  const MESSAGES: readonly [QuotaName, [number, number, (string | null)?], number, string][] = [
    [
      'uploads',
      [10 * MB, 9.51 * MB],
      MB + 1,
      'The quota uploads does not allow this: 9.6 of 10 MB of uploads are used and 1.1 MB more are needed. Files of ' +
        'deleted documents stay in the store and count. Delete recorded rehearsals, or ask the operator for a higher quota.',
    ],
    [
      'storage',
      [MB / 2, 0],
      MB,
      'The quota storage does not allow this: 0 of 0.5 MB of storage are used and 1 MB more are needed. Files of ' +
        'deleted documents stay in the store and count: ask the operator for a higher quota.',
    ],
    [
      'documents',
      [3, 3],
      1,
      'The quota documents does not allow this: 3 of 3 documents are used. Delete documents, or ask the operator for a ' +
        'higher quota.',
    ],
    [
      'passages',
      [300, 298],
      32,
      'The quota passages does not allow this: 298 of 300 passages of documents are used. Delete documents, or ask the ' +
        'operator for a higher quota.',
    ],
    [
      'agents',
      [3, 3],
      1,
      'The quota agents does not allow this: 3 of 3 agents are used. Delete agents, or ask the operator for a higher quota.',
    ],
    [
      'campaigns',
      [9, 9],
      1,
      'The quota campaigns does not allow this: 9 of 9 campaigns are used. Delete campaigns, or ask the operator for a ' +
        'higher quota.',
    ],
    [
      'erasures',
      [2, 2],
      1,
      'The quota erasures does not allow this: 2 of 2 unfinished erasures are used. Wait until some are done, or ask the ' +
        'operator for a higher quota.',
    ],
    [
      'analysis_runs_per_day',
      [4, 4, '2027-01-01T00:00:00.000Z'],
      1,
      'The quota analysis_runs_per_day does not allow this: 4 of 4 analysis runs of today are used. It resets at ' +
        '2027-01-01T00:00:00.000Z. Wait until then, or ask the operator for a higher quota.',
    ],
    [
      'calls_per_day',
      [3, 3, '2027-01-01T00:00:00.000Z'],
      1,
      'The quota calls_per_day does not allow this: 3 of 3 calls of today are used. It resets at ' +
        '2027-01-01T00:00:00.000Z. Wait until then, or ask the operator for a higher quota.',
    ],
    [
      'call_minutes_per_month',
      [60, 60.04, '2027-01-01T00:00:00.000Z'],
      1,
      'The quota call_minutes_per_month does not allow this: 60 of 60 call minutes of this month are used. It resets at ' +
        '2027-01-01T00:00:00.000Z. Wait until then, or ask the operator for a higher quota.',
    ],
  ];
  for (const [name, use, wanted, message] of MESSAGES)
    it(`names the limit, the use and the next step when ${name} are used up`, () => {
      assert.equal(refusal(name, use, wanted).message, message);
    });

  it('distinguishes sizes from counts and says when to try again', () => {
    const large = refusal('storage', [MB, MB], 1);
    assert.deepEqual([large.problem, large.retryAfterMs, large.name], ['oversized', null, 'QuotaExceeded']);
    const many = refusal('calls_per_day', [1, 1, '2027-01-01T00:00:00.000Z'], 1);
    assert.deepEqual([many.problem, many.retryAfterMs], ['limited', 30 * 60_000]);
    assert.equal(refusal('calls_per_day', [1, 1, '2026-12-31T00:00:00.000Z'], 1).retryAfterMs, 0);
  });
});
