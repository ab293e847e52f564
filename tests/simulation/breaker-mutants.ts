import type { OpenBreaker } from '../../domain/campaigns/open-breaker.ts';
import { withoutBreaker, type CampaignMetadata } from '../../domain/campaigns/settings.ts';
import { withSettings, type Mutant } from './mutant.ts';

/** Guards of circuit breakers that probe taken away. */
export const BREAKER_MUTANTS: readonly Mutant[] = [
  {
    name: 'a breaker that has tripped is not read',
    spoil: (parts) => withSettings(parts, withoutBreaker),
  },
  {
    name: 'the wait before a probe is not kept',
    spoil: (parts) =>
      withSettings(parts, (settings) => withBreakerAs(settings, (breaker) => ({ ...breaker, probe_at: '2000' }))),
  },
  {
    name: 'a probe is forgotten while it is dialled',
    spoil: (parts) =>
      withSettings(parts, (settings) =>
        withBreakerAs(settings, (breaker) => ({
          ...breaker,
          ...(breaker.probe_run_id !== undefined && { probe_run_id: 'none' }),
        })),
      ),
  },
  {
    name: 'a permit to dial does not say that it is for a probe',
    spoil: (parts) => ({
      ...parts,
      campaigns: {
        ...parts.campaigns,
        change(seen, change, events) {
          const { orchestrator_metadata: settings } = change.campaign ?? {};
          if (settings?.breaker_state?.state !== 'half_open') return parts.campaigns.change(seen, change, events);
          const closed = { ...change.campaign, orchestrator_metadata: withoutProbe(settings) };
          return parts.campaigns.change(seen, { ...change, campaign: closed }, events);
        },
      },
    }),
  },
];

const withBreakerAs = (settings: CampaignMetadata, alter: (breaker: OpenBreaker) => OpenBreaker): CampaignMetadata =>
  settings.breaker_state ? { ...settings, breaker_state: alter(settings.breaker_state) } : settings;

const withoutProbe = (settings: CampaignMetadata): CampaignMetadata =>
  withBreakerAs(settings, ({ probe_run_id: _probe, ...breaker }) => ({ ...breaker, state: 'open' }));
