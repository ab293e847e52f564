import { assert } from 'chai';
import { ConfigError, readConfig, type Env } from '../../bootstrap/config.ts';

const quotasOf = (env: Env) => readConfig(env, ['api']).limits.quotas;

describe('settings of quotas', () => {
  it('bound what is uploaded and created, and neither calls nor recordings, unless they are set', () => {
    assert.deepEqual(quotasOf({}), {
      uploads: 5_368_709_120,
      storage: null,
      documents: 1_000,
      passages: 500_000,
      agents: 1_000,
      campaigns: 10_000,
      erasures: 1_000,
      analysis_runs_per_day: 100,
      calls_per_day: null,
      call_minutes_per_month: null,
    });
  });

  it('are read in megabytes, counts and minutes, with 0 for no limit', () => {
    const sizes = {
      QUOTA_UPLOADS_MB: '0',
      QUOTA_STORAGE_MB: '1',
      QUOTA_DOCUMENTS: '7',
      QUOTA_PASSAGES: '70',
      QUOTA_AGENTS: '8',
      QUOTA_CAMPAIGNS: '0',
      QUOTA_ERASURES: '20',
      QUOTA_ANALYSIS_RUNS_PER_DAY: '3',
    };
    assert.deepEqual(quotasOf({ ...sizes, QUOTA_CALLS_PER_DAY: '9', QUOTA_CALL_MINUTES_PER_MONTH: '10' }), {
      uploads: null,
      storage: 1_048_576,
      documents: 7,
      passages: 70,
      agents: 8,
      campaigns: null,
      erasures: 20,
      analysis_runs_per_day: 3,
      calls_per_day: 9,
      call_minutes_per_month: 10,
    });
  });

  for (const name of [
    'QUOTA_UPLOADS_MB',
    'QUOTA_STORAGE_MB',
    'QUOTA_DOCUMENTS',
    'QUOTA_PASSAGES',
    'QUOTA_AGENTS',
    'QUOTA_CAMPAIGNS',
    'QUOTA_ERASURES',
    'QUOTA_ANALYSIS_RUNS_PER_DAY',
    'QUOTA_CALLS_PER_DAY',
    'QUOTA_CALL_MINUTES_PER_MONTH',
  ])
    it(`stop the start when ${name} is not a whole number`, () => {
      for (const text of ['-1', '1.5', 'many', '5 GB'])
        assert.throws(() => quotasOf({ [name]: text }), ConfigError, `${name}: write`);
    });
});
