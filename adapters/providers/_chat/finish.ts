import type { StopReason, Thought, TokenUsage } from '../../../application/ports/language-model.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';

interface StreamEnd {
  readonly vendor: string;
  /** Null when the vendor never said that it was done. */
  readonly reason: StopReason | null;
  readonly usage: TokenUsage | null;
  /** Whether there was neither a word nor a tool call. */
  readonly isEmpty: boolean;
}

/** The last thought of an answer. Throws a VendorFailure when there is no end, or nothing before it. */
export function finishChunk({ vendor, reason, usage, isEmpty }: StreamEnd): Thought {
  if (reason === null) throw new VendorFailure(`${vendor} broke off in the middle of its answer`, { retryable: true });
  if (isEmpty && reason === 'refused') throw new VendorFailure(`${vendor} declined to answer`, { retryable: false });
  if (isEmpty && reason === 'length')
    throw new VendorFailure(`${vendor} used up max_tokens before its first word`, { retryable: false });
  return { type: 'finished', reason, usage };
}
