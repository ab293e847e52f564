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
 * attempt that the carrier refused before ends with it.
 */
export async function undialledOutcome({ calls, dialler }: Ports, run: QueuedRun): Promise<RunOutcome> {
  const { org_id, call_id, callback } = run;
  if (callback?.canceled_at === undefined) return endRefused(dialler, run);
  const call = call_id === null ? null : await calls.find(org_id, call_id);
  if (call && isLive(call.status)) await dialler.cancel(org_id, call.call_id, 'The callback was canceled');
  return (call && runOutcomeOf(call)) ?? 'canceled';
}

/** Ends the call of a refused run: a crash may have come between the refusal and that. */
async function endRefused(dialler: Ports['dialler'], { org_id, call_id, refusal }: QueuedRun): Promise<RefusalReason> {
  const reason = refusal?.reason ?? 'suppressed';
  if (call_id !== null) await dialler.cancel(org_id, call_id, REFUSAL_TEXTS[reason]);
  return reason;
}
