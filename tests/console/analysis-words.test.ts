import { assert } from 'chai';
import { analysisWords, decisionWords } from '../../console/src/pages/campaigns/analysis-words.ts';
import type { Campaign } from '../../console/src/pages/campaigns/campaign.ts';
import { settingsStrings } from '../../console/src/pages/campaigns/settings-strings.ts';
import { DECISION_REASONS } from '../../domain/campaigns/retry-decision.ts';
import { retryConfig } from '../../domain/campaigns/retry-policy.ts';

describe('what the console says about retries by the analysis', () => {
  it('has each plan with its values, and nothing without plans', () => {
    const plans = [
      { values: ['unfinished', 'bad line'], delays_seconds: [3_600, 86_400], vary_hours: true },
      { values: ['wrong person'], delays_seconds: [] },
    ];
    const config = retryConfig({ by_analysis: { field: 'result', plans } });
    assert.deepEqual(analysisWords(config as Campaign['retry_config']), [
      'result is unfinished, bad line: after 60, 1440 min, at another time of the day',
      'result is wrong person: not again',
    ]);
    assert.isEmpty(analysisWords(retryConfig() as Campaign['retry_config']));
  });

  it('has each decision with its value or its reason', () => {
    const decisions = [
      { reason: 'value', value: 'unfinished', retried: 2, final: 0 },
      { reason: 'no_analysis', retried: 0, final: 1 },
    ];
    assert.equal(
      decisionWords({ decisions } as Campaign),
      'unfinished: 2 again, 0 final; No analysis in time: 0 again, 1 final',
    );
    assert.isNull(decisionWords({} as Campaign));
    assert.hasAllKeys(settingsStrings.reasons, [...DECISION_REASONS]);
  });
});
