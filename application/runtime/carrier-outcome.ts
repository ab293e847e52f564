import type { CallOutcome } from '../../domain/calls/call-outcome.ts';
import type { ConversationResult } from './conversation-parts.ts';

/**
 * The outcome of a telephone call whose media was connected. Once audio flowed, the call counts as answered. A conversation
 * that failed still ends as failed.
 */
export const carrierOutcome = (
  result: Pick<ConversationResult, 'reason' | 'voicemailMessage'> | null,
): Pick<CallOutcome, 'status' | 'call_response'> =>
  result === null
    ? { status: 'failed', call_response: 'failed' }
    : {
        status: result.reason === 'failed' ? 'failed' : 'completed',
        call_response: result.reason === 'voicemail' || result.voicemailMessage ? 'voicemail' : 'answered',
      };
