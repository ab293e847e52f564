import { syncBuiltinESMExports } from 'node:module';
import { mock } from 'node:test';
import { atEndOfTest } from './temporary.ts';

/**
 * Until the test is over, timers and intervals of this process wait to be told that time passes. What comes from outside,
 * such as messages over sockets, arrives as ever.
 */
export function manualTimers(): { pass(ms: number): void } {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  // The product imports some timers by name.
  syncBuiltinESMExports();
  atEndOfTest(() => {
    mock.timers.reset();
    syncBuiltinESMExports();
  });
  return { pass: (ms) => mock.timers.tick(ms) };
}
