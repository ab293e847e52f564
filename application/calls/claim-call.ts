import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { activeUntil } from '../../domain/calls/call-lease.ts';
import { isLive, type CallLog, type RanAgent } from '../../domain/calls/call-log.ts';
import { sharedKind, type SharedKind } from '../../domain/calls/call-shares.ts';
import { triedVersion } from '../../domain/calls/call-trial.ts';
import { patchCall } from '../../domain/calls/call-patch.ts';
import { duplicate, missing } from '../../domain/errors.ts';
import type { CallLease } from '../ports/call-leases.ts';
import type { CallRepository } from '../ports/calls.ts';
import { changeCall } from './change-call.ts';
import { reserveSlot, type SlotPorts } from './reserve-slot.ts';

interface Ports extends SlotPorts {
  readonly calls: CallRepository;
}

/** How long a call claim lasts unless it is renewed. */
export interface CallClaim {
  readonly call_id: string;
  readonly until: string;
}

/** The runtime that runs a call, and the version or draft of the agent that it runs. */
export interface NewClaim extends RanAgent {
  readonly owner: string;
}

/** What the log does not say yet of the agent. A runtime of an earlier release says nothing. */
const news = (call: CallLog, ran: RanAgent): RanAgent => ({
  ...(leavesCanary(call, ran) ? { canary_id: null, agent_version: ran.agent_version ?? null } : versionNews(call, ran)),
  ...(call.agent_draft !== undefined && ran.agent_draft !== undefined && { agent_draft: ran.agent_draft }),
});

/**
 * Whether the call does not run what its canary decided. A runtime of an earlier release does not name canaries: it runs
 * what is published, and the calls that it would run anyway must leave the comparison as well.
 */
const leavesCanary = ({ canary_id: decidedBy = null, agent_version: decided }: CallLog, ran: RanAgent): boolean =>
  decidedBy !== null && (ran.canary_id !== decidedBy || ran.agent_version !== decided);

const versionNews = ({ agent_version: known = null }: CallLog, { agent_version: ran }: RanAgent): RanAgent =>
  ran !== undefined && ran !== known ? { agent_version: ran } : {};

/**
 * Claims a live call for the runtime that will run it, and sets it to `in_progress`. Rejects with `duplicate` if the call is
 * over or claimed by another runtime, and with `limited` if it lost its slot and no other is free.
 */
export const claimCall =
  (ports: Ports) =>
  async (principal: Principal, callId: string, owner: string, ran: RanAgent = {}): Promise<CallClaim> => {
    const { calls, leases, clock } = ports;
    const { org_id } = allow(principal, 'calls.write');
    const call = await calls.find(org_id, callId);
    if (!call) throw missing('Call');
    if (!isLive(call.status)) throw over();
    if (!runsTrial(call, ran)) throw duplicate(OF_A_TRIAL);
    const now = clock.now();
    const until = activeUntil(now);
    if (!(await renewOrReserve(ports, { org_id, call_id: callId, owner, until }, sharedKind(call))))
      throw duplicate('Another process is already running this call');
    const moved = await changeCall(calls, org_id, callId, (seen) => ({
      ...patchCall(seen, { status: 'in_progress' }, now),
      ...(isLive(seen.status) && news(seen, ran)),
    }));
    if (isLive(moved.status)) return { call_id: callId, until };
    await leases.release(org_id, callId);
    throw over();
  };

/**
 * Whether a call that tries something runs it. A runtime of an earlier release would run what is published, or the draft in place of
 * a version.
 */
function runsTrial({ agent_draft: tried }: CallLog, { agent_draft: run }: RanAgent): boolean {
  if (tried === undefined) return true;
  return run !== undefined && (triedVersion(tried) === null || run === tried);
}

/** Whether the owner has the call's lease now: the present one renewed, or a new one after that expired. */
export async function renewOrReserve(ports: SlotPorts, lease: CallLease, kind?: SharedKind): Promise<boolean> {
  const now = ports.clock.now().toISOString();
  if (await ports.leases.claimOrRenew(lease, now)) return true;
  // The lease expired or has another owner. Reserving leaves another owner's lease unchanged, and claiming reveals it.
  await reserveSlot(ports, lease, kind);
  return ports.leases.claimOrRenew(lease, now);
}

const OF_A_TRIAL =
  'The call tries a draft or a version of the agent, which its runtime does not know: upgrade the runtime';

const over = () => duplicate('The call is over');
