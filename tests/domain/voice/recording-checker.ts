import type { ConversationEffect } from '../../../domain/voice/state.ts';
import { CONSENT_QUESTION } from './random-settings.ts';
import { must } from './tool-checker.ts';

interface PlayedSpeech {
  readonly texts: readonly string[];
  readonly over: boolean;
  readonly cancelled: boolean;
}

/** Throws when a call is recorded without consent. */
export class RecordingChecker {
  #isDecided = false;

  set(
    { on, decision }: Extract<ConversationEffect, { readonly do: 'setRecording' }>,
    speeches: Iterable<PlayedSpeech>,
  ): void {
    const wasPlayed = [...speeches].some(
      ({ texts, over, cancelled }) => over && !cancelled && texts[0] === CONSENT_QUESTION,
    );
    must(!on || wasPlayed, 'nothing is recorded before a whole question');
    must(!on || !this.#isDecided, 'the recording starts once, and not after a refusal');
    if (decision.answer !== 'not_given') this.#isDecided = true;
  }
}
