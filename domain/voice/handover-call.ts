import type { ToolCall } from './conversation-context.ts';
import type { ConversationStep } from './conversation-step.ts';
import { HAND_OVER, HANDOVER_REFUSALS, HANDOVERS_PER_CALL, HANDOVERS_PER_TURN } from './handover-tool.ts';
import type { Conversation } from './state.ts';
import type { ToolRun } from './tool-state.ts';

/** Why this call hands nothing over now. Null: it may, or is another tool. Bounds keep agents from passing a caller around. */
export function handoverRefusal({ handover, tools }: Conversation, { name }: ToolCall): string | null {
  if (name !== HAND_OVER) return null;
  const isRunning = handover.next !== null || tools.runs.some(({ call }) => call.name === HAND_OVER);
  if (isRunning) return HANDOVER_REFUSALS.running;
  if (handover.count >= HANDOVERS_PER_CALL) return HANDOVER_REFUSALS.tooMany;
  return handover.sinceTurn >= HANDOVERS_PER_TURN ? HANDOVER_REFUSALS.tooSoon : null;
}

/** Has the words of the target said before this handover, unless words precede the call. */
export function announceHandover(step: ConversationStep, { id: run, call: { name, arguments: given } }: ToolRun): void {
  const { handover, settings } = step.state;
  const all = Object.entries(settings.actions?.[name]?.announcements ?? {});
  const words = all.find(([target]) => target === given['target'])?.[1];
  if (words !== undefined) step.set({ handover: { ...handover, announcement: { run, words } } });
}
