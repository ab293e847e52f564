import { onSummaryWritten } from './context-summary.ts';
import type { ConversationStep } from './conversation-step.ts';
import { onAgentReady } from './conversation-handover.ts';
import { onAgentFound } from './handover-call.ts';
import { onMailboxInput } from './voicemail-detection.ts';
import { onConsentReported } from './recording-consent.ts';
import type { ConversationInput } from './state.ts';

type Report = Extract<
  ConversationInput,
  {
    readonly type:
      | 'summaryWritten'
      | 'agentFound'
      | 'agentReady'
      | 'consentReported'
      | 'machineReported'
      | 'soundChanged';
  }
>;

/** Something that was awaited, or is known only outside of the conversation, is reported. */
export function handleReport(step: ConversationStep, event: Report): void {
  switch (event.type) {
    case 'summaryWritten':
      return onSummaryWritten(step, event.summary, event.text);
    case 'agentFound':
      return onAgentFound(step, event.run);
    case 'agentReady':
      return onAgentReady(step, event.run, event.next);
    case 'consentReported':
      return onConsentReported(step, event.given);
    default:
      return onMailboxInput(step, event);
  }
}
