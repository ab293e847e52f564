import type { CallerLevelFacts } from '../../../domain/voice/state.ts';
import type { TranscriptionFacts } from '../../../domain/voice/transcription-facts.ts';
import { TRANSCRIPTION, type ConversationTable, type InputAt } from './conversation-table.ts';

export const NEAR: CallerLevelFacts = { isTrusted: true, hasGate: true, fadedSince: null };
export const FAR: CallerLevelFacts = { ...NEAR, isTrusted: false };
export const UNKNOWN: CallerLevelFacts = { isTrusted: true, hasGate: false, fadedSince: null };

/** Speech starts at this level, with interim transcripts every 200 ms. */
export const sounds = (level = NEAR, transcription: Partial<TranscriptionFacts> = {}): InputAt => {
  return (at) => ({
    ...{ type: 'callerSpeechStarted', level, at },
    transcription: { ...TRANSCRIPTION, interimGapMs: 200, ...transcription },
  });
};
export const fades: InputAt = (at) => ({ type: 'callerLevelChanged', level: { ...NEAR, fadedSince: at - 100 }, at });
export const returns: InputAt = (at) => ({ type: 'callerLevelChanged', level: NEAR, at });

export const endsOf = ({ events }: ConversationTable): string[] =>
  events.flatMap((event) => {
    if (event.type === 'turn_ended') return [event.ended_by];
    return event.type === 'caller_speech_ended' ? [`silent ${event.silence_at}`] : [];
  });
