import { limited } from '../../domain/errors.ts';

/** Trials that an organisation may run at the same time: each may take a minute. */
const TRIALS_MAX = 4;

/** Limits the trials of each organisation. One too many is rejected as `limited`. */
export function trialSlots() {
  const running = new Map<string, number>();
  return async <T>(orgId: string, trial: () => Promise<T>): Promise<T> => {
    const count = running.get(orgId) ?? 0;
    if (count >= TRIALS_MAX)
      throw limited(`At most ${TRIALS_MAX} tools are tested at the same time: wait for a result`);
    running.set(orgId, count + 1);
    try {
      return await trial();
    } finally {
      const left = (running.get(orgId) ?? 1) - 1;
      if (left > 0) running.set(orgId, left);
      else running.delete(orgId);
    }
  };
}
