import type { TransferStep } from './call-webhooks.ts';
import type { TransferPatch, TransferRecord, TransferResult } from './transfer-record.ts';
import type { CarrierReport } from '../telephony/carrier-report.ts';

/** Whether the person still has to press the key that confirms the transfer. */
export const awaitsKey = ({ confirm, confirmed_at }: Pick<TransferRecord, 'confirm' | 'confirmed_at'>): boolean =>
  confirm !== undefined && !confirmed_at;

/** What comes next for the person who picked up: words with a step of their own, the conference, or the end of the leg. */
interface TransferConfirmation {
  readonly next: TransferStep | 'conference' | 'hang_up';
  /** What this tells the call log. */
  readonly news: Omit<TransferPatch, 'run'>;
}

/**
 * The person confirms the transfer with its key, if it asks for one, and then hears its brief. The key is asked for
 * twice: after that a mailbox answered, or a person who does not take the call.
 */
export function confirmTransfer(
  transfer: TransferRecord,
  { step, pressed }: { readonly step: TransferStep | null; readonly pressed: string | null },
  now: Date,
): TransferConfirmation {
  const at = now.toISOString();
  if (awaitsKey(transfer) && pressed !== transfer.confirm?.key) {
    if (step === 'prompted_again') return { next: 'hang_up', news: { answered_at: at, result: 'not_confirmed' } };
    return { next: step === null ? 'prompted' : 'prompted_again', news: { answered_at: at } };
  }
  const news = { answered_at: at, ...(awaitsKey(transfer) && { confirmed_at: at }) };
  if (transfer.brief !== null && step !== 'briefed') return { next: 'briefed', news };
  return { next: 'conference', news: { ...news, ready_at: at } };
}

/** How a transfer ended that was under way. Who hangs up before the caller is there has failed, and not confirmed before the key. */
export function unconnectedResult(
  { status, response, isAnswered }: CarrierReport,
  transfer: TransferRecord,
): TransferResult {
  if (isAnswered || status === 'completed') return awaitsKey(transfer) ? 'not_confirmed' : 'failed';
  if (response === 'no_answer' || response === 'unreachable') return 'no_answer';
  return status === 'busy' || status === 'no_answer' || status === 'canceled' ? status : 'failed';
}
