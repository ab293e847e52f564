import { setMaxListeners } from 'node:events';
import { assert } from 'chai';
import { HostPace } from '../../../application/knowledge/host-pace.ts';
import type { LimitCounts } from '../../../application/ports/limit-counts.ts';
import type { LimitCount } from '../../../domain/accounts/limit-count.ts';
import { fakeClock } from '../../support/fake-clock.ts';

describe('the pace of requests to a host', () => {
  const never = new AbortController().signal;
  before(() => setMaxListeners(0, never));
  let clock: ReturnType<typeof fakeClock>;
  let limitCounts: LimitCounts;
  beforeEach(() => {
    clock = fakeClock();
    const counts = new Map<string, LimitCount | null>();
    limitCounts = {
      find: async ({ key }) => counts.get(key) ?? null,
      async replace({ key }, seen, next) {
        if ((counts.get(key) ?? null) !== seen) return false;
        counts.set(key, next);
        return true;
      },
      prune: async () => undefined,
    };
  });

  it('is one a second for all processes, and another host does not wait', async () => {
    const processes = [1, 2, 3].map(() => new HostPace({ limitCounts, clock }));
    const times: number[] = [];
    const waits = processes.map((each) => each.wait('a.example', never).then(() => times.push(clock.monotonic())));
    await processes[0]!.wait('b.example', never);
    for (let ms = 0; ms < 3_000; ms += 500) await clock.advanceAsync(500);
    await Promise.all(waits);
    assert.deepEqual(times, [0, 1_000, 2_000]);
  });

  it('ends the wait of a request that is cancelled', async () => {
    const pace = new HostPace({ limitCounts, clock });
    await pace.wait('a.example', never);
    const stopped = new AbortController();
    const waiting = pace.wait('a.example', stopped.signal).catch((error: unknown) => error);
    await clock.advanceAsync(10);
    const reason = new Error('stopped');
    stopped.abort(reason);
    assert.equal(await waiting, reason);
    assert.equal(clock.waiting, 0);
  });

  it('refuses requests when those of more than two minutes wait', async () => {
    const pace = new HostPace({ limitCounts, clock });
    const waiting = Array.from({ length: 123 }, () => pace.wait('a.example', never).catch((error: Error) => error));
    const last = await waiting.at(-1);
    assert.match(String(last), /Too many pages of a\.example wait/);
  });
});
