import { isAssent } from './assent.ts';
import { withToolAnswer, type ToolCall } from './conversation-context.ts';
import type { ConversationStep } from './conversation-step.ts';
import { HAND_OVER, HANDOVER_REFUSALS, HANDOVERS_PER_CALL, HANDOVERS_PER_TURN } from './handover-tool.ts';
import type { Conversation } from './state.ts';
import { cancelRun } from './tool-cancellation.ts';
import type { ToolRun } from './tool-state.ts';

/** Whether a running call hands the conversation over. */
export const isHandoverRun = ({ call }: Pick<ToolRun, 'call'>): boolean => call.name === HAND_OVER;

/** Whether a handover was called that has neither failed nor taken place. */
export const isHandingOver = ({ handover, tools }: Pick<Conversation, 'handover' | 'tools'>): boolean =>
  handover.next !== null || tools.runs.some(isHandoverRun);

/** Why this call hands nothing over now. Null: it may, or is another tool. Bounds keep agents from passing a caller around. */
export function handoverRefusal(state: Conversation, { name }: ToolCall): string | null {
  if (name !== HAND_OVER) return null;
  const { handover } = state;
  if (isHandingOver(state)) return HANDOVER_REFUSALS.running;
  if (handover.count >= HANDOVERS_PER_CALL) return HANDOVER_REFUSALS.tooMany;
  return handover.sinceTurn >= HANDOVERS_PER_TURN ? HANDOVER_REFUSALS.tooSoon : null;
}

/**
 * The agent of a handover is there and gets what it needs. Has the words of the target said before, unless words precede the call: a
 * handover that is refused is not announced.
 */
export function onAgentFound(step: ConversationStep, run: number): void {
  const { handover, settings, tools } = step.state;
  const target = tools.runs.find(({ id }) => id === run)?.call.arguments['target'];
  const all = Object.entries(settings.actions?.[HAND_OVER]?.announcements ?? {});
  const words = all.find(([name]) => name === target)?.[1];
  if (words !== undefined) step.set({ handover: { ...handover, announcement: { run, words } } });
}

/**
 * The caller's turn ends with these words before a handover has taken place. Returns whether they agree to it ("okay, thanks"):
 * then it takes place as if they had said nothing. Other words are for the present agent, who can repeat the handover.
 */
export function endTurnBeforeHandover(step: ConversationStep, words: string): boolean {
  if (!isHandingOver(step.state)) return false;
  if (isAssent(words, step.state.settings.language)) return true;
  cancelHandover(step, HANDOVER_REFUSALS.interrupted);
  return false;
}

/** No handover takes place. The model reads why. */
export function cancelHandover(step: ConversationStep, why: string): void {
  const { handover, tools } = step.state;
  const { next } = handover;
  step.set({
    handover: { ...handover, announcement: null, next: null },
    tools: { ...tools, runs: tools.runs.filter((run) => !isHandoverRun(run)) },
  });
  for (const run of tools.runs) if (isHandoverRun(run)) cancelRun(step, run, why);
  if (!next) return;
  step.set({ messages: withToolAnswer(step.state.messages, next.callIds, why, true) });
  step.do({ do: 'discardAgent', run: next.run });
}
