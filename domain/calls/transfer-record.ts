import type { TransferConfirmation, TransferMode } from '../agents/transfer.ts';

export const TRANSFER_RESULTS = ['answered', 'busy', 'no_answer', 'not_confirmed', 'failed', 'canceled'] as const;
/**
 * How a transfer ended. `answered`: the caller was connected with the person. `not_confirmed`: the line was answered
 * without the key that confirms it. `canceled`: the call ended before.
 */
export type TransferResult = (typeof TRANSFER_RESULTS)[number];

/** An attempt to transfer a call, as the call log lists it. */
export interface TransferRecord {
  /** Number of the tool run, unique in its call. */
  readonly run: number;
  /** Name of the target. */
  readonly target: string;
  /** E.164 or a SIP URI. */
  readonly to: string;
  readonly mode: TransferMode;
  readonly started_at: string;
  /** The carrier's id of the leg to the target. Null until it is known. */
  readonly provider_call_sid: string | null;
  /** What the person hears first. Null for cold transfers. */
  readonly brief: string | null;
  /** When the person picked up. */
  readonly answered_at: string | null;
  /** Present if the person has to press a key, with its words as they are spoken. */
  readonly confirm?: TransferConfirmation;
  /** Present with `confirm`: when the key was pressed. */
  readonly confirmed_at?: string | null;
  /** When the person was ready for the caller: after key and brief, if there are any. */
  readonly ready_at: string | null;
  /** Null while the transfer is under way. */
  readonly result: TransferResult | null;
  /** When the result was known. */
  readonly at: string | null;
}

/** A change of one transfer: its beginning has target, number and mode. */
export type TransferPatch = Pick<TransferRecord, 'run'> &
  Partial<Pick<TransferRecord, 'target' | 'to' | 'mode' | 'brief' | 'confirm'>> & {
    readonly provider_call_sid?: string;
    readonly answered_at?: string;
    readonly confirmed_at?: string;
    readonly ready_at?: string;
    readonly result?: TransferResult;
  };

/** Transfers kept with a call. */
const RECORDS_MAX = 10;

/** Whether the person may be on the other leg when the call has ended: it must be hung up, too. */
export const mayBeOnLine = ({ result }: Pick<TransferRecord, 'result'>): boolean =>
  result === null || result === 'answered' || result === 'canceled';

/**
 * The transfers after a patch at this time. An unknown transfer begins if the patch describes it. The first result is
 * final: it stays, and so do the times before it.
 */
export function patchTransfers(
  known: readonly TransferRecord[],
  patch: TransferPatch,
  now: Date,
): readonly TransferRecord[] {
  const record = known.find(({ run }) => run === patch.run) ?? newRecord(patch, now);
  if (!record || (!known.includes(record) && known.length >= RECORDS_MAX)) return known;
  const changed = changedRecord(record, patch, now);
  return known.includes(record) ? known.map((each) => (each === record ? changed : each)) : [...known, changed];
}

/** The transfers of a call that ended at this time: one that was under way is canceled. */
export const endedTransfers = (known: readonly TransferRecord[], now: Date): readonly TransferRecord[] =>
  known.map((record) => (record.result === null ? { ...record, result: 'canceled', at: now.toISOString() } : record));

/** When the caller was connected with a person. Null if that did not happen. */
export const transferredAt = (known: readonly TransferRecord[] = []): string | null =>
  known.find(({ result }) => result === 'answered')?.at ?? null;

function newRecord({ run, target, to, mode, brief = null, confirm }: TransferPatch, now: Date): TransferRecord | null {
  if (target === undefined || to === undefined || mode === undefined) return null;
  return {
    ...{ run, target, to, mode, started_at: now.toISOString(), provider_call_sid: null, brief },
    ...{ answered_at: null, ready_at: null, result: null, at: null },
    ...(confirm && { confirm, confirmed_at: null }),
  };
}

function changedRecord(record: TransferRecord, patch: TransferPatch, now: Date): TransferRecord {
  const { provider_call_sid = record.provider_call_sid, result } = patch;
  if (record.result !== null) return { ...record, provider_call_sid };
  return {
    ...record,
    provider_call_sid,
    answered_at: first(record.answered_at, patch.answered_at),
    ...(record.confirm && { confirmed_at: first(record.confirmed_at, patch.confirmed_at) }),
    ready_at: first(record.ready_at, patch.ready_at),
    ...(result !== undefined && { result, at: now.toISOString() }),
  };
}

const first = (known: string | null | undefined, reported: string | undefined): string | null =>
  known ?? reported ?? null;
