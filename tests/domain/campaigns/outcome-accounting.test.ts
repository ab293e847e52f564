import { assert } from 'chai';
import {
  applyOutcomes,
  isComplete,
  applySamples,
  pendingOutcome,
} from '../../../domain/campaigns/outcome-accounting.ts';
import { CALL_RESPONSES } from '../../../domain/calls/call-log.ts';
import { NOT_REACHED, type RunOutcome } from '../../../domain/campaigns/run-outcome.ts';
import { at, gated } from './example.ts';

const BREAKER = { enabled: true, failure_threshold: 0.5, window_seconds: 60, min_calls_in_window: 2 };
const running = (more = {}, gate = {}) => gated({ state: 'running', ...more }, gate);
const outcome = (id: string, what: RunOutcome, attempt = 0) =>
  pendingOutcome(running(), { queued_run_id: id, attempt, outcome: what, retry_run_id: `${id} again` }, at(0));

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
