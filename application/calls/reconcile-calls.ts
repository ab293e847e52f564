import { reconcilingUntil } from '../../domain/calls/call-lease.ts';
import { isLive, type CallLog } from '../../domain/calls/call-log.ts';
import {
  isWithinConnectWindow,
  mustAskCarrier,
  reconcile,
  type Reconciliation,
} from '../../domain/calls/reconciliation.ts';
import type { CallLease, CallLeases, StoredCallLease } from '../ports/call-leases.ts';
import type { CallOutcomeListener } from '../ports/call-outcome-listener.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { Carrier, FoundCall, OrganisationCarriers } from '../ports/carrier.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';

/** Batch size and concurrency of one reconciliation round. */
const BATCH_SIZE = 200;
const CONCURRENCY = 10;

export interface ReconcilePorts {
  readonly calls: CallRepository;
  readonly leases: CallLeases;
  readonly organisationCarriers: OrganisationCarriers;
  readonly callOutcomeListener: CallOutcomeListener;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Reconciles calls whose lease expired: their runtime died or never connected. Each call is reconciled by one process.
 * A failed one is retried in the next round.
 */
export const reconcileCalls = (ports: ReconcilePorts) => async (): Promise<void> => {
  const { leases, clock } = ports;
  for (;;) {
    const expired = await leases.expired(clock.now().toISOString(), BATCH_SIZE);
    const waiting = [...expired];
    const work = async (): Promise<void> => {
      for (let lease = waiting.shift(); lease; lease = waiting.shift()) await reconcileUnlessClaimed(ports, lease);
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
    if (expired.length < BATCH_SIZE) return;
  }
};

/** Reconciles one call whose lease expired. A failure is logged and the call is retried later. */
export async function reconcileUnlessClaimed(ports: ReconcilePorts, lease: StoredCallLease): Promise<void> {
  const { leases, clock, log } = ports;
  const now = clock.now();
  const until = reconcilingUntil(now);
  if (!(await leases.takeOverExpired(lease, until, now.toISOString()))) return;
  try {
    await reconcileCall(ports, lease, { ...lease, until });
  } catch (error) {
    log.error('calls.reconciliation_failed', { org_id: lease.org_id, call_id: lease.call_id, error });
  }
}

/** Reconciles the call of an expired lease, using the lease that this process took over. */
async function reconcileCall(ports: ReconcilePorts, lease: StoredCallLease, ownLease: CallLease): Promise<void> {
  const { calls, leases, clock, log } = ports;
  const { org_id, call_id } = lease;
  const call = await calls.find(org_id, call_id);
  if (!call) return leases.releaseIfUnchanged(ownLease);
  const carrier = mustAskCarrier(call) ? await carrierOf(ports, call) : null;
  const found = await askCarrier(ports, carrier, call);
  if (mayYetBeFound(found, call, carrier, clock.now())) return;
  const decision = reconcile(call, lease, found, clock.now());
  const sid = sidOf(found);
  if (decision.kind === 'end' && (await willBeRedialled(ports, call, found)))
    return leases.releaseIfUnchanged(ownLease);
  const seen = sid === null ? call : await withCarrierSid(ports, call, sid);
  if (!(await applyDecision(ports, seen, decision, ownLease))) return;
  log.info('calls.reconciled', { org_id, call_id, decision: decision.kind });
  if (decision.kind === 'end') await hangUpLegs(ports, carrier, call, decision.hangUp ? sid : null);
}

/** Whether a carrier that looks up by call may still find it: it is not yet certain that there is no such call. */
const mayYetBeFound = (
  found: FoundCall | null | 'unknown',
  call: CallLog,
  carrier: Carrier | null,
  now: Date,
): boolean =>
  found === 'unknown' &&
  carrier?.abilities.lookUp === 'by_call' &&
  call.status === 'initiated' &&
  call.provider_call_sid === null &&
  isWithinConnectWindow(call, now);

const sidOf = (found: FoundCall | null | 'unknown'): string | null =>
  found === 'unknown' || found === null ? null : found.sid;

/** Whether the campaign engine will dial the call again, because it was definitely never dialled. */
async function willBeRedialled(
  { callOutcomeListener }: ReconcilePorts,
  call: CallLog,
  found: FoundCall | null | 'unknown',
): Promise<boolean> {
  const wasPlaced = call.status !== 'initiated' || call.provider_call_sid !== null;
  if (wasPlaced || (found !== null && found !== 'unknown')) return false;
  return callOutcomeListener.dialUnconfirmed(call, found === null ? 'not_dialled' : 'unknown');
}

/** Adds the carrier's call id if the log has none and no other call has it. */
async function withCarrierSid({ calls }: ReconcilePorts, call: CallLog, sid: string): Promise<CallLog> {
  if (call.provider_call_sid !== null || !isLive(call.status)) return call;
  const updated = await calls.update(call.org_id, call.call_id, call, { provider_call_sid: sid });
  return updated === null || updated === 'taken' ? call : updated;
}

/** Applies the decision. False when the call has changed: it then has an owner and is left to its lease. */
async function applyDecision(
  { calls, leases, callOutcomeListener }: ReconcilePorts,
  seen: CallLog,
  decision: Reconciliation,
  ownLease: CallLease,
): Promise<boolean> {
  if (decision.kind === 'wait') return true;
  const { org_id, call_id } = seen;
  const ended = decision.kind === 'end' ? await calls.update(org_id, call_id, seen, decision.changes) : seen;
  if (ended === null || ended === 'taken') return false;
  await (decision.kind === 'end' ? leases.release(org_id, call_id) : leases.releaseIfUnchanged(ownLease));
  if (!isLive(ended.status)) await callOutcomeListener.ended(ended);
  return true;
}

/** The call's carrier, or null when the organisation cannot access it any more. */
const carrierOf = (ports: ReconcilePorts, call: CallLog): Promise<Carrier | null> =>
  orElse(ports, call, ports.organisationCarriers.find(call.org_id, call.telephony_provider ?? ''), null);

/** Looks the call up at the carrier. `unknown` without a carrier or an answer. */
async function askCarrier(
  ports: ReconcilePorts,
  carrier: Carrier | null,
  call: CallLog,
): Promise<FoundCall | null | 'unknown'> {
  if (!carrier) return 'unknown';
  const { lookUp } = carrier.abilities;
  if (lookUp === 'none' || (lookUp === 'by_sid' && call.provider_call_sid === null)) return 'unknown';
  const reference = {
    callId: call.call_id,
    sid: call.provider_call_sid,
    to: call.to_number,
    from: call.from_number,
    since: new Date(call.created_at),
  };
  return orElse(ports, call, carrier.lookUp(reference), 'unknown' as const);
}

/** Hangs up the caller's leg, if it has this id, and that of a transfer which a lost runtime cannot cancel. */
async function hangUpLegs(
  ports: ReconcilePorts,
  carrier: Carrier | null,
  call: CallLog,
  sid: string | null,
): Promise<void> {
  await hangUp(ports, carrier, call, sid);
  for (const { result, provider_call_sid } of call.transfers ?? [])
    if (result === null) await hangUp(ports, carrier, call, provider_call_sid);
}

async function hangUp(
  ports: ReconcilePorts,
  carrier: Carrier | null,
  call: CallLog,
  sid: string | null,
): Promise<void> {
  if (carrier && sid !== null) await orElse(ports, call, carrier.hangUp(sid), undefined);
}

/** The result, or the fallback after an error: reconciliation does not depend on the carrier's availability. */
async function orElse<T, F>(
  { log }: ReconcilePorts,
  { org_id, call_id }: CallLog,
  work: Promise<T>,
  without: F,
): Promise<T | F> {
  try {
    return await work;
  } catch (error) {
    log.warn('calls.carrier_not_answered', { org_id, call_id, reason: String(error) });
    return without;
  }
}
