import type { ConversationStep } from './conversation-step.ts';
import { NO_CALLER_TURN } from './state.ts';

/**
 * Digits are collected, as `application/runtime/keypad.ts` does it. From the first key on, and for a secret entry from the
 * start, the caller is not listened to: tones would be transcribed, and spoken digits too. A key interrupts the agent, and
 * does not cancel the tool that waits for it.
 */
export function onDigitCollection(step: ConversationStep, progress: 'hidden' | 'pressed' | 'ended'): void {
  if (step.state.phase !== 'open') return;
  if (progress === 'ended') return step.mute(false);
  step.mute(true);
  // The tone of a key may have been taken for speech.
  if (step.state.caller.status === 'unconfirmed') step.set({ caller: NO_CALLER_TURN, hasBackground: false });
  if (progress === 'hidden') return step.resumeOutput();
  step.set({ callerSignalAt: step.at, idlePromptsSpoken: 0 });
  step.cancelSpeeches();
}
