import { mock } from 'node:test';
import { atEndOfTest } from './temporary.ts';

/**
 * Until the test is over, timers and intervals of this process wait to be told that time passes. What comes from outside,
 * such as messages over sockets, arrives as ever.
 */
export function manualTimers(): { pass(ms: number): void } {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  atEndOfTest(() => mock.timers.reset());
  return { pass: (ms) => mock.timers.tick(ms) };
}

/** Waits up to five seconds for a condition, with mocked timers too. */
export async function waitUntil(isSo: () => boolean, what: string): Promise<void> {
  const deadline = performance.now() + 5_000;
  while (!isSo()) {
    if (performance.now() > deadline) throw new Error(`It did not come to be: ${what}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
