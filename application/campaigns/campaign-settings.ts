import { concurrentCallLimit } from '../../domain/accounts/organisation.ts';
import type { Campaign } from '../../domain/campaigns/campaign.ts';
import type { SettingsInput, SettingsRules } from '../../domain/campaigns/settings.ts';
import { missing } from '../../domain/errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { OrganisationRepository } from '../ports/organisations.ts';
import type { TimeZones } from '../ports/time-zones.ts';
import type { FairListChecker } from './fair-list-checker.ts';

export interface RulePorts {
  readonly organisations: OrganisationRepository;
  readonly timeZones: TimeZones;
  readonly clock: Clock;
  readonly limits: { readonly concurrentCallsPerOrganisation: number };
}

/** The rules that settings of an organisation's campaigns must satisfy. */
export async function settingsRules(
  { organisations, timeZones, clock, limits }: RulePorts,
  orgId: string,
): Promise<SettingsRules> {
  const organisation = await organisations.find(orgId);
  if (!organisation) throw missing('Organisation');
  return {
    limit: concurrentCallLimit(organisation, limits.concurrentCallsPerOrganisation),
    isZone: (name) => timeZones.offsetAt(name, clock.now()) !== null,
  };
}

/** Rejects a request whose settings name columns that the campaign's contact list does not have, or cannot be read in. */
export async function requireColumnsOf(
  { objects, fairListChecker }: { readonly objects: ObjectStore; readonly fairListChecker: FairListChecker },
  { org_id, source_id, orchestrator_metadata: settings }: Campaign,
  { schedule_config, consent }: SettingsInput,
): Promise<void> {
  if (!schedule_config && !consent) return;
  const source = await objects.open(source_id);
  if (source) await fairListChecker(org_id, source, { as: 'columns', settings });
}
