import type { Clock } from '../../application/ports/clock.ts';
import type { DatabaseHealth } from '../../application/ports/health.ts';
import type { Engine } from './collection.ts';

const PATIENCE_MS = 2_000;

/** Whether the documents' engine answers within two seconds. */
export const documentHealth = (engine: Engine, clock: Clock): DatabaseHealth => ({
  isUp: () =>
    new Promise((resolve) => {
      const cancel = clock.after(PATIENCE_MS, () => resolve(false));
      const answer = (up: boolean): void => {
        cancel();
        resolve(up);
      };
      engine.ping().then(
        () => answer(true),
        () => answer(false),
      );
    }),
});
