import type { Stage } from '../calls/call-metrics.ts';
import type { AnswerSource, Lookup } from '../calls/answer-record.ts';
import type { Citation } from '../knowledge/grounding.ts';
import type { SpeakingAgent } from './speaking-agent.ts';
import type { VoicemailMessage } from './voicemail-state.ts';
import type { StageCause, StageValues } from './stage-state.ts';
import type { ToolOutcome } from './tool-state.ts';
import type { WordsLook } from './words-look.ts';

/**
 * Events of a conversation, for captions, transcript and metrics. Times are in ms since the Unix epoch, from a clock
 * that never steps during a call.
 */
export type ConversationEvent = { readonly at: number } & ConversationEventBody;

export type ConversationEventBody =
  | { readonly type: 'connected' }
  /** Caller speech starts or ends, by VAD. Words may or may not follow. */
  | { readonly type: 'caller_voice_activity'; readonly on: boolean }
  /** Words confirmed the caller's turn. Dated back to the start of speech. */
  | { readonly type: 'caller_turn_started' }
  /** `silence_at` is when speech really ended, before the endpointing delay. */
  | { readonly type: 'caller_speech_ended'; readonly silence_at: number }
  /** Words were followed by silence of the endpointing delay. The caller may continue. */
  | {
      readonly type: 'caller_pause_started';
      readonly silence_at: number;
      readonly endpointing_ms: number;
      readonly look: WordsLook;
      readonly language: string;
    }
  /** Transcript of the caller. `typed`: text input of a caller who was not speaking, which took the turn at once. */
  | { readonly type: 'caller_transcript'; readonly text: string; readonly final: boolean; readonly typed?: true }
  /** The caller typed digits that the agent asked for, complete or not. `keys` is null where they are secret. */
  | { readonly type: 'digits_collected'; readonly entry: string; readonly keys: string | null; readonly count: number }
  /** End of turn: the generation starts. */
  | {
      readonly type: 'turn_ended';
      readonly text: string;
      readonly started_at: number;
      readonly ended_by: EndOfTurnCause;
    }
  /** Playout of this segment starts. Without `audio`, the segment is sent as text only. */
  | ({ readonly type: 'agent_speech_text'; readonly audio: boolean } & TextSegment)
  /** The played part of a segment, reported once: all of it, or less if it was interrupted or synthesis failed. */
  | ({ readonly type: 'agent_speech_text_played'; readonly played: string } & TextSegment)
  | { readonly type: 'agent_speech_started'; readonly speech: number; readonly kind: SpeechKind }
  /** `played_text` is what was really played. `interrupted`: the caller cut the speech short. */
  | {
      readonly type: 'agent_speech_ended';
      readonly speech: number;
      readonly kind: SpeechKind;
      readonly started_at: number;
      readonly played_text: string;
      readonly interrupted: boolean;
    }
  | { readonly type: 'caller_muted'; readonly on: boolean }
  /** First output of a vendor for a request of `started_at`. */
  | {
      readonly type: 'stage_first_output';
      readonly stage: Stage;
      readonly processor: string;
      readonly model: string | null;
      readonly started_at: number;
    }
  /** The first segment of a reply is complete. `started_at` is when its first token arrived. */
  | { readonly type: 'first_segment_ready'; readonly started_at: number }
  | { readonly type: 'tool_started'; readonly id: string; readonly name: string }
  | { readonly type: 'tool_done'; readonly id: string; readonly name: string; readonly outcome?: ToolOutcome }
  /**
   * Another agent took over, which `from` named by this target. `since` is when the caller was connected.
   */
  | {
      readonly type: 'agent_changed';
      readonly agent: SpeakingAgent;
      readonly from?: SpeakingAgent;
      readonly target: string;
      readonly since: number;
    }
  /** The conversation came to a stage of the agent, `from` another or from the start. */
  | {
      readonly type: 'agent_stage_entered';
      readonly stage: string;
      readonly from: string | null;
      readonly by: StageCause;
    }
  /** A field was collected, or counts no longer. `values`: all that are collected. */
  | {
      readonly type: 'field_changed';
      readonly stage: string;
      readonly name: string;
      readonly collected: boolean;
      readonly values: StageValues;
    }
  /** Sources retrieved for the next reply. */
  | { readonly type: 'sources_cited'; readonly sources: readonly Citation[] }
  /** Documents were searched for the next reply. `question` is what was searched for. */
  | {
      readonly type: 'knowledge_searched';
      readonly question: string;
      readonly lookup: Exclude<Lookup, 'not_searched'>;
      readonly sources: readonly AnswerSource[];
    }
  /** Latency of one reply: from the end of caller speech to the first agent audio. */
  | { readonly type: 'reply_latency'; readonly user_to_bot_secs: number }
  | { readonly type: 'stage_failed'; readonly stage: Stage; readonly message: string }
  /** `voicemail_message`: only where a mailbox answered an agent that leaves messages. */
  | { readonly type: 'ended'; readonly reason: EndReason; readonly voicemail_message?: VoicemailMessage };

/** A segment of agent text. `speech` and `part` together identify it in its conversation. */
export interface TextSegment {
  /** Id of its speech, or of its generation if the reply is text only. */
  readonly speech: number;
  /** Position in the speech, from 0. */
  readonly part: number;
  readonly text: string;
}

/** Events of retrieval for a reply: a search tool call, or what a search for it came to. */
export type RetrievalEvent = Extract<
  ConversationEventBody,
  { readonly type: 'tool_started' | 'tool_done' | 'sources_cited' | 'knowledge_searched' }
>;

/**
 * Why a caller's turn ended. `silence`: the caller was silent. `unfinished`: silent for longer, since the words looked
 * unfinished. `fading`: the caller's level fell to the background. `words`: no new words in spite of sound. `vendor`: the STT
 * vendor reported the end. `stalled`: sound, and no words for a long time. `text`: text input.
 */
export type EndOfTurnCause = 'silence' | 'unfinished' | 'fading' | 'words' | 'vendor' | 'stalled' | 'text';

/** `prompt` is an idle prompt or the warning before a time limit, `hold` a hold message, `apology` follows a fault, `closing` ends a call. */
export type SpeechKind = 'greeting' | 'reply' | 'prompt' | 'hold' | 'apology' | 'closing';

/** Why a conversation ended. */
export const END_REASONS = [
  'caller_left',
  'agent_ended',
  'idle',
  'no_activity',
  'max_duration',
  'rejected',
  'failed',
  'shutdown',
  'voicemail',
  'transferred',
] as const;
export type EndReason = (typeof END_REASONS)[number];
