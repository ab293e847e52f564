import { Worker } from 'node:worker_threads';
import { assert } from 'chai';
import { timeTaken } from '../../adapters/pdf-text/time-taken.ts';
import { atEndOfTest } from '../support/temporary.ts';
import { soon } from '../telephony/telephone.ts';

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
    it(`goes on while the thread ${what}`, async () => {
      const taken = timeTaken(await thread(code));
      const startedAt = performance.now();
      await soon(async () => (taken() > 300 ? true : null));
      // Both are counted together: at most what passes, and what this process does besides.
      assert.isAtLeast(2 * (performance.now() - startedAt), 300);
    });
});
