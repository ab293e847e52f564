import type { CallResponse } from './call-log.ts';

/** Why a call failed, by its disposition, in words for users. Other dispositions, such as `busy`, need no reason. */
const REASONS: Partial<Record<CallResponse, string>> = {
  invalid_number: 'The number does not exist or cannot be dialled',
  unreachable: 'The number could not be reached',
  failed: 'The carrier could not complete the call',
};

/**
 * The error message of a call that failed at its carrier: the meaning of its disposition, then the carrier's own words.
 * Null when neither is known.
 */
export function failureReason(response: CallResponse | null, words: string | null): string | null {
  const reason = response && REASONS[response];
  if (!reason) return words;
  return words === null || words === response ? reason : `${reason}: ${words}`;
}
