import { concurrentCallLimit } from '../../domain/accounts/organisation.ts';
import { shareReached, slotsOf, type CallShares, type UnverifiedKind } from '../../domain/calls/call-shares.ts';
import { limited, missing } from '../../domain/errors.ts';
import type { CallLease, CallLeases } from '../ports/call-leases.ts';
import type { Clock } from '../ports/clock.ts';
import type { OrganisationRepository } from '../ports/organisations.ts';

export interface SlotPorts {
  readonly leases: CallLeases;
  readonly organisations: OrganisationRepository;
  readonly clock: Clock;
  /** The platform's own limits, for organisations that have none of their own. */
  readonly limits: { readonly concurrentCallsPerOrganisation: number; readonly shares: CallShares };
}

/**
 * Takes one of the organisation's slots for a call, or refuses with `limited`. A call that has one keeps it. An unverified
 * call takes one of the share of its kind, so that such calls leave the other slots to those that are verified.
 */
export async function reserveSlot(ports: SlotPorts, lease: CallLease, unverified?: UnverifiedKind): Promise<void> {
  const { leases, limits, clock } = ports;
  const limit = await concurrencyLimitOf(ports, lease.org_id);
  const now = clock.now().toISOString();
  if (unverified === undefined) {
    if (!(await leases.reserve(lease, limit, now))) throw limited('Organisation concurrent call limit reached');
    return;
  }
  const slots = slotsOf(unverified, limit, limits.shares);
  if (!(await leases.reserve(lease, limit, now, { name: unverified, slots })))
    throw limited(shareReached(unverified, slots, limit));
}

/** How many calls of an organisation may go on at once. */
export async function concurrencyLimitOf({ organisations, limits }: SlotPorts, orgId: string): Promise<number> {
  const organisation = await organisations.find(orgId);
  if (!organisation) throw missing('Organisation');
  return concurrentCallLimit(organisation, limits.concurrentCallsPerOrganisation);
}
