import type { StopReason, GenerationChunk, TokenUsage } from '../../../application/ports/language-model.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';

interface StreamEnd {
  readonly vendor: string;
  /** Null when the stream ended without a finish reason. */
  readonly reason: StopReason | null;
  readonly usage: TokenUsage | null;
  /** Whether the response had neither text nor tool calls. */
  readonly isEmpty: boolean;
}

/** The last chunk of a generation. Throws a VendorFailure when the stream was interrupted or empty. */
export function finishChunk({ vendor, reason, usage, isEmpty }: StreamEnd): GenerationChunk {
  if (reason === null) throw new VendorFailure(`${vendor} broke off in the middle of its answer`, { retryable: true });
  if (isEmpty && reason === 'refused') throw new VendorFailure(`${vendor} declined to answer`, { retryable: false });
  if (isEmpty && reason === 'length')
    throw new VendorFailure(`${vendor} used up max_tokens before its first word`, { retryable: false });
  return { type: 'finished', reason, usage };
}
