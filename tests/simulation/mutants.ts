import type { Suppression } from '../../domain/campaigns/suppression.ts';
import { ANALYSIS_MUTANTS } from './analysis-mutants.ts';
import { BREAKER_MUTANTS } from './breaker-mutants.ts';
import { CALLBACK_MUTANTS } from './callback-mutants.ts';
import { seen, withSettings, type Mutant } from './mutant.ts';
import { POOL_MUTANTS } from './pool-mutants.ts';
import type { Parts } from './store.ts';
import { VARIANT_MUTANTS } from './variant-mutants.ts';

/** Every one must be caught. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: 'the fence is removed: every engine gets the lease',
    spoil: (parts) => ({
      ...parts,
      engineLeases: { acquire: async () => 1, owned: async () => [], release: async () => undefined },
    }),
  },
  { name: 'the unique index is removed: an attempt may be there twice', withoutIndex: 'queued_runs.by_attempt' },
  {
    name: 'the window is not checked: it is dialled whatever the schedule',
    spoil: (parts) =>
      seen(parts, ({ campaign, ...rest }) => {
        const { schedule_config: _schedule, ...orchestrator_metadata } = campaign.orchestrator_metadata;
        return { ...rest, campaign: { ...campaign, orchestrator_metadata } };
      }),
  },
  {
    name: 'a slot is released twice: the second time it belongs to another call',
    spoil: (parts) => ({
      ...parts,
      leases: {
        ...parts.leases,
        async release(orgId, callId) {
          await parts.leases.release(orgId, callId);
          const [other] = await parts.leases.expired('9999', 1);
          if (other) await parts.leases.release(other.org_id, other.call_id);
        },
      },
    }),
  },
  {
    name: 'the intent to dial is not written',
    spoil: (parts) => ({
      ...parts,
      runs: {
        ...parts.runs,
        changeAll: async (all) => (all[0]?.changes.state === 'dialing' ? all.length : parts.runs.changeAll(all)),
      },
    }),
  },
  {
    name: 'the rate is not kept',
    spoil: (parts) =>
      seen(parts, ({ campaign, ...rest }) => ({ ...rest, campaign: { ...campaign, rate_limit_per_second: 1_000 } })),
  },
  {
    name: 'the pace of the account is not kept',
    spoil: (parts) => ({ ...parts, accountDials: { next: async () => null, move: async () => true } }),
  },
  {
    name: 'the limit of the organisation is not kept',
    spoil: (parts) => ({
      ...parts,
      leases: { ...parts.leases, reserveAll: (leases, limit, now) => parts.leases.reserveAll(leases, limit + 1, now) },
    }),
  },
  {
    name: 'what is under way is not counted',
    spoil: (parts) => ({ ...parts, runs: { ...parts.runs, countActive: async () => 0 } }),
  },
  {
    name: 'counted outcomes are not recorded as pending',
    spoil: (parts) => seen(parts, ({ gate, ...rest }) => ({ ...rest, gate: { ...gate, settling: [] } })),
  },
  {
    name: 'campaigns change whatever they were seen as',
    spoil: (parts) => ({
      ...parts,
      campaigns: {
        ...parts.campaigns,
        async change(gated, change) {
          const { org_id, campaign_id } = gated.campaign;
          const now = await parts.campaigns.find(org_id, campaign_id);
          return now && parts.campaigns.change({ ...gated, revision: now.revision }, change);
        },
      },
    }),
  },
  {
    name: 'the suppression list is not read',
    spoil: (parts) => ({ ...parts, suppressions: { ...parts.suppressions, among: async () => [] } }),
  },
  {
    name: 'the suppression list is read once per number',
    spoil: (parts) => {
      const known = new Map<string, Promise<readonly Suppression[]>>();
      const among: Parts['suppressions']['among'] = async (orgId, numbers) => {
        for (const number of numbers)
          if (!known.has(number)) known.set(number, parts.suppressions.among(orgId, [number]));
        return (await Promise.all(numbers.map((number) => known.get(number)!))).flat();
      };
      return { ...parts, suppressions: { ...parts.suppressions, among } };
    },
  },
  {
    name: 'the zones of contacts are not used',
    spoil: (parts) =>
      withSettings(parts, ({ schedule_config, ...rest }) => ({
        ...rest,
        ...(schedule_config && { schedule_config: { ...schedule_config, use_contact_timezone: false } }),
      })),
  },
  {
    name: 'holidays are not observed',
    spoil: (parts) =>
      withSettings(parts, ({ schedule_config, ...rest }) => ({
        ...rest,
        ...(schedule_config && { schedule_config: { ...schedule_config, observe_holidays: false } }),
      })),
  },
  {
    name: 'consent is not read',
    spoil: (parts) => withSettings(parts, ({ consent: _consent, ...rest }) => rest),
  },
  {
    name: 'contacts that wait are forgotten',
    spoil: (parts) => ({
      ...parts,
      runs: {
        ...parts.runs,
        changeAll: (all) =>
          parts.runs.changeAll(
            all.map(({ seen: run, changes }) => ({
              seen: run,
              changes: changes.deferral ? { ...changes, not_before: '9999' } : changes,
            })),
          ),
      },
    }),
  },
  {
    name: 'the caps of dials are not read',
    spoil: (parts) => ({ ...parts, dialCaps: { ...parts.dialCaps, find: async () => null } }),
  },
  {
    name: 'dials of numbers are not counted',
    spoil: (parts) => ({
      ...parts,
      numberDials: { ...parts.numberDials, changeAll: async (changes) => changes.length },
    }),
  },
  {
    name: 'only the last dial of a number is counted',
    spoil: (parts) => ({
      ...parts,
      numberDials: {
        ...parts.numberDials,
        changeAll: (changes) =>
          parts.numberDials.changeAll(
            changes.map(({ seen: before, next }) => ({ seen: before, next: { ...next, dials: next.dials.slice(-1) } })),
          ),
      },
    }),
  },
  ...CALLBACK_MUTANTS,
  ...BREAKER_MUTANTS,
  ...POOL_MUTANTS,
  ...VARIANT_MUTANTS,
  ...ANALYSIS_MUTANTS,
  { name: 'metrics may be written twice', withoutIndex: 'call_metrics.by_call' },
];
