import type { Stage } from '../calls/call-metrics.ts';
import type { Citation } from '../knowledge/grounding.ts';

/**
 * What happens in a conversation, for captions, transcript and metrics. Moments are milliseconds since the Unix epoch,
 * read from a clock that never steps during a call.
 */
export type ConversationEvent = { readonly at: number } & ConversationEventBody;

export type ConversationEventBody =
  | { readonly type: 'connected' }
  /** Sound on the caller's line begins or ends; words may or may not follow. */
  | { readonly type: 'caller_voice_activity'; readonly on: boolean }
  /** The caller took the turn: confirmed by words, and dated back to when the sound began. */
  | { readonly type: 'caller_turn_started' }
  /** `silence_at` is when the caller really fell silent, before the wait that decided it. */
  | { readonly type: 'caller_speech_ended'; readonly silence_at: number }
  /** Words of the caller. `typed`: they were typed, by a caller who was not talking, and took the turn at once. */
  | { readonly type: 'caller_transcript'; readonly text: string; readonly final: boolean; readonly typed?: true }
  /** The caller's turn was taken as finished and the model is asked. */
  | { readonly type: 'turn_ended'; readonly text: string; readonly started_at: number }
  /** The agent begins to say this piece of text, or without `audio` only writes it. */
  | ({ readonly type: 'agent_speech_text'; readonly audio: boolean } & TextSegment)
  /** So much of a piece was played, told once: all of it, or what there was when it was cut short or its voice failed. */
  | ({ readonly type: 'agent_speech_text_played'; readonly played: string } & TextSegment)
  | { readonly type: 'agent_speech_started'; readonly speech: number; readonly kind: SpeechKind }
  /** `heard` is what was really played; `interrupted` tells whether the caller cut it short. */
  | {
      readonly type: 'agent_speech_ended';
      readonly speech: number;
      readonly kind: SpeechKind;
      readonly started_at: number;
      readonly played_text: string;
      readonly interrupted: boolean;
    }
  | { readonly type: 'caller_muted'; readonly on: boolean }
  /** A vendor's first answer to what was asked at `started_at`. */
  | {
      readonly type: 'stage_first_output';
      readonly stage: Stage;
      readonly processor: string;
      readonly model: string | null;
      readonly started_at: number;
    }
  /** The first words of an answer made a speakable piece; `started_at` is when its first word came. */
  | { readonly type: 'first_segment_ready'; readonly started_at: number }
  | { readonly type: 'tool_started'; readonly id: string; readonly name: string }
  | { readonly type: 'tool_done'; readonly id: string; readonly name: string }
  /** The next answer may draw on these places, looked up for the caller's words. */
  | { readonly type: 'sources_cited'; readonly sources: readonly Citation[] }
  /** One reply was measured: from the caller's silence to the agent's first audio. */
  | { readonly type: 'reply_latency'; readonly user_to_bot_secs: number }
  | { readonly type: 'stage_failed'; readonly stage: Stage; readonly message: string }
  | { readonly type: 'ended'; readonly reason: EndReason };

/** One piece of the agent's text, about a sentence. `speech` and `part` together name it in its conversation. */
export interface TextSegment {
  /** The speech it belongs to, or the question to the model that it answers in writing. */
  readonly speech: number;
  /** Its place there, from 0 on. */
  readonly part: number;
  readonly text: string;
}

/** What a model's answer is preceded by: a search of its own, or what was looked up for it. */
export type RetrievalEvent = Extract<
  ConversationEventBody,
  { readonly type: 'tool_started' | 'tool_done' | 'sources_cited' }
>;

/** `greeting`, `reply` and `prompt` carry the conversation; `hold` fills a wait; `apology` covers a fault; `closing` ends. */
export type SpeechKind = 'greeting' | 'reply' | 'prompt' | 'hold' | 'apology' | 'closing';

/** Why a conversation ended. */
export type EndReason = 'caller_left' | 'agent_ended' | 'idle' | 'no_activity' | 'failed' | 'shutdown' | 'voicemail';
