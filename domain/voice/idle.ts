import type { ConversationStep } from './conversation-step.ts';
import { startSpeech } from './agent-output.ts';

/**
 * The caller has been silent for the idle time. Prompts as often as configured, then closes; without prompts it closes
 * at once. A blank prompt is counted and not spoken, a blank closing message just ends the call.
 */
export function onIdleTimeout(step: ConversationStep): void {
  const { idlePrompt, closingMessage } = step.state.settings;
  if (idlePrompt && step.state.idlePromptsSpoken < idlePrompt.repeats) {
    step.set({ idlePromptsSpoken: step.state.idlePromptsSpoken + 1, waitRevision: step.state.waitRevision + 1 });
    if (idlePrompt.message.trim() !== '') startSpeech(step, 'prompt', idlePrompt.message);
    return;
  }
  if (closingMessage.trim() === '') return step.hangUp('idle');
  step.beginEnding('idle');
  startSpeech(step, 'closing', closingMessage);
}

/** The model is slow: one message fills the wait, unless words came meanwhile. */
export function onHoldMessageDue(step: ConversationStep, message: string): void {
  if (step.state.generation?.firstTokenAt === null && step.state.speeches.length === 0)
    startSpeech(step, 'hold', message);
}
