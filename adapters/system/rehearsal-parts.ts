import { createHash } from 'node:crypto';
import { setImmediate as settled } from 'node:timers/promises';
import { TimeSlices } from '../lib/time-slices.ts';
import type { Clock } from '../../application/ports/clock.ts';

/** Expressions that tenants write, of all conversations. */
const slices = new TimeSlices();

/** What conversations in virtual time need of the process. */
export const rehearsalParts = (clock: Clock) => ({
  clock,
  settled: (): Promise<void> => settled(),
  inSlices: <T>(steps: Generator<void, T>, signal: AbortSignal): Promise<T | null> => slices.run(steps, signal),
  digestOf: (text: string): string => createHash('sha256').update(text).digest('hex'),
});
