import { allow, isBot, type Principal } from '../../domain/accounts/principal.ts';
import { mayBeRunning } from '../../domain/calls/call-lease.ts';
import { isLive, withoutWords, type CallLog, type CallPatch } from '../../domain/calls/call-log.ts';
import { callPatch, ending, patchCall, type CallPatchInput } from '../../domain/calls/call-patch.ts';
import { requireNoRuntimeFacts } from '../../domain/calls/runtime-facts.ts';
import { inputsKey, requireOwnArtifactUrls, type Artifact } from '../../domain/calls/artifact-urls.ts';
import { QuotaExceeded } from '../../domain/accounts/quotas.ts';
import { DomainError, missing } from '../../domain/errors.ts';
import type { CallLeases } from '../ports/call-leases.ts';
import type { CallerSuppressor } from '../ports/caller-suppressor.ts';
import type { CallOutcomeListener } from '../ports/call-outcome-listener.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { QuotaKeeper } from '../ports/quotas.ts';
import { changeCall } from './change-call.ts';

interface Ports {
  readonly calls: CallRepository;
  readonly leases: CallLeases;
  readonly objects: ObjectStore;
  readonly callOutcomeListener: CallOutcomeListener;
  readonly callerSuppressor: CallerSuppressor;
  readonly quotas: QuotaKeeper;
  readonly log: Log;
  readonly clock: Clock;
}

/**
 * Applies a patch to a call. A call that ends notifies the outcome listener and releases its slot. A call that a member
 * ends while a runtime may be running it ends now, whatever end time the member reports. Its runtime loses it at the next
 * renewal, and the slot stays in use until the runtime reports the end or the lease expires. A recording over quota is
 * removed, and the call's log says why. The words of answers are not returned.
 */
export const updateCall =
  (ports: Ports) =>
  async (principal: Principal, callId: string, request: CallPatchInput): Promise<CallLog> => {
    const { calls, leases, objects, callOutcomeListener, clock } = ports;
    const { org_id } = allow(principal, 'calls.write');
    if (!isBot(principal)) requireNoRuntimeFacts(request);
    const { do_not_call: wish, ...given } = callPatch(request);
    const patch = await withinQuotas(ports, org_id, callId, given);
    let keepsSlot = false;
    const patched = await changeCall(calls, org_id, callId, (call) => {
      keepsSlot = !isBot(principal) && mayBeRunning(call);
      requireOwnArtifactUrls(patch, call, objects.root);
      return patchCall(call, patch, clock.now());
    });
    const updated = await suppressed(ports, patched, wish);
    if (isLive(updated.status)) return withoutWords(updated);
    if (!keepsSlot) await leases.release(org_id, callId);
    const ended = keepsSlot ? await endRunning(ports, updated) : updated;
    await callOutcomeListener.ended(ended);
    return withoutWords(ended);
  };

/**
 * The call, once the number of a person who asked for it is on the suppression list: only then its log has the request. A
 * call without a number, or a full list, has none: its end is recorded nevertheless.
 */
async function suppressed(ports: Ports, call: CallLog, request: CallPatch['do_not_call']): Promise<CallLog> {
  if (!request || call.do_not_call) return call;
  const { calls, callerSuppressor, log } = ports;
  const { org_id, call_id } = call;
  const reason = request.source === 'tool' ? 'asked for it in a call' : 'pressed the key for it in a call';
  try {
    if (!(await callerSuppressor.suppress(call, { ...request, reason }))) return call;
  } catch (error) {
    if (!(error instanceof DomainError && error.problem === 'rejected')) throw error;
    log.error('suppressions.not_added', { org_id, call_id, reason: error.message });
    return call;
  }
  return changeCall(calls, org_id, call_id, (seen) => ({ do_not_call: seen.do_not_call ?? request }), call);
}

/** Takes an ended call from its runtime. One that ran until now ended now, so that its minutes count. */
async function endRunning({ calls, leases, clock }: Ports, call: CallLog): Promise<CallLog> {
  const { org_id, call_id, start_time_utc } = call;
  const now = clock.now().toISOString();
  const hasRun = await leases.disown(org_id, call_id, now);
  return hasRun ? changeCall(calls, org_id, call_id, () => ending(start_time_utc, now), call) : call;
}

/** The patch without a recording over quota. Stored bytes are counted when the log first names the artifact. */
async function withinQuotas(ports: Ports, orgId: string, callId: string, patch: CallPatch): Promise<CallPatch> {
  if (patch.recording_url === undefined && patch.transcript_url === undefined) return patch;
  const call = await ports.calls.find(orgId, callId);
  if (!call) throw missing('Call');
  requireOwnArtifactUrls(patch, call, ports.objects.root);
  if (call.transcript_url === null) await countWords(ports, call, patch.transcript_url);
  if (call.recording_url !== null) return patch;
  try {
    await count(ports, orgId, patch.recording_url, 'recording');
    return patch;
  } catch (error) {
    if (!(error instanceof QuotaExceeded) || patch.recording_url === undefined) throw error;
    await ports.objects.remove(patch.recording_url.slice(ports.objects.root.length));
    const { recording_url: _lost, ...rest } = patch;
    return { error_message: `The recording was not kept. ${error.message}`, ...rest };
  }
}

/** Counts a transcript, and the inputs that belong to it. */
async function countWords(ports: Ports, { org_id, call_id }: CallLog, transcript: string | undefined): Promise<void> {
  if (transcript === undefined) return;
  for (const location of [transcript, ports.objects.root + inputsKey(org_id, call_id)])
    await count(ports, org_id, location, 'transcript');
}

async function count(
  { objects, quotas, log }: Ports,
  orgId: string,
  location: string | undefined,
  artifact: Artifact,
): Promise<void> {
  if (location === undefined) return;
  try {
    const bytes = await objects.size(location.slice(objects.root.length));
    if (bytes !== null) await quotas.addRecorded(orgId, bytes, artifact);
  } catch (error) {
    if (!(error instanceof DomainError && error.problem === 'unavailable')) throw error;
    // The end of a call is recorded even while the object store is unavailable.
    log.warn('quotas.not_counted', { org_id: orgId, artifact, reason: error.message });
  }
}

/** Whether the patch only says what the carrier calls the call, as its log does: the runtime reads a call so. */
const isRead = ({ provider_call_sid, ...more }: CallPatchInput, call: CallLog): boolean =>
  provider_call_sid === call.provider_call_sid && Object.keys(more).length === 0;

/** Updates the call with this carrier call id. A patch that changes nothing leaves no trace. */
export const updateCallByProviderSid =
  (ports: Ports) =>
  async (principal: Principal, sid: string, request: CallPatchInput): Promise<CallLog> => {
    const call = await ports.calls.findByProviderSid(allow(principal, 'calls.write').org_id, sid);
    if (!call) throw missing('Call');
    if (isRead(request, call)) return withoutWords(call);
    return updateCall(ports)(principal, call.call_id, request);
  };
