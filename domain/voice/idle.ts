import type { Draft } from './draft.ts';
import { openSpeech } from './speaking.ts';

/**
 * The caller has been silent for the idle time. Prompts as often as configured, then closes; without prompts it closes
 * at once. A blank prompt is counted and not spoken, a blank closing message just ends the call.
 */
export function idleElapsed(draft: Draft): void {
  const { idlePrompt, closingMessage } = draft.state.settings;
  if (idlePrompt && draft.state.promptsSpoken < idlePrompt.repeats) {
    draft.set({ promptsSpoken: draft.state.promptsSpoken + 1, moves: draft.state.moves + 1 });
    if (idlePrompt.message.trim() !== '') openSpeech(draft, 'prompt', idlePrompt.message);
    return;
  }
  if (closingMessage.trim() === '') return draft.hangUp('idle');
  draft.beginEnding('idle');
  openSpeech(draft, 'closing', closingMessage);
}

/** The model is slow: one message fills the wait, unless words came meanwhile. */
export function holdDue(draft: Draft, message: string): void {
  if (draft.state.thinking?.firstWordAt === null && draft.state.speeches.length === 0)
    openSpeech(draft, 'hold', message);
}
