import { TIMEOUTS_MS } from './call-timeouts.ts';
import type { Conversation } from './state.ts';

/** When the limit next needs attention, in ms since the Unix epoch. Null: never. */
export function timeLimitDue({ phase, settings: { limit }, timeLimit }: Conversation): number | null {
  if (phase !== 'open' || !limit || timeLimit.connectedAt === null) return null;
  const endsAt = timeLimit.connectedAt + limit.maxMs;
  if (timeLimit.isReached) return endsAt + TIMEOUTS_MS.time_limit_gap;
  return limit.warning && timeLimit.warning === 'ahead' ? endsAt - limit.warning.beforeMs : endsAt;
}
