import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { assert } from 'chai';
import { readingTime } from '../../adapters/document-text/reading-time.ts';
import { atEndOfTest } from '../support/temporary.ts';

/** A thread that runs this once it has said so. */
async function thread(code: string): Promise<Worker> {
  const worker = new Worker(`require('node:worker_threads').parentPort.postMessage('up'); ${code}`, { eval: true });
  atEndOfTest(() => worker.terminate());
  await new Promise((resolve) => worker.once('message', resolve));
  return worker;
}

describe('the time that reading takes', () => {
  for (const [what, code] of [
    ['waits for what never comes', 'setInterval(() => undefined, 1e9)'],
    ['is busy', 'setImmediate(() => { for (;;); })'],
  ] as const)
    it(`grows while the thread ${what}`, async () => {
      const taken = readingTime(await thread(code), 50);
      const startedAt = performance.now();
      // Idle time counts by calls, which have to come at this interval.
      for (let looks = 0; taken() <= 300; looks += 1) {
        assert.isBelow(looks, 1_000);
        await delay(50);
      }
      // Both are counted together: at most what passes, and what this process does besides.
      assert.isAtLeast(2 * (performance.now() - startedAt), 300);
    });

  it('counts work only, however rarely it is read', () => {
    const taken = readingTime(
      atWorkFor((look) => 10 * look),
      20,
    );
    const startedAt = performance.now();
    for (let look = 0; look < 1_000; look += 1) taken();
    assert.isAtMost(taken(), 2 * (performance.now() - startedAt) + 10);
  });

  it('grows for an idle thread despite differences between clocks', () => {
    const taken = readingTime(
      atWorkFor((look) => (look % 2) * 4),
      20,
    );
    for (let look = 1; look < 100; look += 1) taken();
    assert.isAtLeast(taken(), 100 * 20);
  });
});

/** A thread that was busy for this time, in ms, and waited for much longer. */
function atWorkFor(active: (look: number) => number): Pick<Worker, 'performance'> {
  let looks = 0;
  return {
    performance: {
      eventLoopUtilization: () => ({ idle: 100 * looks, active: active(looks++), utilization: 0 }),
    },
  };
}
