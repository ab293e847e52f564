import { concurrentCallLimit } from '../../domain/accounts/organisation.ts';
import {
  poolOf,
  sharedKind,
  shareReached,
  slotsOf,
  type CallShares,
  type SharedKind,
} from '../../domain/calls/call-shares.ts';
import { limited, missing } from '../../domain/errors.ts';
import type { CallLease } from '../ports/call-leases.ts';
import type { Clock } from '../ports/clock.ts';
import type { OrganisationRepository } from '../ports/organisations.ts';
import { endUnopenedOf, type UnopenedPorts } from './unopened-calls.ts';

export interface SlotPorts extends UnopenedPorts {
  readonly organisations: OrganisationRepository;
  readonly clock: Clock;
  /** Default limits, for organisations without their own. */
  readonly limits: { readonly concurrentCallsPerOrganisation: number; readonly shares: CallShares };
}

/**
 * Reserves one of the organisation's slots for a call or rejects with `limited`. A call keeps its present slot. Calls of
 * strangers use the share of their kind, so that other slots stay free. When none is free, a web call gives way that was
 * registered and whose socket was not opened: to any verified call, and to another call of a page if it is one itself.
 */
export async function reserveSlot(ports: SlotPorts, lease: CallLease, kind?: SharedKind): Promise<void> {
  const { leases, limits, clock } = ports;
  const limit = await concurrencyLimitOf(ports, lease.org_id);
  const slots = kind === undefined ? limit : slotsOf(kind, limit, limits.shares);
  const share = kind === undefined ? undefined : { name: poolOf(kind), slots };
  const reserve = (): Promise<boolean> => leases.reserve(lease, limit, clock.now().toISOString(), share);
  if ((await reserve()) || ((await makeRoom(ports, lease.org_id, kind)) && (await reserve()))) return;
  throw limited(kind === undefined ? 'Organisation concurrent call limit reached' : shareReached(kind, slots, limit));
}

/** Calls without a verified origin end no others. */
async function makeRoom(ports: SlotPorts, orgId: string, kind?: SharedKind): Promise<boolean> {
  if (kind !== undefined && kind !== 'page') return false;
  return endUnopenedOf(ports, orgId, (call) => kind === undefined || sharedKind(call) === kind);
}

/** The organisation's concurrency limit. */
export async function concurrencyLimitOf({ organisations, limits }: SlotPorts, orgId: string): Promise<number> {
  const organisation = await organisations.find(orgId);
  if (!organisation) throw missing('Organisation');
  return concurrentCallLimit(organisation, limits.concurrentCallsPerOrganisation);
}
