import { assert } from 'chai';
import fc from 'fast-check';
import { breakerChange, dialThrough, openBreakerOf } from '../../../domain/campaigns/campaign-breaker.ts';
import { campaignProgress } from '../../../domain/campaigns/campaign-progress.ts';
import { move, type Campaign } from '../../../domain/campaigns/campaign.ts';
import type { CampaignRecord } from '../../../domain/campaigns/campaign-record.ts';
import type { Sample } from '../../../domain/campaigns/circuit-breaker.ts';
import { applyOutcomes, applySamples } from '../../../domain/campaigns/outcome-accounting.ts';
import { afterProbe, openedInFuture, tripped, untilProbe } from '../../../domain/campaigns/open-breaker.ts';
import { mergeMetadata } from '../../../domain/campaigns/settings.ts';
import { at, gated } from './example.ts';

const CONFIG = {
  ...{ enabled: true, failure_threshold: 0.5, window_seconds: 60, min_calls_in_window: 1 },
  probe_after_seconds: 40,
};
const RULES = { limit: 10, isZone: () => true };

const running = (more: Partial<Campaign> = {}): CampaignRecord =>
  gated({
    state: 'running',
    total_rows: 99,
    orchestrator_metadata: { max_concurrency: 1, circuit_breaker: CONFIG },
    ...more,
  });

const changed = (record: CampaignRecord, change: Partial<Campaign>): CampaignRecord => ({
  ...record,
  campaign: { ...record.campaign, ...change },
});

/** The record after outcomes of runs. */
function after(record: CampaignRecord, samples: Readonly<Record<string, Sample | null>>, second: number) {
  const runs = Object.entries(samples).map(([queued_run_id, sample]) => ({ queued_run_id, sample }));
  const { breaker, stop } = applySamples(record, runs, at(second));
  return changed({ ...record, gate: { ...record.gate, breaker } }, stop);
}

/** The record after the dial of runs, or null: it is not allowed. */
function dialled(record: CampaignRecord, runs: readonly string[], second: number): CampaignRecord | null {
  const change = dialThrough(record.campaign, record.campaign, runs, at(second));
  return change && changed(record, change);
}

const stateOf = ({ campaign }: CampaignRecord): string => openBreakerOf(campaign)?.state ?? 'closed';

/** A campaign and its runs under way. */
interface Episode {
  readonly record: CampaignRecord;
  readonly active: readonly string[];
}

/** The dial of these runs, if it is allowed as the engine asks. */
function dialling({ record, active }: Episode, runs: readonly string[], second: number): Episode {
  const before = openBreakerOf(record.campaign);
  const isProbed = before?.state === 'half_open' && active.includes(before.probe_run_id!);
  const next = isProbed ? null : dialled(record, runs, second);
  if (!next) return { record, active };
  const isInTime = before === null || before.state === 'half_open' || at(second).toISOString() >= before.probe_at;
  assert.isTrue(isInTime && (before === null || runs.length === 1));
  return { record: next, active: [...active, ...runs] };
}

/** The end of one of the runs. */
function ending(
  { record, active }: Episode,
  { end, sample }: { readonly end: number; readonly sample: Sample | null },
  second: number,
): Episode {
  const run = active[end % active.length];
  if (run === undefined) return { record, active };
  const before = openBreakerOf(record.campaign);
  const next = after(record, { [run]: sample }, second);
  if (before?.probe_run_id === run) assert.equal(stateOf(next), sample === 'success' ? 'closed' : 'open');
  else if (before) assert.deepEqual(openBreakerOf(next.campaign), before);
  return { record: next, active: active.filter((each) => each !== run) };
}

describe('a circuit breaker that probes', () => {
  const open = after(running(), { a: 'failure' }, 0);
  const halfOpen = dialled(open, ['probe'], 40)!;

  it('opens without a pause, for the time that is set', () => {
    assert.equal(open.campaign.state, 'running');
    assert.deepEqual(open.campaign.orchestrator_metadata.breaker_state, {
      state: 'open',
      reason: 'Circuit breaker: 1 of 1 calls failed within 60 seconds',
      opened_at: at(0).toISOString(),
      trips: 1,
      wait_seconds: 40,
      probe_at: at(40).toISOString(),
    });
    assert.isEmpty(open.gate.breaker);
    assert.isNull(dialled(open, ['probe'], 39));
    assert.equal(campaignProgress(open.campaign).breaker_state?.state, 'open');
    assert.notProperty(campaignProgress(running().campaign), 'breaker_state');
  });

  it('lets one contact be dialled then, and says which', () => {
    assert.isNull(dialled(open, ['probe', 'other'], 40));
    assert.isNull(dialled(open, [], 40));
    assert.deepInclude(openBreakerOf(halfOpen.campaign), { state: 'half_open', probe_run_id: 'probe' });
  });

  it('does not let a contact be dialled where another is the probe since that was checked', () => {
    assert.isNull(dialThrough(halfOpen.campaign, open.campaign, ['other'], at(41)));
    assert.isNotNull(dialThrough(halfOpen.campaign, halfOpen.campaign, ['other'], at(41)));
    assert.isNotNull(dialThrough(running().campaign, halfOpen.campaign, ['other', 'more'], at(41)));
  });

  const ENDS: readonly [string, Sample | null, string, number, number][] = [
    ['closes when the probe gets through', 'success', 'closed', 0, 0],
    ['opens for twice the time when the probe fails', 'failure', 'open', 80, 80],
    ['lets the next probe follow a probe that says nothing', null, 'open', 0, 40],
  ];
  for (const [title, sample, state, waitsFor, waitSeconds] of ENDS)
    it(title, () => {
      const ended = after(halfOpen, { other: 'failure', probe: sample }, 60);
      assert.equal(stateOf(ended), state);
      const breaker = openBreakerOf(ended.campaign);
      if (breaker === null) return;
      assert.equal(untilProbe(breaker, at(60)), 1_000 * waitsFor);
      assert.include(breaker, { wait_seconds: waitSeconds, opened_at: at(0).toISOString() });
      assert.notProperty(breaker, 'probe_run_id');
    });

  it('does not count calls that were dialled before it tripped', () => {
    for (const record of [open, halfOpen])
      for (const sample of ['success', 'failure'] as const)
        assert.deepEqual(after(record, { other: sample }, 60), record);
  });

  it('does not count its probe while the campaign is paused, and is closed by a resume', () => {
    const paused = changed(halfOpen, move(halfOpen.campaign, 'pause', at(50)));
    assert.equal(stateOf(after(paused, { probe: 'success' }, 60)), 'half_open');
    assert.equal(stateOf(changed(paused, move(paused.campaign, 'resume', at(70)))), 'closed');
  });

  it('is closed when settings no longer have it probe, and is kept by other changes', () => {
    const metadata = halfOpen.campaign.orchestrator_metadata;
    const kept = mergeMetadata(metadata, { max_concurrency: 3, circuit_breaker: { probe_after_seconds: 99 } }, RULES);
    assert.deepEqual(kept.breaker_state, metadata.breaker_state);
    for (const off of [{ enabled: false }, { probe_after_seconds: null }])
      assert.notProperty(mergeMetadata(metadata, { circuit_breaker: off }, RULES), 'breaker_state');
    assert.notProperty(
      mergeMetadata(metadata, { circuit_breaker: { probe_after_seconds: null } }, RULES).circuit_breaker,
      'probe_after_seconds',
    );
  });

  it('is closed by the end of its campaign', () => {
    const last = { queued_run_id: 'probe', outcome: 'failed' as const, retry_at: null, retry_run_id: 'r' };
    const { campaign } = applyOutcomes(changed(halfOpen, { total_rows: 1 }), [last], [], at(60));
    assert.equal(campaign?.state, 'completed');
    assert.notProperty(campaign?.orchestrator_metadata, 'breaker_state');
    const more = applyOutcomes(halfOpen, [last], [], at(60)).campaign;
    assert.equal(more?.orchestrator_metadata?.breaker_state?.state, 'open');
  });

  it('doubles its wait with each probe that fails, up to an hour', () => {
    let breaker = tripped('Why', 600, at(0));
    const waits = [1, 2, 3, 4].map(() => (breaker = afterProbe(breaker, 'failure', at(0))!).wait_seconds);
    assert.deepEqual(waits, [1_200, 2_400, 3_600, 3_600]);
  });

  it('counts how often it trips, from once where an earlier version did not count', () => {
    const { trips: _trips, ...uncounted } = tripped('Why', 600, at(0));
    const again = afterProbe(uncounted, 'failure', at(0))!;
    assert.deepEqual([again.trips, afterProbe(again, 'failure', at(0))!.trips], [2, 3]);
    assert.equal(afterProbe(again, null, at(0))!.trips, 2);
  });

  it('trips, trips again and closes, and changes in no other way', () => {
    const [closed, again] = [running().campaign, after(halfOpen, { probe: 'failure' }, 60).campaign];
    assert.equal(breakerChange(closed, open.campaign), 'tripped');
    assert.isNull(breakerChange(open.campaign, halfOpen.campaign));
    assert.equal(breakerChange(halfOpen.campaign, again), 'tripped');
    assert.isNull(breakerChange(halfOpen.campaign, after(halfOpen, { probe: null }, 60).campaign));
    assert.equal(breakerChange(halfOpen.campaign, after(halfOpen, { probe: 'success' }, 60).campaign), 'closed');
    assert.isNull(breakerChange(closed, closed));
  });

  it('opens again when the clock is set to a time before it opened', () => {
    const breaker = tripped('Why', 40, at(500));
    assert.deepEqual(openedInFuture(breaker, at(0)), tripped('Why', 40, at(0)));
    assert.isNull(openedInFuture(breaker, at(500)));
  });

  it('lets no two probes be dialled, nor one before its time, in whatever order calls end', () => {
    const steps = fc.array(
      fc.oneof(
        fc.record({ wait: fc.integer({ min: 0, max: 50 }) }),
        fc.record({ dial: fc.integer({ min: 1, max: 2 }) }),
        fc.record({ end: fc.nat(5), sample: fc.constantFrom<Sample | null>('success', 'failure', 'failure', null) }),
      ),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(steps, (all) => {
        let [played, second, count] = [{ record: running(), active: [] as readonly string[] }, 0, 0];
        for (const step of all)
          if ('wait' in step) second += step.wait;
          else if ('dial' in step)
            played = dialling(
              played,
              Array.from({ length: step.dial }, () => `run ${(count += 1)}`),
              second,
            );
          else played = ending(played, step, second);
      }),
    );
  });
});
