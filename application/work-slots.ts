import { limited } from '../domain/errors.ts';

/** Limits the pieces of costly work that an organisation may have under way. One too many is rejected as `limited`. */
export function workSlots(most: number, refusal: string) {
  const running = new Map<string, number>();
  return async <T>(orgId: string, work: () => Promise<T>): Promise<T> => {
    const count = running.get(orgId) ?? 0;
    if (count >= most) throw limited(refusal);
    running.set(orgId, count + 1);
    try {
      return await work();
    } finally {
      const left = (running.get(orgId) ?? 1) - 1;
      if (left > 0) running.set(orgId, left);
      else running.delete(orgId);
    }
  };
}
