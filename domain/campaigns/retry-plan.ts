/** When a contact is dialled again after an outcome. */
export interface RetryPlan {
  /** How much later, after the first attempt, after the second, and so on. After the last one there is no other. */
  readonly delays_seconds: readonly number[];
  /** The next attempt is at another time of the day: at least three hours earlier or later by the clock. */
  readonly vary_hours?: boolean;
}

/** When a contact is dialled again by a plan after this attempt, the first being 0. Null: never. */
export function plannedAttempt({ delays_seconds, vary_hours }: RetryPlan, attempt: number, endedAt: Date): Date | null {
  const seconds = delays_seconds[attempt];
  if (seconds === undefined) return null;
  const delayMs = seconds * 1_000;
  return new Date(endedAt.getTime() + (vary_hours ? toAnotherHour(delayMs) : delayMs));
}

const DAY_MS = 86_400_000;
const APART_MS = 3 * 3_600_000;

/** The delay, made longer until it ends at a time of the day that is at least three hours from the time of its beginning. */
function toAnotherHour(delayMs: number): number {
  const shiftMs = delayMs % DAY_MS;
  if (shiftMs < APART_MS) return delayMs - shiftMs + APART_MS;
  return shiftMs > DAY_MS - APART_MS ? delayMs - shiftMs + DAY_MS + APART_MS : delayMs;
}
