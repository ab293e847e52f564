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
export async function takeSlot({ leases, organisations, clock, limits }: SlotPorts, lease: CallLease): Promise<void> {
  const organisation = await organisations.find(lease.org_id);
  if (!organisation) throw missing('Organisation');
  const ceiling = callCeiling(organisation, limits.concurrentCallsPerOrganisation);
  if (!(await leases.take(lease, ceiling, clock.now().toISOString())))
    throw limited('Organisation concurrent call limit reached');
}
