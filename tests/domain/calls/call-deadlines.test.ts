import { assert } from 'chai';
import { dialLimits } from '../../../domain/calls/dial-limits.ts';
import { machineAfter } from '../../../domain/calls/machine-report.ts';
import { nextSweep, sweepClaimedUntil } from '../../../domain/calls/retention.ts';

describe('limits of a dialled call', () => {
  it('are those of the agent, and two minutes more for the end of a call, four hours at most', () => {
    assert.deepEqual(dialLimits(), { ringTimeoutSeconds: 60, callSecondsMax: 14_400 });
    assert.deepEqual(dialLimits({ ring_seconds: 25, max_call_seconds: 300 }), {
      ringTimeoutSeconds: 25,
      callSecondsMax: 420,
    });
    assert.equal(dialLimits({ max_call_seconds: 14_300 }).callSecondsMax, 14_400);
  });
});

describe('the report of a machine', () => {
  it('is the last one, but the end of a greeting stays', () => {
    assert.equal(machineAfter(undefined, 'detected'), 'detected');
    assert.equal(machineAfter('detected', 'greeting_ended'), 'greeting_ended');
    assert.equal(machineAfter('greeting_ended', 'detected'), 'greeting_ended');
  });
});

describe('the sweep of what is kept', () => {
  it('is claimed for ten minutes, and made again at once or in an hour', () => {
    const now = new Date('2026-03-02T09:00:00.000Z');
    assert.equal(sweepClaimedUntil(now), '2026-03-02T09:10:00.000Z');
    assert.equal(nextSweep(now, false), now.toISOString());
    assert.equal(nextSweep(now, true), '2026-03-02T10:00:00.000Z');
  });
});
