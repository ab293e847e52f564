import { reservedUntil } from '../../domain/calls/call-lease.ts';
import type { CallLog, CallPatch } from '../../domain/calls/call-log.ts';
import { patchCall } from '../../domain/calls/call-patch.ts';
import { callWebhooks } from '../../domain/calls/call-webhooks.ts';
import { dialLimits } from '../../domain/calls/dial-limits.ts';
import { failureReason } from '../../domain/calls/failure-reason.ts';
import { capRefusal } from '../../domain/campaigns/dial-caps.ts';
import { DomainError } from '../../domain/errors.ts';
import { CarrierFailure } from '../../domain/telephony/carrier-failure.ts';
import { claimDials, dialCapsOf, type DialCountPorts } from '../count-dials.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { Carrier, DialRequest } from '../ports/carrier.ts';
import type { QuotaKeeper } from '../ports/quotas.ts';
import { changeCall } from './change-call.ts';
import { reserveSlot, type SlotPorts } from './reserve-slot.ts';
import type { TelephonyAgent } from './telephony-agent.ts';

export interface DialPorts extends SlotPorts {
  readonly calls: CallRepository;
  readonly quotas: QuotaKeeper;
  /** Public base URL of the runtime for carriers; null when not configured. */
  readonly voiceServer: { readonly baseUrl: string | null };
}

/**
 * Dials a new outbound call within the organisation's limits on concurrent calls and on dials of a number, and returns its
 * log. The log is written first, and the carrier is asked once. After a definite refusal the call is `failed` and its slot free. Without an answer it
 * stays `initiated` until a webhook or its lease decides.
 */
export async function dialCall(
  ports: DialPorts & DialCountPorts,
  carrier: Carrier,
  agent: TelephonyAgent,
  call: CallLog,
): Promise<CallLog> {
  const request = dialRequest(ports, carrier, agent, call);
  await register(ports, call, request.ringTimeoutSeconds);
  const { sid } = await carrier.dial(request).catch(async (error: unknown) => {
    if (error instanceof CarrierFailure && error.isDefinite) await recordRefusal(ports, call, error);
    else if (error instanceof DomainError) await recordUnconfirmedDial(ports, call, error);
    throw error;
  });
  return recordSid(ports, call, sid);
}

/** The dial request of a call. */
export function dialRequest(
  { voiceServer }: Pick<DialPorts, 'voiceServer'>,
  { abilities }: Carrier,
  { telephony, config }: TelephonyAgent,
  call: CallLog,
): DialRequest {
  const { answerUrl, hangupUrl, machineUrl } = callWebhooks(voiceServer.baseUrl, call);
  return {
    callId: call.call_id,
    to: call.to_number,
    from: call.from_number,
    applicationId: telephony.application_id,
    answerUrl,
    hangupUrl,
    ...(config.voicemail?.action === 'leave_message' && { findsGreetingEnd: true }),
    machineUrl: abilities.detectsMachines && config.voicemail?.action !== 'off' ? machineUrl : null,
    ...dialLimits(config.limits, config.transfer !== undefined && abilities.liftsCallLimit !== true),
  };
}

/** Reserves the call's slot, counts its dial and writes its log. */
async function register(ports: DialPorts & DialCountPorts, call: CallLog, ringSeconds: number): Promise<void> {
  const { org_id, call_id } = call;
  await ports.quotas.requireCall(org_id);
  await reserveSlot(ports, {
    org_id,
    call_id,
    owner: null,
    until: reservedUntil('outbound', ports.clock.now(), ringSeconds),
  });
  await countDial(ports, call);
  await ports.calls.add(call);
}

/** Counts the dial of its number. If a cap or the store does not let it, the slot is released. */
async function countDial(ports: DialPorts & DialCountPorts, { org_id, call_id, to_number }: CallLog): Promise<void> {
  try {
    const caps = await dialCapsOf(ports, org_id);
    const capped = await claimDials(ports, org_id, caps, [{ dial_id: call_id, phone_number: to_number }]);
    const reached = capped.get(call_id);
    if (reached) throw capRefusal(reached, ports.clock.now());
  } catch (error) {
    await ports.leases.release(org_id, call_id);
    throw error;
  }
}

/** Ends a call that was definitely not dialled and releases its slot. */
export async function recordRefusal(
  { calls, leases, clock }: Pick<DialPorts, 'calls' | 'leases' | 'clock'>,
  { org_id, call_id }: Pick<CallLog, 'org_id' | 'call_id'>,
  refusal: CarrierFailure,
): Promise<void> {
  const now = clock.now();
  const ending: CallPatch = {
    status: 'failed',
    call_response: refusal.response ?? 'failed',
    end_time_utc: now.toISOString(),
  };
  await changeCall(calls, org_id, call_id, (seen) => ({
    ...patchCall(seen, ending, now),
    error_message: failureReason(refusal.response, refusal.message),
  }));
  await leases.release(org_id, call_id);
}

/** Records why it is unknown whether the call was dialled, or why it is dialled later. */
export async function recordUnconfirmedDial(
  { calls, clock }: Pick<DialPorts, 'calls' | 'clock'>,
  { org_id, call_id }: Pick<CallLog, 'org_id' | 'call_id'>,
  error: Error,
): Promise<void> {
  const at = clock.now().toISOString();
  await changeCall(calls, org_id, call_id, () => ({ error_message: error.message, updated_at: at }));
}

/** Records the carrier's call id unless a webhook has already set one, and clears the error of an earlier attempt. */
export const recordSid = (
  { calls, clock }: Pick<DialPorts, 'calls' | 'clock'>,
  call: CallLog,
  sid: string,
): Promise<CallLog> =>
  changeCall(
    calls,
    call.org_id,
    call.call_id,
    (seen) =>
      seen.provider_call_sid === null
        ? { provider_call_sid: sid, error_message: null, updated_at: clock.now().toISOString() }
        : {},
    call,
  );
