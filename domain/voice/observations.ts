import type { Stage } from '../calls/call-metrics.ts';

/**
 * What happens in a conversation, for captions, transcript and metrics. `at` is the moment in milliseconds on the
 * conversation's own clock (see `measurements.ts` for its epoch).
 */
export type ConversationEvent = { readonly at: number } & (
  | { readonly type: 'connected' }
  /** Real words of the caller, or the first sound that held the agent's speech. */
  | { readonly type: 'caller_started' }
  /** `silence_at` is when the caller really fell silent, before the wait that decided it. */
  | { readonly type: 'caller_stopped'; readonly silence_at: number }
  | { readonly type: 'caller_said'; readonly text: string; readonly final: boolean }
  /** The caller's turn was taken as finished and the model is asked. */
  | { readonly type: 'turn_released' }
  | { readonly type: 'agent_text'; readonly speech: number; readonly text: string }
  | { readonly type: 'agent_started'; readonly speech: number; readonly kind: SpeechKind }
  /** `heard` is what was really played; `interrupted` tells whether the caller cut it short. */
  | { readonly type: 'agent_stopped'; readonly speech: number; readonly kind: SpeechKind; readonly heard: string; readonly interrupted: boolean }
  | { readonly type: 'muted'; readonly on: boolean }
  | { readonly type: 'stage'; readonly stage: Stage; readonly model: string | null; readonly started_at: number }
  | { readonly type: 'aggregated'; readonly started_at: number }
  | { readonly type: 'tool_started'; readonly id: string; readonly name: string }
  | { readonly type: 'tool_done'; readonly id: string; readonly name: string }
  | { readonly type: 'latency'; readonly user_to_bot_secs: number }
  | { readonly type: 'failed'; readonly stage: Stage; readonly message: string }
  | { readonly type: 'ended'; readonly reason: EndReason }
);

/** `greeting`, `reply` and `prompt` carry the conversation; `hold` fills a wait; `apology` covers a fault; `closing` ends. */
export type SpeechKind = 'greeting' | 'reply' | 'prompt' | 'hold' | 'apology' | 'closing';

/** Why a conversation ended. */
export type EndReason = 'caller_left' | 'agent_ended' | 'idle' | 'no_activity' | 'failed' | 'shutdown';
