import { assert } from 'chai';
import type { CallMetricsRepository } from '../../application/ports/call-metrics.ts';
import type { CallMetrics } from '../../domain/calls/call-metrics.ts';
import type { Contract } from '../support/contract.ts';

const metrics = (callId: string, more: Partial<CallMetrics> = {}): CallMetrics => ({
  call_id: callId,
  org_id: 'org',
  recorded_at: '2026-01-01T00:00:00.000Z',
  summary: { turn_count: 1, interrupted_turn_count: 0, user_bot_latency_avg_secs: 0.8123456789 },
  transport: { client_connected_secs: 0.1 },
  turns: [{ turn_number: 1, duration_secs: 2.5, was_interrupted: false }],
  latencies: { first_bot_speech_secs: 0.4, user_to_bot_secs: [0.8123456789], breakdowns: [{ odd: [null, 1e-7] }] },
  ...more,
});

export const callMetricsContract: Contract<CallMetricsRepository> = {
  "finds a call's metrics exactly as they were measured": async (repository) => {
    await repository.add(metrics('a'));
    await repository.add(metrics('b', { turns: [] }));
    assert.deepEqual(await repository.find('org', 'a'), metrics('a'));
    assert.isNull(await repository.find('org', 'c'));
  },

  "knows nothing of another organisation's metrics": async (repository) => {
    await repository.add(metrics('a'));
    assert.isNull(await repository.find('other', 'a'));
  },

  'keeps the first metrics of a call, also under a race': async (repository) => {
    assert.isTrue(await repository.add(metrics('a')));
    const asked = Array.from({ length: 20 }, () => repository.add(metrics('a', { turns: [] })));
    assert.notInclude(await Promise.all(asked), true);
    assert.deepEqual(await repository.find('org', 'a'), metrics('a'));
    const raced = Array.from({ length: 20 }, () => repository.add(metrics('b')));
    assert.deepEqual((await Promise.all(raced)).filter(Boolean), [true]);
  },
};
