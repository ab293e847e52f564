import { assert } from 'chai';
import {
  cursorAfter,
  isWanted,
  newAnalysisRun,
  runEnd,
  runProgress,
  runView,
  unreadCalls,
  type AnalysisRun,
  type NewAnalysisRun,
} from '../../../domain/calls/analysis-run.ts';
import { webCall, type CallLog } from '../../../domain/calls/call-log.ts';
import { analysisResult, callAnalysis } from './analysis-example.ts';

const NOW = new Date('2026-03-02T09:00:00.000Z');
const AT = '2026-03-01T00:00:00.000Z';
const FACTS = { run_id: 'r1', org_id: 'o1', created_by: 'ada@example.com', now: NOW };
const run = (request: NewAnalysisRun = {}): AnalysisRun => newAnalysisRun(request, FACTS);

const call = (more: Partial<CallLog> = {}): CallLog => ({
  ...webCall({ call_id: 'c1', org_id: 'o1', agent_id: 'a1', agent_name: 'Desk', now: NOW, custom_variables: {} }),
  ...{ status: 'completed', transcript_url: '/t.txt' },
  ...more,
});

describe('a run of analyses', () => {
  it('covers a thousand calls of all agents until now by default', () => {
    assert.deepEqual(run(), {
      ...{ run_id: 'r1', org_id: 'o1', created_by: 'ada@example.com', created_at: NOW.toISOString() },
      ...{ state: 'running', agent_id: null, from: null, to: NOW.toISOString(), repeat: false, success: null },
      ...{ max_calls: 1_000, finished_at: null, calls_read: 0, calls_requested: 0, calls_total: 0 },
      ...{ is_read: false, cursor: null },
    });
    const request = { agent_id: 'a1', from: AT, to: '2026-03-02T00:00:00Z', repeat: true, max_calls: 5 };
    assert.include(run(request), { ...request, to: '2026-03-02T00:00:00.000Z' });
  });

  it('has from 1 to 10,000 calls', () => {
    for (const most of [1, 10_000]) assert.equal(run({ max_calls: most }).max_calls, most);
    for (const most of [0, 1.5, 10_001, NaN])
      assert.throws(() => run({ max_calls: most }), /^max_calls must be a whole number from 1 to 10000$/);
  });

  it('begins before it ends', () => {
    assert.throws(() => run({ from: AT, to: AT }), /^from must be before to$/);
    assert.throws(() => run({ from: '2026-03-02T09:00:00.000Z' }), /^from must be before to$/);
    assert.equal(run({ from: '2026-03-02T08:59:59.999Z' }).from, '2026-03-02T08:59:59.999Z');
  });

  it('repeats results when it asks for those with one', () => {
    assert.isTrue(run({ success: 'no' }).repeat);
    assert.isTrue(run({ success: 'no', repeat: true }).repeat);
    assert.isFalse(run({ repeat: false }).repeat);
    assert.throws(() => run({ success: 'no', repeat: false }), /^repeat must not be false with success: /);
  });

  it('reads on from the last call', () => {
    const to = NOW.toISOString();
    assert.deepEqual(unreadCalls(run()), { below: to });
    const some = run({ agent_id: 'a1', from: AT });
    assert.deepEqual(unreadCalls(some), { agent_id: 'a1', from: AT, below: to });
    const cursor = cursorAfter(null, call({ created_at: '2026-03-01T05:00:00.000Z' }));
    assert.deepEqual(unreadCalls({ ...some, cursor }), { agent_id: 'a1', from: cursor.at, below: to });
    assert.deepEqual(unreadCalls({ ...run(), cursor }), { from: cursor.at, below: to });
  });

  it('remembers all calls of the last moment', () => {
    const first = cursorAfter(null, call({ call_id: 'c1', created_at: AT }));
    assert.deepEqual(first, { at: AT, ids: ['c1'] });
    const second = cursorAfter(first, call({ call_id: 'c2', created_at: AT }));
    assert.deepEqual(second, { at: AT, ids: ['c1', 'c2'] });
    const later = '2026-03-01T00:00:01.000Z';
    assert.deepEqual(cursorAfter(second, call({ call_id: 'c3', created_at: later })), { at: later, ids: ['c3'] });
  });

  it('wants ended calls with a transcript that have no result yet', () => {
    const done = callAnalysis({ status: 'done', result: analysisResult() });
    assert.isTrue(isWanted(run(), call(), null));
    assert.isTrue(isWanted(run(), call(), callAnalysis({ status: 'failed' })));
    assert.isFalse(isWanted(run(), call(), callAnalysis({ status: 'pending' })));
    assert.isFalse(isWanted(run(), call(), done));
    assert.isTrue(isWanted(run({ repeat: true }), call(), done));
    assert.isFalse(isWanted(run({ repeat: true }), call(), { ...done, run_id: 'r1' }), 'it was requested by this run');
    assert.isTrue(isWanted(run({ repeat: true }), call(), { ...done, run_id: 'r2' }));
    assert.isFalse(isWanted(run(), call({ status: 'in-progress' as CallLog['status'], transcript_url: null }), null));
    assert.isFalse(isWanted(run(), call({ transcript_url: null }), null));
  });

  it('wants only the results that it asks for', () => {
    const result = analysisResult({ success: 'no' });
    const judged = callAnalysis({ status: 'done', result, success: 'no' });
    assert.isTrue(isWanted(run({ success: 'no' }), call(), judged));
    assert.isFalse(isWanted(run({ success: 'yes' }), call(), judged));
    assert.isFalse(isWanted(run({ success: 'yes' }), call(), null));
  });

  it('has no position once it has ended', () => {
    assert.deepEqual(runEnd('canceled', NOW), { state: 'canceled', finished_at: NOW.toISOString(), cursor: null });
  });

  it('is shown with the number of its analyses by status, and without its position', () => {
    const tally = { agent_id: 'a1', success: null };
    const tallies = [
      { ...tally, status: 'pending', calls: 1 },
      { ...tally, status: 'done', calls: 2 },
      { ...tally, status: 'done', agent_id: 'a2', calls: 3 },
      { ...tally, status: 'failed', calls: 7 },
    ] as const;
    const progress = { pending: 1, done: 5, failed: 7 };
    assert.deepEqual(runProgress(tallies), progress);
    const { org_id: _organisation, is_read: _read, cursor: _cursor, ...shown } = run();
    assert.deepEqual(runView(run(), tallies), { ...shown, progress });
  });
});
