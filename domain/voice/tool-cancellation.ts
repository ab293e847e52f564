import { withToolAnswer } from './conversation-context.ts';
import type { ConversationStep } from './conversation-step.ts';
import type { ToolRun } from './tool-state.ts';

/** Stands for the answer of a call that the caller interrupted. */
const CANCELLED = 'Cancelled, because the caller spoke. Nothing was changed.';

/** Cancels a call without side effects, which has left the running ones. The model reads why instead of an answer. */
export function cancelRun(step: ConversationStep, { id, call, callIds }: ToolRun, why = CANCELLED): void {
  step.do({ do: 'cancelTool', run: id });
  step.set({ messages: withToolAnswer(step.state.messages, callIds, why, true) });
  step.emit({ type: 'tool_done', id: call.id, name: call.name, outcome: 'cancelled' });
}
