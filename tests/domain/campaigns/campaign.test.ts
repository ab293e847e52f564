import { assert } from 'chai';
import {
  CAMPAIGN_STATES,
  completion,
  failure,
  move,
  selfPause,
  type Command,
} from '../../../domain/campaigns/campaign.ts';
import { campaignProgress } from '../../../domain/campaigns/campaign-progress.ts';
import { newDialState } from '../../../domain/campaigns/campaign-record.ts';
import { at, campaign, NOON } from './example.ts';

describe('campaign', () => {
  const LEGAL: Readonly<Record<string, string>> = {
    'created start': 'running',
    'running pause': 'paused',
    'paused resume': 'running',
  };
  for (const state of CAMPAIGN_STATES)
    for (const command of ['start', 'pause', 'resume'] as Command[])
      it(`answers ${command} in state ${state} with ${LEGAL[`${state} ${command}`] ?? 'an error'}`, () => {
        const moved = () => move(campaign({ state }), command, NOON);
        const legal = LEGAL[`${state} ${command}`];
        if (legal === undefined) assert.throws(moved, `Cannot ${command} a campaign that is ${state}`);
        else assert.equal(moved().state, legal);
      });

  it('records start and pause, and clears the reason on resume', () => {
    const started = { ...campaign(), ...move(campaign(), 'start', at(1)) };
    assert.include(started, { started_at: at(1).toISOString(), updated_at: at(1).toISOString(), paused_at: null });
    const paused = { ...started, ...selfPause(started, 'Too many failures', at(2)) };
    assert.include(paused, { state: 'paused', started_at: at(1).toISOString(), paused_at: at(2).toISOString() });
    assert.deepEqual(paused.orchestrator_metadata, { max_concurrency: 5, paused_reason: 'Too many failures' });
    const resumed = { ...paused, ...move(paused, 'resume', at(3)) };
    assert.include(resumed, { state: 'running', started_at: at(1).toISOString(), paused_at: null });
    assert.deepEqual(resumed.orchestrator_metadata, { max_concurrency: 5 });
  });

  it('has not dialled at first', () => {
    for (const isLoaded of [true, false])
      assert.deepEqual(newDialState(isLoaded), {
        epoch: 0,
        recent_dials: [],
        breaker: [],
        settling: [],
        loaded_rows: 0,
        is_loaded: isLoaded,
      });
  });

  it('ends as completed, or as failed with a reason', () => {
    const end = at(9).toISOString();
    assert.deepEqual(completion(campaign(), at(9)), { state: 'completed', completed_at: end, updated_at: end });
    assert.deepEqual(failure(campaign(), 'Gone', at(9)), {
      state: 'failed',
      updated_at: end,
      orchestrator_metadata: { max_concurrency: 5, failed_reason: 'Gone' },
    });
  });

  const PERCENTAGES: readonly [number, number, number][] = [
    [0, 3, 0],
    [1, 3, 33.3],
    [2, 3, 66.6],
    [3, 3, 100],
    [999, 1_000, 99.9],
    [9_999, 10_000, 99.9],
    [1, 100_000, 0],
    [0, 0, 0],
  ];
  for (const [processed_rows, total_rows, expected] of PERCENTAGES)
    it(`has a progress of ${expected} % after ${processed_rows} of ${total_rows} contacts`, () => {
      assert.equal(campaignProgress(campaign({ processed_rows, total_rows })).progress_percentage, expected);
    });

  it('has a progress of 100 % when completed without contacts', () => {
    const { progress_percentage, rate_limit } = campaignProgress(campaign({ state: 'completed', total_rows: 0 }));
    assert.deepEqual([progress_percentage, rate_limit], [100, 1]);
  });
});
