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
  /** Default limits, for organisations without their own. */
  readonly limits: { readonly concurrentCallsPerOrganisation: number; readonly shares: CallShares };
}

/**
 * Reserves one of the organisation's slots for a call or rejects with `limited`. A call keeps its present slot. An
 * unverified call uses the share of its kind, so that other slots stay free for verified calls.
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

/** The organisation's concurrency limit. */
export async function concurrencyLimitOf({ organisations, limits }: SlotPorts, orgId: string): Promise<number> {
  const organisation = await organisations.find(orgId);
  if (!organisation) throw missing('Organisation');
  return concurrentCallLimit(organisation, limits.concurrentCallsPerOrganisation);
}
