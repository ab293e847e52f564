import { setImmediate as immediate, setTimeout as delay } from 'node:timers/promises';

const STEP_MS = 5;

/**
 * Lets at least so much time pass, in steps: in one during which the process stands still, late timers run, and what they ask
 * for comes in later ones.
 */
export async function passInSteps(ms: number): Promise<void> {
  for (let passed = 0; passed <= ms; passed += STEP_MS) {
    await delay(STEP_MS);
    await immediate();
  }
}
