import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { callPrefix, inputsKey } from '../../domain/calls/artifact-urls.ts';
import { isLive, type CallLog } from '../../domain/calls/call-log.ts';
import { ERASED_NUMBER } from '../../domain/campaigns/contacts.ts';
import { duplicate, missing } from '../../domain/errors.ts';
import type { CallRecords } from '../ports/call-records.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { CostKeeper } from '../ports/costs.ts';
import type { CallEraser } from '../ports/erasures.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { QueuedRunRepository } from '../ports/queued-runs.ts';
import type { QuotaKeeper } from '../ports/quotas.ts';

export interface ErasePorts {
  readonly calls: CallRepository;
  readonly callRecords: CallRecords;
  readonly costRollup: CostKeeper;
  readonly runs: QueuedRunRepository;
  readonly objects: ObjectStore;
  readonly quotas: QuotaKeeper;
}

/** Deletes one call of the active organisation with everything that belongs to it. A call in use is refused. */
export const deleteCall =
  (ports: ErasePorts) =>
  async (principal: Principal, callId: string): Promise<void> => {
    const { org_id } = allow(principal, 'calls.delete');
    const call = await ports.calls.find(org_id, callId);
    if (!call) throw missing('Call');
    const reason = await whyInUse(ports, call);
    if (reason !== null) throw duplicate(reason);
    await eraseCall(ports, call);
  };

/** Erases calls for other areas. */
export const callEraser = (ports: ErasePorts): CallEraser => ({
  async erase(call) {
    if ((await whyInUse(ports, call)) !== null) return false;
    await eraseCall(ports, call);
    return true;
  },
  eraseInputs: (call) => eraseInputs(ports, call),
});

/**
 * Why a call cannot be erased now; null when it can. The campaign engine dials a contact again if the log of its last
 * call is missing before the outcome is counted.
 */
export async function whyInUse({ runs }: Pick<ErasePorts, 'runs'>, call: CallLog): Promise<string | null> {
  const run = call.queued_run_id === null ? null : await runs.find(call.queued_run_id);
  // It is registered, but no engine dials it any more.
  if (call.status === 'initiated' && run?.phone_number === ERASED_NUMBER && run.call_id === null) return null;
  if (isLive(call.status)) return 'The call is live: end it first';
  const isOpen = run !== null && run.state !== 'done' && run.call_id === call.call_id;
  return isOpen ? 'The campaign has not counted the outcome of the call yet: try again in a minute' : null;
}

/**
 * Erases a call that is not in use: its objects, every record that belongs to it, and its log. What it cost stays in the sums,
 * which do not name it. The log goes last, so that
 * an interrupted erasure can be repeated. Objects are removed once more afterwards, because a runtime may have delivered
 * them in between; later deliveries find no log and remove what they uploaded. A lease that the call still has is removed
 * by reconciliation when it expires.
 */
export async function eraseCall(ports: ErasePorts, call: CallLog): Promise<void> {
  const { calls, callRecords, costRollup, quotas } = ports;
  const { org_id, call_id, created_at, duration } = call;
  const bytes = await removeObjects(ports, call);
  await costRollup.sumUp(org_id, call_id);
  await callRecords.removeAll(org_id, call_id);
  await quotas.removeCall(org_id, { created_at, duration, bytes });
  await calls.remove(org_id, call_id);
  await removeObjects(ports, call);
  await callRecords.removeAll(org_id, call_id);
}

/** Removes the inputs of the call's conversation. Without any, nothing changes. */
export async function eraseInputs(
  { objects, quotas }: Pick<ErasePorts, 'objects' | 'quotas'>,
  { org_id, call_id }: Pick<CallLog, 'org_id' | 'call_id'>,
): Promise<void> {
  const key = inputsKey(org_id, call_id);
  const bytes = await objects.size(key);
  if (bytes === null) return;
  await objects.remove(key);
  await quotas.removeBytes(org_id, { recorded_bytes: bytes });
}

/**
 * Removes the call's objects. Returns the bytes of those that quotas count: what its log names, and the inputs that belong
 * to a transcript.
 */
async function removeObjects({ objects }: Pick<ErasePorts, 'objects'>, call: CallLog): Promise<number> {
  const inputs = call.transcript_url && objects.root + inputsKey(call.org_id, call.call_id);
  const counted = [call.recording_url, call.transcript_url, inputs];
  let bytes = 0;
  for await (const { key, size } of objects.list(callPrefix(call.org_id, call.call_id))) {
    await objects.remove(key);
    if (counted.includes(objects.root + key)) bytes += size;
  }
  return bytes;
}
