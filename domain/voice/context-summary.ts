import type { ChatMessage } from './conversation-context.ts';
import type { ConversationStep } from './conversation-step.ts';
import { promptOf, withSystemPrompt } from './stage-prompt.ts';
import { summaryRequest, summaryText } from './summary-request.ts';
import { NO_SUMMARY } from './summary-state.ts';

/** Turns of the caller that stay in the context if no summary could be written. */
const TURNS_KEPT = 2;

/**
 * Has what was said before the present turn summarised in the background. The context stays whole until the summary takes
 * the place of those messages, so nothing waits for it. A summary that is still being written is replaced by one of all.
 */
export function summariseEarlier(step: ConversationStep): void {
  cancelPending(step);
  const { summary, nextId: id } = step.state;
  const messages = withoutSystem(step.state.messages);
  const earlier = messages.slice(0, Math.max(0, lastTurn(messages)));
  // A greeting alone is shorter than a summary of it.
  if (!earlier.some(({ role }) => role === 'user')) return;
  step.set({ summary: { ...summary, pending: { id, messages: earlier.length } }, nextId: id + 1 });
  step.do({ do: 'summarise', summary: id, messages: summaryRequest(earlier, summary.text) });
}

/** The context loses what was said before the present turn, and its summary. */
export function dropEarlier(step: ConversationStep): void {
  cancelPending(step);
  const messages = withoutSystem(step.state.messages);
  const kept = messages.slice(Math.max(0, lastTurn(messages)));
  step.set({ summary: NO_SUMMARY });
  step.set({ messages: withSystemPrompt(kept, promptOf(step.state)) });
}

/** A summary was written. Null: it failed or took too long, and the turns before the present one stay instead. */
export function onSummaryWritten(step: ConversationStep, id: number, written: string | null): void {
  const { pending } = step.state.summary;
  if (pending?.id !== id) return;
  const messages = withoutSystem(step.state.messages);
  const text = written === null ? null : summaryText(written);
  const from = text === null ? beginOfTurns(messages.slice(0, pending.messages)) : pending.messages;
  step.set({ summary: { text: text ?? step.state.summary.text, pending: null } });
  step.set({ messages: withSystemPrompt(messages.slice(from), promptOf(step.state)) });
}

/** No summary is being written any more: the messages stay. */
export function cancelPending(step: ConversationStep): void {
  const { summary } = step.state;
  if (!summary.pending) return;
  step.do({ do: 'cancelSummary' });
  step.set({ summary: { ...summary, pending: null } });
}

const withoutSystem = (messages: readonly ChatMessage[]): readonly ChatMessage[] =>
  messages[0]?.role === 'system' ? messages.slice(1) : messages;

/** Where the caller's last turn begins. -1 without one. */
const lastTurn = (messages: readonly ChatMessage[]): number => messages.findLastIndex(({ role }) => role === 'user');

/** Where the last turns begin that stay. */
function beginOfTurns(messages: readonly ChatMessage[]): number {
  const turns = messages.flatMap(({ role }, at) => (role === 'user' ? [at] : []));
  return turns.at(-TURNS_KEPT) ?? turns[0] ?? 0;
}
