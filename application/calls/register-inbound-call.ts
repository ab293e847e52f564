import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { assignment } from '../../domain/agents/agent-canary.ts';
import { reservedUntil } from '../../domain/calls/call-lease.ts';
import { inboundCall, type CallLog } from '../../domain/calls/call-log.ts';
import { sharedKind, slotsOf } from '../../domain/calls/call-shares.ts';
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
  /** Set by the runtime: the carrier did not sign the webhook. */
  readonly unsigned?: boolean;
}

export interface InboundRegistration {
  readonly call: CallLog;
  /** Whether this request registered it, and not an earlier one. */
  readonly created: boolean;
}

interface Ports extends SlotPorts {
  readonly agents: AgentRepository;
  readonly calls: CallRepository;
  readonly quotas: QuotaKeeper;
  readonly dailyCounts: DailyCounts;
  readonly ids: Ids;
}

/**
 * Registers an inbound call of an active telephony agent once: the same `provider_call_sid` returns the same call. Over
 * the concurrency limit or a quota the call is rejected and logged as `failed`. Unsigned webhooks can be forged, so
 * beyond a limit per period they are rejected with `limited` and not logged.
 */
export const registerInboundCall =
  (ports: Ports) =>
  async (principal: Principal, request: NewInboundCall): Promise<InboundRegistration> => {
    const { agents, calls, ids, clock } = ports;
    const { org_id } = allow(principal, 'calls.write');
    const { provider_call_sid, from_number, to_number } = request;
    const known = await calls.findByProviderSid(org_id, provider_call_sid);
    if (known) return { call: known, created: false };
    const agent = await telephonyAgent(agents, org_id, request.agent_id);
    if (request.unsigned === true) await countUnsigned(ports, org_id);
    const callId = ids.next();
    const call = inboundCall({
      call_id: callId,
      org_id,
      agent_id: agent.agent_id,
      agent_name: agent.name,
      ...assignment(agent, callId),
      telephony_provider: agent.telephony.provider,
      provider_call_sid,
      from_number,
      to_number,
      isUnsigned: request.unsigned === true,
      now: clock.now(),
    });
    // The log is written before the slot is reserved: of concurrent registrations, the sid lets only one continue.
    if (await calls.add(call)) return { call: await reserve(ports, call), created: true };
    const existing = await calls.findByProviderSid(org_id, provider_call_sid);
    if (!existing) throw missing('Call');
    return { call: existing, created: false };
  };

/** Counts the unsigned call first, so that concurrent requests cannot exceed the limit. */
async function countUnsigned(ports: Ports, orgId: string): Promise<void> {
  const { dailyCounts, limits, clock } = ports;
  const most = unsignedCallsMax(slotsOf('unsigned', await concurrencyLimitOf(ports, orgId), limits.shares));
  const now = clock.now();
  if (await dailyCounts.countUp(orgId, 'unsigned_calls', unsignedPeriod(now), most)) return;
  throw tooManyUnsigned(most, now);
}

/**
 * Reserves the call's slot. Without one the log ends as `failed`, unless a concurrent registration has reserved a slot.
 */
async function reserve(ports: Ports, call: CallLog): Promise<CallLog> {
  const { calls, clock } = ports;
  const { org_id, call_id } = call;
  try {
    await ports.quotas.requireCall(org_id, 1);
    const until = reservedUntil('inbound', clock.now());
    await reserveSlot(ports, { org_id, call_id, owner: null, until }, sharedKind(call));
    return call;
  } catch (error) {
    if (!(error instanceof DomainError && error.problem === 'limited')) throw error;
    const now = clock.now();
    const ended = { status: 'failed', call_response: 'failed', end_time_utc: now.toISOString() } as const;
    await calls.update(org_id, call_id, call, { ...patchCall(call, ended, now), error_message: error.message });
    throw error;
  }
}
