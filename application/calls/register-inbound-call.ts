import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { reservedUntil } from '../../domain/calls/call-lease.ts';
import { inboundCall, type CallLog } from '../../domain/calls/call-log.ts';
import { slotsOf } from '../../domain/calls/call-shares.ts';
import { tooManyUnsigned, unsignedCallsMax, unsignedPeriod } from '../../domain/calls/unsigned-allowance.ts';
import { patchCall } from '../../domain/calls/call-patch.ts';
import { DomainError, missing } from '../../domain/errors.ts';
import type { AgentRepository } from '../ports/agents.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { DailyCounts } from '../ports/daily-counts.ts';
import type { Ids } from '../ports/ids.ts';
import type { QuotaKeeper } from '../ports/quotas.ts';
import { concurrencyLimitOf, reserveSlot, type SlotPorts } from './reserve-slot.ts';
import { telephonyAgent } from './telephony-agent.ts';

export interface NewInboundCall {
  readonly agent_id: string;
  readonly provider_call_sid: string;
  readonly from_number: string;
  readonly to_number: string;
  /** From the runtime: the carrier did not sign the webhook that told of the call. */
  readonly unsigned?: boolean;
}

interface Ports extends SlotPorts {
  readonly agents: AgentRepository;
  readonly calls: CallRepository;
  readonly quotas: QuotaKeeper;
  readonly dailyCounts: DailyCounts;
  readonly ids: Ids;
}

/**
 * Registers a call that rings at an active telephony agent, once, however often and at once it is asked for: the same
 * sid answers the same call. One that finds the organisation's limit or a quota reached is refused, and its log ends
 * `failed`: somebody did call. Anybody can forge a webhook that is not signed, so these are counted: beyond the limit of a
 * period they are refused with `limited`, and leave no log.
 */
export const registerInboundCall =
  (ports: Ports) =>
  async (principal: Principal, request: NewInboundCall): Promise<CallLog> => {
    const { agents, calls, ids, clock } = ports;
    const { org_id } = allow(principal, 'calls.write');
    const { provider_call_sid, from_number, to_number } = request;
    const known = await calls.findByProviderSid(org_id, provider_call_sid);
    if (known) return known;
    const agent = await telephonyAgent(agents, org_id, request.agent_id);
    if (request.unsigned === true) await countUnsigned(ports, org_id);
    const call = inboundCall({
      call_id: ids.next(),
      org_id,
      agent_id: agent.agent_id,
      agent_name: agent.name,
      telephony_provider: agent.telephony.provider,
      provider_call_sid,
      from_number,
      to_number,
      isUnsigned: request.unsigned === true,
      now: clock.now(),
    });
    // The log comes before the slot: of several who register one call, its sid lets only one go on to take a slot.
    if (await calls.add(call)) return reserve(ports, call);
    const existing = await calls.findByProviderSid(org_id, provider_call_sid);
    if (!existing) throw missing('Call');
    return existing;
  };

/** Counts an unsigned call before it is registered, so that no more are registered however many come at once. */
async function countUnsigned(ports: Ports, orgId: string): Promise<void> {
  const { dailyCounts, limits, clock } = ports;
  const most = unsignedCallsMax(slotsOf('unsigned', await concurrencyLimitOf(ports, orgId), limits.shares));
  const now = clock.now();
  if (await dailyCounts.countUp(orgId, 'unsigned_calls', unsignedPeriod(now), most)) return;
  throw tooManyUnsigned(most, now);
}

/** Takes the call's slot. Without one its log ends, unless somebody who registered it too has found one meanwhile. */
async function reserve(ports: Ports, call: CallLog): Promise<CallLog> {
  const { calls, clock } = ports;
  const { org_id, call_id } = call;
  try {
    await ports.quotas.requireCall(org_id, 1);
    const until = reservedUntil('inbound', clock.now());
    await reserveSlot(ports, { org_id, call_id, owner: null, until }, call.unverified);
    return call;
  } catch (error) {
    if (!(error instanceof DomainError && error.problem === 'limited')) throw error;
    const now = clock.now();
    const ended = { status: 'failed', call_response: 'failed', end_time_utc: now.toISOString() } as const;
    await calls.update(org_id, call_id, call, { ...patchCall(call, ended, now), error_message: error.message });
    throw error;
  }
}
