import type { CallLog } from '../../domain/calls/call-log.ts';
import { isLive } from '../../domain/calls/call-log.ts';
import { maskedNumber } from '../../domain/erasures/erasure.ts';
import { mentions, withoutNumberIn } from '../../domain/erasures/number-mentions.ts';
import type { AuditEventRepository } from '../ports/audit-events.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { Clock } from '../ports/clock.ts';
import type { CallEraser, ContactEraser, ErasureProgress } from '../ports/erasures.ts';
import type { EventDeliveryRepository } from '../ports/event-deliveries.ts';
import type { NumberDialRepository } from '../ports/number-dials.ts';
import type { SuppressionRepository } from '../ports/suppressions.ts';
import { visitAll } from './visit-all.ts';
import { isoAfter } from '../../domain/expiry.ts';

export interface NumberPorts {
  readonly calls: CallRepository;
  readonly callEraser: CallEraser;
  readonly contactEraser: ContactEraser;
  readonly eventDeliveries: Pick<EventDeliveryRepository, 'endpointsOf' | 'listFrom' | 'remove'>;
  readonly auditEvents: Pick<AuditEventRepository, 'listFrom' | 'replaceTarget'>;
  readonly suppressions: Pick<SuppressionRepository, 'find' | 'removeReason'>;
  readonly numberDials: Pick<NumberDialRepository, 'remove'>;
  readonly clock: Clock;
}

/** What is erased, and where that is reported. */
interface Pass {
  readonly orgId: string;
  readonly phoneNumber: string;
  readonly progress: ErasureProgress;
}

/**
 * One pass over everything an organisation stores about a phone number. Contacts go first, so that no campaign dials it
 * any more, and deliveries of events after the calls that they are about.
 */
export async function eraseNumber(ports: NumberPorts, pass: Pass): Promise<void> {
  const { orgId, phoneNumber, progress } = pass;
  await ports.contactEraser.eraseNumber(orgId, phoneNumber, progress);
  await eraseCalls(ports, pass);
  await ports.contactEraser.eraseCallbacks(orgId, phoneNumber, progress);
  await eraseDeliveries(ports, pass);
  await maskAuditTrail(ports, pass);
  await eraseReason(ports, pass);
  if (await ports.numberDials.remove(orgId, phoneNumber)) await progress.erased('records');
}

/** Erases the calls from and to the number, and its mentions in the logs of others. */
function eraseCalls({ calls, callEraser, clock }: NumberPorts, { orgId, phoneNumber, progress }: Pass): Promise<void> {
  // Calls registered from here on are new.
  const moment = isoAfter(clock.now(), 1);
  const timeline = {
    page: (from: string, page: { limit: number; offset: number }) => calls.listBefore(orgId, { moment, from }, page),
    timeOf: ({ created_at }: CallLog) => created_at,
  };
  return visitAll(timeline, async (call) => {
    // Callers can be SIP addresses, and members may register calls with numbers in other forms.
    if (![call.from_number, call.to_number].some((party) => mentions(party, phoneNumber))) {
      await eraseMentions({ calls, callEraser }, call, phoneNumber, progress);
      return true;
    }
    const isErased = await callEraser.erase(call);
    if (isErased) await progress.erased('calls');
    else progress.waits();
    return !isErased;
  });
}

/**
 * Removes the number from what a call with another number holds, once it has ended. The inputs of its conversation go
 * first: they have the same variables and answers of tools.
 */
async function eraseMentions(
  { calls, callEraser }: Pick<NumberPorts, 'calls' | 'callEraser'>,
  call: CallLog,
  phoneNumber: string,
  progress: ErasureProgress,
): Promise<void> {
  const { custom_variables, tool_calls, transfers, pre_call, error_message, answers, wrong_answers, stages } = call;
  const lists = defined({ tool_calls, transfers, pre_call, answers, wrong_answers, stages });
  const before = { custom_variables, error_message, ...lists };
  const changes = withoutNumberIn(before, phoneNumber);
  if (changes === before) return;
  const isOver = !isLive(call.status);
  if (isOver) await callEraser.eraseInputs(call);
  const changed = isOver ? await calls.update(call.org_id, call.call_id, call, changes) : null;
  if (changed === null || changed === 'taken') progress.waits();
  else await progress.erased('records');
}

const defined = <T extends object>(fields: T): { [F in keyof T]?: Exclude<T[F], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;

/**
 * Removes deliveries of events that mention the number, sent or not: those of its calls, and of others, also to endpoints
 * that have been deleted.
 */
async function eraseDeliveries(
  { eventDeliveries }: NumberPorts,
  { orgId, phoneNumber, progress }: Pass,
): Promise<void> {
  for (const endpointId of await eventDeliveries.endpointsOf(orgId)) {
    const timeline = {
      page: (from: string, page: { limit: number; offset: number }) => eventDeliveries.listFrom(endpointId, from, page),
      timeOf: ({ timestamp }: { readonly timestamp: string }) => timestamp,
    };
    await visitAll(timeline, async ({ event_id, body }) => {
      if (!mentions(body, phoneNumber)) return true;
      await eventDeliveries.remove(endpointId, event_id);
      await progress.erased('records');
      return false;
    });
  }
}

/** Masks the number where entries of the audit trail name it as the target. */
function maskAuditTrail({ auditEvents }: NumberPorts, { orgId, phoneNumber, progress }: Pass): Promise<void> {
  const timeline = {
    page: (from: string, page: { limit: number; offset: number }) => auditEvents.listFrom(orgId, from, page),
    timeOf: ({ created_at }: { readonly created_at: string }) => created_at,
  };
  return visitAll(timeline, async ({ event_id, target_id }) => {
    if (target_id !== null && mentions(target_id, phoneNumber)) {
      await auditEvents.replaceTarget(event_id, maskedNumber(phoneNumber));
      await progress.erased('records');
    }
    return true;
  });
}

/**
 * Of the suppression list only the reason goes, which can say anything about the person. The number stays: without it
 * the organisation would call the number again.
 */
async function eraseReason({ suppressions }: NumberPorts, { orgId, phoneNumber, progress }: Pass): Promise<void> {
  const entry = await suppressions.find(orgId, phoneNumber);
  if (!entry || entry.reason === null) return;
  await suppressions.removeReason(orgId, phoneNumber);
  await progress.erased('records');
}
