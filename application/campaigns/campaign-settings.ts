import { concurrentCallLimit } from '../../domain/accounts/organisation.ts';
import type { SettingsRules } from '../../domain/campaigns/settings.ts';
import { missing } from '../../domain/errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { OrganisationRepository } from '../ports/organisations.ts';
import type { TimeZones } from '../ports/time-zones.ts';

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
