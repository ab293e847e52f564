import { assert } from 'chai';
import { loadContract } from '../../../adapters/http/contract.ts';
import { outboundCall } from '../../../domain/calls/call-log.ts';
import { newAnalysis, toDone, toFailed, type CallAnalysis } from '../../../domain/calls/call-analysis.ts';
import { ANALYSIS_WAIT, analysisRetry, findingIn, requireAnalysed } from '../../../domain/campaigns/analysis-retry.ts';
import { EARLY_SECONDS, retryConfig } from '../../../domain/campaigns/retry-policy.ts';
import { at, NOON } from './example.ts';

const PLANS = [
  { values: ['Unfinished', 'bad line'], delays_seconds: [60, 600] },
  { values: ['wrong person'], delays_seconds: [] },
];
const BY_ANALYSIS = { field: 'result', plans: PLANS };
const config = () => retryConfig({ by_analysis: BY_ANALYSIS });

const CALL = outboundCall({
  ...{ call_id: 'c', org_id: 'o', agent_id: 'a', agent_name: 'A', telephony_provider: 'plivo' },
  ...{ from_number: '+1', to_number: '+2', custom_variables: {}, now: NOON },
});
const RESULT = {
  ...{ provider: 'p', model: 'm', agent_updated_at: '', transcript_cut: false, usage: null },
  analysed_at: at(5).toISOString(),
};
const analysed = (found: object): CallAnalysis => ({ ...newAnalysis(CALL, NOON), ...toDone({ ...RESULT, ...found }) });
const found = (fields: Record<string, string>) => analysed({ fields });
const value = (text: string) => ({ reason: 'value' as const, value: text });

describe('retries by the analysis', () => {
  it('find the value of a plan in any case, in a list, and as a number or a flag', () => {
    const retry = analysisRetry(BY_ANALYSIS, 2);
    assert.deepEqual(findingIn(retry, found({ result: 'UNFINISHED' })), value('Unfinished'));
    assert.deepEqual(findingIn(retry, analysed({ fields: { result: ['fine', 'bad line'] } })), value('bad line'));
    const flags = analysisRetry({ field: 'result', plans: [{ values: ['true', '3'], delays_seconds: [60] }] }, 2);
    assert.deepEqual(findingIn(flags, analysed({ fields: { result: true } })), value('true'));
    assert.deepEqual(findingIn(flags, analysed({ fields: { result: 3 } })), value('3'));
  });

  it('find nothing yet, no value of a plan, or no analysis', () => {
    const retry = analysisRetry(BY_ANALYSIS, 2);
    const pending = newAnalysis(CALL, NOON);
    for (const none of [null, pending, { ...found({ result: 'unfinished' }), status: 'pending' as const }])
      assert.deepEqual(findingIn(retry, none), { reason: 'pending' });
    for (const other of [found({ result: 'fine' }), found({}), analysed({})])
      assert.deepEqual(findingIn(retry, other), { reason: 'no_plan' });
    assert.deepEqual(findingIn(retry, { ...pending, ...toFailed('Why', NOON) }), { reason: 'no_analysis' });
  });

  it('find the judgement of success, unless a field has that name', () => {
    const retry = analysisRetry({ field: 'success', plans: [{ values: ['no'], delays_seconds: [60] }] }, 2);
    assert.deepEqual(findingIn(retry, analysed({ success: 'no' })), value('no'));
    assert.deepEqual(findingIn(retry, analysed({ success: 'no', fields: { success: 'yes' } })), { reason: 'no_plan' });
  });

  it('are refused for a field that the agent does not extract', () => {
    const analysis = { summary: true, max_transcript_tokens: 500 };
    const retry = (field: string) => analysisRetry({ ...BY_ANALYSIS, field }, 2);
    const fields = { type: 'object', properties: { result: { type: 'string' } } };
    requireAnalysed(retry('result'), { ...analysis, fields });
    requireAnalysed(retry('success'), { ...analysis, success_criterion: 'It went well' });
    for (const wrong of [
      () => requireAnalysed(retry('result'), undefined),
      () => requireAnalysed(retry('success'), analysis),
      () => requireAnalysed(retry('other'), { ...analysis, fields }),
    ])
      assert.throws(wrong, /^retry_config\.by_analysis\.field must be one of the properties of analysis\.fields/);
  });

  const WRONG: readonly [string, object, RegExp][] = [
    ['with a blank field', { field: ' ' }, /by_analysis\.field/],
    ['with a blank value', { plans: [{ values: ['a', ' '], delays_seconds: [] }] }, /plans\[0\]\.values must not have/],
    [
      'with a value that is in two plans',
      { plans: [PLANS[1]!, { values: ['WRONG person '], delays_seconds: [60] }] },
      /plans\[1\]\.values repeats the value WRONG person$/,
    ],
    ['with more delays than retries', { plans: [PLANS[0]!] }, /plans\[0\]\.delays_seconds has 2 delays/],
  ];
  for (const [what, more, message] of WRONG)
    it(`are refused ${what}`, () =>
      assert.throws(() => retryConfig({ max_retries: 1, by_analysis: { ...BY_ANALYSIS, ...more } }), message));

  it('are replaced as a whole, removed by null, and kept by other changes', () => {
    const before = config();
    assert.deepEqual(before.by_analysis, { field: 'result', plans: PLANS, wait_seconds: ANALYSIS_WAIT.default });
    assert.deepEqual(retryConfig({ retry_on_busy: false }, before).by_analysis, before.by_analysis);
    const other = { field: 'other', plans: [PLANS[1]!], wait_seconds: 60 };
    assert.deepEqual(retryConfig({ by_analysis: other }, before).by_analysis, other);
    assert.notProperty(retryConfig({ by_analysis: null }, before), 'by_analysis');
    assert.throws(() => retryConfig({ max_retries: 1 }, before), /by_analysis\.plans\[0\]\.delays_seconds has 2/);
  });

  it('have the same bounds in the contract', () => {
    const contract = JSON.stringify(loadContract('/api/v1'));
    for (const [field, { minimum, maximum }] of [
      ['wait_seconds', ANALYSIS_WAIT],
      ['early_seconds', EARLY_SECONDS],
    ] as const)
      assert.include(contract, `"${field}":{"type":"integer","minimum":${minimum},"maximum":${maximum}`);
  });
});
