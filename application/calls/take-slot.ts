import { callCeiling } from '../../domain/accounts/organisation.ts';
import { limited, missing } from '../../domain/errors.ts';
import type { CallLease, CallLeases } from '../ports/call-leases.ts';
import type { Clock } from '../ports/clock.ts';
import type { OrganisationRepository } from '../ports/organisations.ts';

export interface SlotPorts {
  readonly leases: CallLeases;
  readonly organisations: OrganisationRepository;
  readonly clock: Clock;
  /** The platform's own limits, for organisations that have none of their own. */
  readonly limits: { readonly concurrentCallsPerOrganisation: number };
}

/** Takes one of the organisation's slots for a call, or refuses with `limited`. A call that has one keeps it. */
export async function takeSlot(ports: SlotPorts, lease: CallLease): Promise<void> {
  const ceiling = await ceilingOf(ports, lease.org_id);
  if (!(await ports.leases.take(lease, ceiling, ports.clock.now().toISOString())))
    throw limited('Organisation concurrent call limit reached');
}

/** How many calls of an organisation may go on at once. */
export async function ceilingOf({ organisations, limits }: SlotPorts, orgId: string): Promise<number> {
  const organisation = await organisations.find(orgId);
  if (!organisation) throw missing('Organisation');
  return callCeiling(organisation, limits.concurrentCallsPerOrganisation);
}
