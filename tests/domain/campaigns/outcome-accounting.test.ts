import { assert } from 'chai';
import {
  applyOutcomes,
  isComplete,
  applySamples,
  isFinal,
  isWritten,
  pendingDecision,
  pendingOutcome,
} from '../../../domain/campaigns/outcome-accounting.ts';
import type { PendingOutcome } from '../../../domain/campaigns/campaign-record.ts';
import { ERASED_NUMBER } from '../../../domain/campaigns/contacts.ts';
import { newQueuedRun, toJudging } from '../../../domain/campaigns/queued-run.ts';
import { retryConfig } from '../../../domain/campaigns/retry-policy.ts';
import { CALL_RESPONSES } from '../../../domain/calls/call-log.ts';
import { NOT_REACHED, type RunOutcome } from '../../../domain/campaigns/run-outcome.ts';
import { at, gated } from './example.ts';

const BREAKER = { enabled: true, failure_threshold: 0.5, window_seconds: 60, min_calls_in_window: 2 };
const running = (more = {}, gate = {}) => gated({ state: 'running', ...more }, gate);
const outcome = (id: string, what: RunOutcome, attempt = 0) =>
  pendingOutcome(running(), { ...ended(id, what, attempt), stayedSeconds: null }, at(0));
const ended = (queued_run_id: string, what: RunOutcome, attempt = 0) => ({
  ...{ queued_run_id, attempt, outcome: what, retry_run_id: `${queued_run_id} again` },
});

describe('applyOutcomes', () => {
  it('decides on the retry', () => {
    assert.deepInclude(outcome('r', 'busy'), { retry_at: at(120).toISOString(), retry_run_id: 'r again' });
    assert.isNull(outcome('r', 'busy', 2).retry_at);
    assert.isNull(outcome('r', 'answered').retry_at);
  });

  it('counts final contacts and those not reached', () => {
    const fresh = [outcome('a', 'answered'), outcome('b', 'failed'), outcome('c', 'busy')];
    const { campaign, gate } = applyOutcomes(running({ total_rows: 9 }), fresh, [outcome('z', 'busy')], at(0));
    assert.deepInclude(campaign, { processed_rows: 2, failed_rows: 1 });
    assert.notProperty(campaign, 'state');
    assert.deepEqual(
      gate?.settling?.map(({ queued_run_id }) => queued_run_id),
      ['z', 'a', 'b', 'c'],
    );
  });

  it('counts as not reached those a redial takes', () => {
    for (const what of [...CALL_RESPONSES, 'unknown' as const]) {
      const { campaign } = applyOutcomes(running({ total_rows: 9 }), [outcome('a', what, 9)], [], at(0));
      assert.deepInclude(campaign, { processed_rows: 1, failed_rows: NOT_REACHED.includes(what) ? 1 : 0 }, what);
    }
  });

  it('completes a running campaign, and no other, with its last contact', () => {
    const last = [outcome('a', 'answered')];
    const nearly = { total_rows: 3, processed_rows: 2 };
    assert.equal(applyOutcomes(running(nearly), last, [], at(0)).campaign?.state, 'completed');
    assert.notProperty(applyOutcomes(gated({ ...nearly, state: 'paused' }), last, [], at(0)).campaign, 'state');
    assert.notProperty(applyOutcomes(running(nearly, { is_loaded: false }), last, [], at(0)).campaign, 'state');
    assert.isTrue(isComplete(running({ total_rows: 0 }).campaign, true));
    assert.isFalse(isComplete(running({ total_rows: 1 }).campaign, true));
  });

  it('keeps outcomes that say nothing about the carrier out of the breaker', () => {
    const metadata = { total_rows: 9, orchestrator_metadata: { max_concurrency: 1, circuit_breaker: BREAKER } };
    const { gate } = applyOutcomes(running(metadata), [outcome('a', 'canceled'), outcome('b', 'busy')], [], at(0));
    assert.deepEqual(
      gate?.breaker?.map(({ calls, failures }) => [calls, failures]),
      [[1, 0]],
    );
  });

  it('pauses a running campaign, and no other, when its breaker trips', () => {
    const metadata = { total_rows: 9, orchestrator_metadata: { max_concurrency: 1, circuit_breaker: BREAKER } };
    const failures = [outcome('a', 'failed'), outcome('b', 'failed')];
    const tripped = applyOutcomes(running(metadata), failures, [], at(0));
    assert.equal(tripped.campaign?.state, 'paused');
    assert.match(tripped.campaign?.orchestrator_metadata?.paused_reason ?? '', /2 of 2 calls failed/);
    const paused = applyOutcomes(gated({ ...metadata, state: 'paused' }), failures, [], at(0));
    assert.isEmpty(paused.gate?.breaker);
    assert.notProperty(paused.campaign, 'state');
    const two = ['a', 'b'].map((queued_run_id) => ({ queued_run_id, sample: 'failure' as const }));
    assert.deepEqual(applySamples(gated({ ...metadata, state: 'paused' }), two, at(0)).stop, {});
    const { breaker } = applySamples(running(metadata), two, at(0));
    assert.deepEqual(applySamples(running(metadata, { breaker }), [], at(1)).stop, {}, 'a resumed campaign');
  });
});

describe('outcomes that the analysis decides on', () => {
  const analysed = { field: 'result', plans: [{ values: ['unfinished'], delays_seconds: [60] }] };
  const metadata = { max_concurrency: 1, circuit_breaker: BREAKER };
  const judged = (more = {}, gate = {}) =>
    running(
      { total_rows: 2, retry_config: retryConfig({ by_analysis: analysed }), orchestrator_metadata: metadata, ...more },
      gate,
    );
  const answered = { ...ended('a', 'answered'), stayedSeconds: null };
  const waiting = pendingOutcome(judged(), answered, at(0));
  const run = newQueuedRun(
    {
      ...{ queued_run_id: 'a', campaign_id: 'c1', org_id: 'o1', contact_index: 0, phone_number: '+15550100001' },
      ...{ context_variables: {}, attempt: 0, not_before: null },
    },
    at(0),
  );
  const judgedRun = { ...run, ...toJudging('answered', waiting.judging!, at(0)) };
  const decide = (value: string | null, more = {}) =>
    pendingDecision(
      judged(),
      {
        ...{ run: { ...judgedRun, ...more }, retry_run_id: 'a again' },
        finding: {
          analysis: value === null ? { reason: 'no_plan' } : { reason: 'value', value },
          ...{ bar: null, stayedSeconds: null },
        },
      },
      at(9),
    );

  it('count for the breaker and not as final when the wait begins', () => {
    assert.deepInclude(waiting, {
      retry_at: null,
      judging: { since: at(0).toISOString(), until: at(1_800).toISOString() },
    });
    const { campaign, gate } = applyOutcomes(judged(), [waiting], [], at(0));
    assert.deepInclude(campaign, { processed_rows: 0, failed_rows: 0 });
    assert.lengthOf(gate!.breaker!, 1);
    assert.notProperty(campaign, 'decisions');
  });

  it('are final or retried with the decision, and do not count for the breaker again', () => {
    for (const [value, processed, counted] of [
      ['unfinished', 0, { reason: 'value', value: 'unfinished', retried: 1, final: 0 }],
      [null, 1, { reason: 'no_plan', retried: 0, final: 1 }],
    ] as const) {
      const decided = decide(value);
      assert.equal(isFinal(decided), processed === 1);
      const { campaign, gate } = applyOutcomes(judged(), [decided], [], at(9));
      assert.deepInclude(campaign, { processed_rows: processed, failed_rows: 0, decisions: [counted] });
      assert.isEmpty(gate?.breaker);
    }
    assert.deepInclude(decide('unfinished'), { outcome: 'answered', retry_at: at(60).toISOString(), is_judged: true });
  });

  it('are decided at once where the person hung up early, and the analysis cannot change anything', () => {
    const record = running({ retry_config: retryConfig({ plans: { hung_up_early: { delays_seconds: [60] } } }) });
    const early = pendingOutcome(record, { ...answered, stayedSeconds: 3 }, at(0));
    const retry = { retry_at: at(60).toISOString() };
    assert.deepInclude(early, retry);
    assert.deepInclude(early.decision, { reason: 'hung_up_early', ...retry });
    assert.notProperty(pendingOutcome(record, { ...answered, stayedSeconds: 30 }, at(0)), 'decision');
    const last = pendingOutcome(record, { ...answered, attempt: 1, stayedSeconds: 3 }, at(0));
    assert.isTrue(isFinal(last));
    const { campaign } = applyOutcomes(record, [early, last], [], at(0));
    assert.deepEqual(campaign?.decisions, [{ reason: 'hung_up_early', retried: 1, final: 1 }]);
  });

  it('are final when the number was erased', () => {
    assert.deepInclude(decide('unfinished', { phone_number: ERASED_NUMBER }).decision, {
      reason: 'erased',
      retry_at: null,
    });
  });

  it('add up by reason and value, whatever the order', () => {
    const { campaign } = applyOutcomes(judged(), [decide('unfinished'), decide(null), decide('unfinished')], [], at(9));
    assert.deepEqual(campaign?.decisions, [
      { reason: 'value', value: 'unfinished', retried: 2, final: 0 },
      { reason: 'no_plan', retried: 0, final: 1 },
    ]);
  });

  it('complete a running campaign with the last decision', () => {
    const nearly = { total_rows: 3, processed_rows: 2 };
    assert.notProperty(applyOutcomes(judged(nearly), [waiting], [], at(0)).campaign, 'state');
    assert.equal(applyOutcomes(judged(nearly), [decide(null)], [], at(9)).campaign?.state, 'completed');
  });

  it('are written when the run is judged or done, decisions when it is done', () => {
    const states = ['queued', 'dialing', 'in_call', 'judging', 'done'] as const;
    const written = (pending: PendingOutcome) => states.map((state) => isWritten(pending, { ...run, state }));
    assert.deepEqual(written(waiting), [false, false, false, true, true]);
    for (const pending of [decide(null), outcome('b', 'busy')])
      assert.deepEqual(written(pending), [false, false, false, false, true]);
  });
});
