import { RING_SECONDS, reservedUntil } from '../../domain/calls/call-lease.ts';
import type { CallLog, CallPatch } from '../../domain/calls/call-log.ts';
import { patchCall } from '../../domain/calls/call-patch.ts';
import { callWebhooks } from '../../domain/calls/webhooks.ts';
import { DomainError } from '../../domain/errors.ts';
import { CarrierFailure } from '../../domain/telephony/carrier-failure.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { Carrier, DialRequest } from '../ports/carrier.ts';
import { changeCall } from './change-call.ts';
import { takeSlot, type SlotPorts } from './take-slot.ts';

export interface DialPorts extends SlotPorts {
  readonly calls: CallRepository;
  /** Where carriers reach the runtime; null while nobody said. */
  readonly voiceServer: { readonly baseUrl: string | null };
}

/**
 * Dials a new outbound call within its organisation's ceiling, and answers its log. The log is written before the
 * carrier is asked, and the carrier is asked once: after a definite refusal the call has `failed` and its slot is free;
 * when nobody knows whether it was dialled it stays `initiated`, until a webhook or its lease tells more.
 */
export async function dialCall(
  ports: DialPorts,
  carrier: Carrier,
  applicationId: string,
  call: CallLog,
): Promise<CallLog> {
  const request = dialRequest(ports, carrier, applicationId, call);
  await register(ports, call);
  const { sid } = await carrier.dial(request).catch(async (error: unknown) => {
    if (error instanceof DomainError) await noteFailure(ports, call, error);
    throw error;
  });
  return noteSid(ports, call, sid);
}

function dialRequest(
  { voiceServer }: DialPorts,
  { abilities }: Carrier,
  applicationId: string,
  call: CallLog,
): DialRequest {
  const { answerUrl, hangupUrl, machineUrl } = callWebhooks(voiceServer.baseUrl, call);
  return {
    callId: call.call_id,
    to: call.to_number,
    from: call.from_number,
    applicationId,
    answerUrl,
    hangupUrl,
    machineUrl: abilities.detectsMachines ? machineUrl : null,
    ringSeconds: RING_SECONDS,
  };
}

/** Takes the call's slot and writes its log. */
async function register(ports: DialPorts, call: CallLog): Promise<void> {
  const { org_id, call_id } = call;
  await takeSlot(ports, { org_id, call_id, owner: null, until: reservedUntil('outbound', ports.clock.now()) });
  await ports.calls.add(call);
}

/** Writes down why the call was not, or perhaps not, dialled. */
async function noteFailure({ calls, leases, clock }: DialPorts, call: CallLog, error: DomainError): Promise<void> {
  const now = clock.now();
  const refusal = error instanceof CarrierFailure && error.isDefinite ? error : null;
  const ending: CallPatch = refusal
    ? { status: 'failed', call_response: refusal.response ?? 'failed', end_time_utc: now.toISOString() }
    : {};
  await changeCall(calls, call.org_id, call.call_id, (seen) => ({
    ...patchCall(seen, ending, now),
    error_message: error.message,
  }));
  if (refusal) await leases.free(call.org_id, call.call_id);
}

/** Notes the carrier's id of the call, unless a webhook was faster and told a better one. */
const noteSid = ({ calls, clock }: DialPorts, call: CallLog, sid: string): Promise<CallLog> =>
  changeCall(calls, call.org_id, call.call_id, (seen) =>
    seen.provider_call_sid === null ? { provider_call_sid: sid, updated_at: clock.now().toISOString() } : {},
  );
