import { createHash } from 'node:crypto';
import { setImmediate as settled } from 'node:timers/promises';
import type { Clock } from '../../application/ports/clock.ts';

/** What conversations in virtual time need of the process. */
export const rehearsalParts = (clock: Clock) => ({
  clock,
  settled: (): Promise<void> => settled(),
  digestOf: (text: string): string => createHash('sha256').update(text).digest('hex'),
});
