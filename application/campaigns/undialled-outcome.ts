import { isLive } from '../../domain/calls/call-log.ts';
import type { QueuedRun } from '../../domain/campaigns/queued-run.ts';
import { REFUSAL_TEXTS, type RefusalReason } from '../../domain/campaigns/refusal.ts';
import { runOutcomeOf, type RunOutcome } from '../../domain/campaigns/run-outcome.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { Dialler } from '../ports/dialler.ts';

interface Ports {
  readonly calls: Pick<CallRepository, 'find'>;
  readonly dialler: Pick<Dialler, 'cancel'>;
}

/**
 * The outcome of a run that ends without a dial: its refusal, or `canceled` for a callback that was canceled. The call of an
 * attempt that the carrier refused before ends with it. If a member has ended that call, the run has its outcome.
 */
export async function undialledOutcome({ calls, dialler }: Ports, run: QueuedRun): Promise<RunOutcome> {
  if (run.refusal) return endRefused(dialler, run, run.refusal.reason);
  const { org_id, call_id, callback } = run;
  const call = call_id === null ? null : await calls.find(org_id, call_id);
  if (call && !isLive(call.status)) return runOutcomeOf(call) ?? 'canceled';
  // Earlier versions stored no refusal: they knew one reason.
  if (callback?.canceled_at === undefined) return endRefused(dialler, run, 'suppressed');
  if (call) await dialler.cancel(org_id, call.call_id, 'The callback was canceled');
  return 'canceled';
}

/** Ends the call of a refused run: a crash may have come between the refusal and that. */
async function endRefused(
  dialler: Ports['dialler'],
  { org_id, call_id }: QueuedRun,
  reason: RefusalReason,
): Promise<RefusalReason> {
  if (call_id !== null) await dialler.cancel(org_id, call_id, REFUSAL_TEXTS[reason]);
  return reason;
}
