import type { Campaign } from './campaign.ts';
import { tripsOf, untilProbe, type OpenBreaker } from './open-breaker.ts';
import { isProbing, withoutBreaker } from './settings.ts';

/** The breaker of a campaign unless it is closed. */
export const openBreakerOf = ({ orchestrator_metadata: metadata }: Campaign): OpenBreaker | null =>
  (isProbing(metadata.circuit_breaker) && metadata.breaker_state) || null;

/** What a change does to the breaker of a campaign that probes. `tripped`: also again, because a probe failed. */
export function breakerChange(before: Campaign, after: Campaign): 'tripped' | 'closed' | null {
  const [trips, tripsAfter] = [tripsOf(openBreakerOf(before)), tripsOf(openBreakerOf(after))];
  if (tripsAfter > trips) return 'tripped';
  return trips > 0 && tripsAfter === 0 ? 'closed' : null;
}

/**
 * The changes of a campaign that dials these runs now, or null: its breaker does not allow it. `checked`: the campaign when its
 * last probe was found to be over.
 */
export function dialThrough(
  campaign: Campaign,
  checked: Campaign,
  runIds: readonly string[],
  now: Date,
): Partial<Campaign> | null {
  const breaker = openBreakerOf(campaign);
  if (breaker === null) return {};
  const [runId, ...others] = runIds;
  const isChecked = breaker.probe_run_id === openBreakerOf(checked)?.probe_run_id;
  if (!isChecked || runId === undefined || others.length > 0 || untilProbe(breaker, now) > 0) return null;
  return withBreaker(campaign, { ...breaker, state: 'half_open', probe_run_id: runId });
}

/** Changes of a campaign whose breaker is this one; null: it is closed. */
export const withBreaker = (
  { orchestrator_metadata: metadata }: Campaign,
  breaker: OpenBreaker | null,
): Pick<Campaign, 'orchestrator_metadata'> => ({
  orchestrator_metadata: { ...withoutBreaker(metadata), ...(breaker && { breaker_state: breaker }) },
});
