import type { RtviMessage } from './frames.ts';

/** Phase of a call. After `ended` the next `connect()` starts another one. */
export type CallState = 'idle' | 'connecting' | 'live' | 'ended';

/** What happens in a live call now. */
export type Activity = 'listening' | 'hearing' | 'thinking' | 'speaking';

/** Words of one side. An event repeats the `id` of a caption whose text changed. */
export interface Caption {
  readonly id: number;
  readonly side: 'caller' | 'agent';
  /** Empty when nothing of it was played. */
  readonly text: string;
  /** Whether the text changes no more. */
  readonly isFinal: boolean;
  /** Whether the caller interrupted it. */
  readonly isInterrupted: boolean;
}

/** A trouble that does not end the call. */
export interface CallWarning {
  readonly code: WarningCode;
  /** In English, with what to do. */
  readonly message: string;
}

export type WarningCode =
  | 'microphone_denied'
  | 'microphone_missing'
  | 'microphone_busy'
  | 'microphone_lost'
  | 'microphone_failed'
  | 'insecure_page'
  | 'autoplay_blocked'
  /** The agent reported a fault. The message is its own. */
  | 'agent_fault'
  /** The runtime did not accept a message, such as a text that is too long. The message is its own. */
  | 'not_accepted';

/** Reasons that the runtime reports, then those of the connection. */
export type EndedReason =
  | 'caller_left'
  | 'agent_ended'
  | 'idle'
  | 'no_activity'
  | 'rejected'
  | 'max_duration'
  | 'failed'
  | 'shutdown'
  /** The socket was closed in the middle of the call. A call cannot be resumed. */
  | 'connection_lost'
  /** Nothing answered at the socket's address. */
  | 'unreachable'
  /** Too many calls, or the runtime is full or restarting: try later. */
  | 'busy'
  /** The page's origin or the ticket was not accepted. */
  | 'refused'
  /** There is no such agent, or it takes no calls. */
  | 'agent_missing'
  /** The ticket endpoint refused, or could not be reached. */
  | 'no_ticket'
  /** The page cannot play audio. */
  | 'no_audio'
  /** Any other end. */
  | 'closed';

/** How a call ended. */
export interface CallEnd {
  readonly reason: EndedReason;
  /** In English, with what to do. */
  readonly message: string;
  /** As the socket reported it; empty otherwise. */
  readonly detail: string;
  /** The close code of the socket. Null without one. */
  readonly code: number | null;
  /** The reason that the runtime or the caller gave. Null when the connection decided. */
  readonly reported: string | null;
  /** Whether the agent had been listening. */
  readonly wasLive: boolean;
  readonly callId: string | null;
  /** When another try may succeed, if that is known. In seconds. */
  readonly retryAfterSecs: number | null;
  /** What the ticket source threw. */
  readonly cause?: unknown;
}

/** The events of a voice agent, by type. */
export interface VoiceAgentEvents {
  state: CallState;
  activity: Activity;
  /** The caller or the agent starts or stops speaking. */
  speaking: { readonly side: 'caller' | 'agent'; readonly isOn: boolean };
  caption: Caption;
  /** An agent with stages is in this stage from now on. */
  stage: { readonly stage: string; readonly from: string | null };
  /** A stage collected this field. */
  field: { readonly stage: string; readonly name: string };
  /** Another agent took the call over. */
  agent: { readonly name: string };
  /** Where the next answer may come from, as the runtime sends it. */
  citations: readonly Readonly<Record<string, unknown>>[];
  /** Time between the caller's last word and the agent's first. In seconds. */
  latency: { readonly seconds: number };
  /** A tool of the page ran. */
  tool: { readonly name: string; readonly outcome: 'started' | 'done' | 'failed' };
  /** How loud the microphone and the agent are, from 0 to 1, about 50 times a second. */
  level: { readonly microphone: number; readonly agent: number };
  warning: CallWarning;
  /** What a warning reported is over. */
  recovered: { readonly code: WarningCode };
  ended: CallEnd;
  /** Every message of the runtime but `bot-ready`, `flush` and `ended`, also those with an event of their own. */
  message: RtviMessage;
}
