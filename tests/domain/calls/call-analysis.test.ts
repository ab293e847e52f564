import { assert } from 'chai';
import {
  analyseAgainAfterMs,
  analysisView,
  isAnalysable,
  mayAnalyseAgain,
  newAnalysis,
  toDone,
  toFailed,
  toPending,
} from '../../../domain/calls/call-analysis.ts';
import { webCall, type CallLog } from '../../../domain/calls/call-log.ts';
import { analysisResult, callAnalysis } from './analysis-example.ts';

const REGISTERED = new Date('2026-03-01T09:00:00.000Z');
const NOW = new Date('2026-03-02T09:00:00.000Z');
const now = NOW.toISOString();
const facts = { call_id: 'c1', org_id: 'o1', agent_id: 'a1', agent_name: 'Desk', custom_variables: {} };
const ended = { ...webCall({ ...facts, now: REGISTERED }), status: 'completed', transcript_url: '/t' } as CallLog;

describe('the analysis of a call', () => {
  it('is possible once the call has ended and its transcript is stored', () => {
    assert.isTrue(isAnalysable(ended));
    assert.isFalse(isAnalysable({ ...ended, transcript_url: null }));
    assert.isFalse(isAnalysable({ ...webCall({ ...facts, now: NOW }), transcript_url: '/t' }));
  });

  it('is pending at first, and remembers who requested it', () => {
    const pending = {
      ...{ call_id: 'c1', org_id: 'o1', agent_id: 'a1', run_id: null, status: 'pending', error_message: null },
      ...{ result: null, success: null, call_created_at: REGISTERED.toISOString(), requested_at: now, updated_at: now },
    };
    assert.deepEqual(newAnalysis(ended, NOW), { ...pending, status: 'pending' });
    assert.equal(newAnalysis(ended, NOW, 'r1').run_id, 'r1');
  });

  it('keeps its result while the call is analysed again, and when that fails', () => {
    const again = { run_id: null, status: 'pending', error_message: null, requested_at: now, updated_at: now } as const;
    assert.deepEqual(toPending(NOW), again);
    assert.deepEqual(toPending(NOW, 'r1'), { ...again, run_id: 'r1' });
    assert.deepEqual(toFailed('The model does not answer', NOW), {
      ...{ status: 'failed', error_message: 'The model does not answer', updated_at: now },
    });
  });

  it('is listed by the success of its result', () => {
    for (const success of ['yes', undefined] as const) {
      const result = analysisResult({ ...(success && { success }), analysed_at: now });
      const listed = { success: success ?? null, updated_at: now };
      assert.deepEqual(toDone(result), { status: 'done', error_message: null, result, ...listed });
    }
  });

  it('is shown without what calls are listed by', () => {
    const { success: _success, call_created_at: _created, run_id: _run, ...shown } = callAnalysis();
    assert.deepEqual(analysisView(callAnalysis()), shown);
  });

  it('is tried four times, after longer and longer delays', () => {
    assert.deepEqual([0, 1, 3, 4].map(mayAnalyseAgain), [true, true, true, false]);
    assert.deepEqual([1, 2, 3, 4].map(analyseAgainAfterMs), [10_000, 60_000, 300_000, 0]);
  });
});
