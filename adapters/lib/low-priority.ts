import { getPriority, setPriority } from 'node:os';

/** How far below the process such threads run. Nineteen is the most. */
const BELOW = 10;
const LOWEST = 19;

/**
 * Lets requests and calls come before the work of this thread. On Linux a thread has a priority of its own; elsewhere this
 * would lower the whole process.
 */
export function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(Math.min(getPriority() + BELOW, LOWEST));
}
