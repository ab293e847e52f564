import type { ConversationStep } from './conversation-step.ts';
import { isAwaitingTools } from './tool-state.ts';
import { startSpeech } from './agent-output.ts';

/**
 * The caller was silent for the idle time, as `timeouts.ts` counts it. Prompts as often as configured, then closes the call.
 * A blank prompt is counted but not spoken. A blank closing message ends the call without words.
 */
export function onIdleTimeout(step: ConversationStep): void {
  const { idlePrompt, closingMessage } = step.state.settings;
  if (idlePrompt && step.state.idlePromptsSpoken < idlePrompt.repeats) {
    step.set({ idlePromptsSpoken: step.state.idlePromptsSpoken + 1 });
    if (idlePrompt.message.trim() !== '') startSpeech(step, 'prompt', idlePrompt.message);
    return;
  }
  if (closingMessage.trim() === '') return step.hangUp('idle');
  step.beginEnding('idle');
  startSpeech(step, 'closing', closingMessage);
}

/**
 * The reply takes long, or a tool, for which `tool-calls.ts` schedules this: plays a hold message, unless the reply started
 * or a speech is open.
 */
export function onHoldMessageDue(step: ConversationStep, message: string): void {
  const { generation, speeches, tools } = step.state;
  if ((generation?.firstTokenAt === null || isAwaitingTools(tools)) && speeches.length === 0)
    startSpeech(step, 'hold', message);
}
