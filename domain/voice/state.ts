import type { ChatMessage, Tool, ToolCall } from './messages.ts';
import type { EndReason, ConversationEventBody, RetrievalEvent, SpeechKind } from './conversation-events.ts';

/** How one conversation behaves: the agent's configuration after substitution and coercion. */
export interface ConversationSettings {
  readonly systemPrompt: string;
  /** The agent's first language, as a canonical id. */
  readonly language: string;
  readonly greeting: string;
  /** Words needed to interrupt the agent; 0 lets the first sound hold it. */
  readonly interruptionMinWords: number;
  readonly ignoreUntilGreeted: boolean;
  /** Silence after which the caller is prompted or the call ends; 0 never. */
  readonly idleMs: number;
  /** Absent: the first idle ends the call. */
  readonly idlePrompt: { readonly message: string; readonly repeats: number } | null;
  readonly closingMessage: string;
  /** Absent: no hold messages. */
  readonly hold: { readonly afterMs: number; readonly messages: readonly string[] } | null;
  readonly tools: readonly Tool[];
}

/** One thing the agent says: queued, then playing, then over. */
export interface AgentSpeech {
  readonly id: number;
  readonly kind: SpeechKind;
  /** When its first audio went out, null before. */
  readonly startedAt: number | null;
  /** Being thrown away; the answer tells what was heard of it. */
  readonly isCancelled: boolean;
}

/** A running question to the model. */
export interface Generation {
  readonly id: number;
  /** The speech its words go to, once there are any. */
  readonly speech: number | null;
  readonly pending: { readonly text: string; readonly isStarted: boolean };
  readonly firstTokenAt: number | null;
  /** Whether the answer is spoken. Otherwise it is written, and so many pieces of it were. */
  readonly audio: boolean;
  readonly written: number;
  readonly calls: readonly ToolCall[];
}

/** What is known of the caller's current turn. */
export interface CallerTurn {
  readonly talking: boolean;
  /** Silent for a moment while still taken to be talking. */
  readonly paused: boolean;
  /** Fell silent, and the final result of the utterance is still to come. */
  readonly awaitingFinal: boolean;
  /** Words confirmed the turn: the agent has lost the floor. */
  readonly confirmed: boolean;
  /** When the sound began and when it really ended; null before. */
  readonly startedAt: number | null;
  readonly silentAt: number | null;
  /** Final words of the turn so far. */
  readonly finalWords: string;
  /** Words since then that no final result has settled yet. */
  readonly interimWords: string;
  /** Whether no later result changes the words that are known. */
  readonly stable: boolean;
  /** Whether the answer is to be spoken, and not only written. */
  readonly audio: boolean;
  /** Answers that were begun before the turn was over. */
  readonly preemptiveAttempts: number;
}

/** Nothing is known of the caller's turn. */
export const NO_CALLER_TURN: CallerTurn = {
  talking: false,
  paused: false,
  awaitingFinal: false,
  confirmed: false,
  startedAt: null,
  silentAt: null,
  finalWords: '',
  interimWords: '',
  stable: false,
  audio: true,
  preemptiveAttempts: 0,
};

/** What the caller has said in this turn, as far as it is known. */
export const wordsOfTurn = ({ finalWords, interimWords }: CallerTurn): string => `${finalWords} ${interimWords}`.trim();

/** The whole state of a conversation. */
export interface Conversation {
  readonly settings: ConversationSettings;
  readonly phase: 'starting' | 'open' | 'ending' | 'ended';
  readonly messages: readonly ChatMessage[];
  readonly caller: CallerTurn;
  readonly speeches: readonly AgentSpeech[];
  readonly generation: Generation | null;
  /** The answer that was begun before the turn is over, and how the words it answers sound. */
  readonly preemptive: { readonly id: number; readonly words: string } | null;
  /** Text that was sent for the context alone: it precedes the words of the next turn. */
  readonly notes: string;
  /** The last words that only told the agent to go on while it spoke. */
  readonly lastBackchannel: { readonly text: string; readonly at: number } | null;
  /** Since when the agent's output waits, because the caller may be taking the floor; null while it does not. */
  readonly outputPausedSince: number | null;
  readonly muted: boolean;
  readonly idlePromptsSpoken: number;
  readonly consecutiveFaults: number;
  /** Set once the call is to end when the words already begun are over. */
  readonly ending: EndReason | null;
  readonly nextId: number;
  /** Grows whenever a wait starts anew, so that its timer is armed anew. */
  readonly waitRevision: number;
  readonly armedTimer: { readonly timer: ConversationTimer; readonly waitRevision: number } | null;
}

/** The one wait that is owed by time; the hold message has a timer of its own. */
export type ConversationTimer =
  | 'final_transcript'
  | 'unconfirmed_speech'
  | 'false_interruption'
  | 'stalled_turn'
  | 'model_output'
  | 'first_audio'
  | 'idle'
  | 'no_activity'
  | 'last_words';

/** How typed text is taken. */
export interface TextInputOptions {
  /** Interrupts the agent and is answered now (default), or waits in the context for the next turn. */
  readonly runImmediately?: boolean;
  /** Whether the answer is spoken (default), and not only written. */
  readonly audioResponse?: boolean;
}

/** Everything that can happen to a conversation. `at` is milliseconds since the epoch. */
export type ConversationInput = { readonly at: number } & (
  | { readonly type: 'connected' }
  | { readonly type: 'callerSpeechStarted' }
  /** A silence too short to end the caller's turn begins, or the caller goes on after it. */
  | { readonly type: 'callerPaused'; readonly on: boolean }
  | { readonly type: 'callerSpeechEnded'; readonly silentAt: number }
  /** Words, final for the utterance or not; those that stay are not changed by later ones. */
  | {
      readonly type: 'transcriptReceived';
      readonly text: string;
      readonly final: boolean;
      readonly stable?: boolean;
      readonly processor: string;
    }
  | ({ readonly type: 'textReceived'; readonly text: string } & TextInputOptions)
  | { readonly type: 'generationText'; readonly generation: number; readonly text: string }
  | { readonly type: 'toolCalled'; readonly generation: number; readonly call: ToolCall }
  /** Something was looked up for the answer, or is about to be. */
  | { readonly type: 'retrievalReported'; readonly generation: number; readonly retrieval: RetrievalEvent }
  | { readonly type: 'generationCompleted'; readonly generation: number }
  | { readonly type: 'generationFailed'; readonly generation: number; readonly message: string }
  | { readonly type: 'speechStarted'; readonly speech: number }
  | { readonly type: 'speechCompleted' | 'speechCancelled'; readonly speech: number; readonly playedText: string }
  | { readonly type: 'speechFailed'; readonly speech: number; readonly playedText: string; readonly message: string }
  | { readonly type: 'transcriptionFailed'; readonly message: string; readonly retryable: boolean }
  | { readonly type: 'holdMessageDue'; readonly message: string }
  | { readonly type: 'timerElapsed'; readonly timer: ConversationTimer }
  | { readonly type: 'disconnected'; readonly reason: EndReason }
);

/** Everything a conversation asks of the world. */
export type ConversationEffect =
  | { readonly do: 'say'; readonly speech: number; readonly text: string }
  /** No more text comes for this speech. */
  | { readonly do: 'endSpeech'; readonly speech: number }
  | { readonly do: 'cancelSpeech'; readonly speech: number }
  | { readonly do: 'pauseOutput' | 'resumeOutput' }
  | {
      readonly do: 'generate';
      readonly generation: number;
      readonly messages: readonly ChatMessage[];
      readonly tools: readonly Tool[];
    }
  /** The same, before it is asked: nothing is told of it until `think` bears its number. */
  | {
      readonly do: 'generatePreemptively';
      readonly generation: number;
      readonly messages: readonly ChatMessage[];
      readonly tools: readonly Tool[];
    }
  | { readonly do: 'discardPreemptive'; readonly generation: number }
  | { readonly do: 'cancelGeneration'; readonly generation: number }
  | { readonly do: 'mute'; readonly on: boolean }
  | { readonly do: 'startTimer'; readonly timer: ConversationTimer; readonly ms: number }
  | { readonly do: 'cancelTimer'; readonly timer: ConversationTimer }
  | { readonly do: 'scheduleHoldMessage'; readonly ms: number; readonly messages: readonly string[] }
  | { readonly do: 'cancelHoldMessage' }
  | { readonly do: 'emit'; readonly event: ConversationEventBody; readonly at: number }
  | { readonly do: 'hangUp'; readonly reason: EndReason };
