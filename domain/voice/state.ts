import type { ChatMessage, Tool, ToolCall } from './conversation-context.ts';
import type {
  ConversationEventBody,
  EndOfTurnCause,
  EndReason,
  RetrievalEvent,
  SpeechKind,
} from './conversation-events.ts';
import type { ConversationLanguages } from './conversation-languages.ts';
import type { SoundChange } from '../audio/beep-detector.ts';
import type { EndpointingSettings } from './end-of-turn-waits.ts';
import type { Generation } from './generation-state.ts';
import type { HandoverState, NextAgent } from './handover-state.ts';
import type { SpeakingAgent } from './speaking-agent.ts';
import type { MailboxState } from './voicemail-state.ts';
import type { ConsentDecision, ConsentQuestion, ConsentState } from './recording-consent-state.ts';
import type { Probes } from './probe-state.ts';
import type { ConversationStages, StageState, StageValues } from './stage-state.ts';
import type { ContextSummary } from './summary-state.ts';
import type { TimeLimit, TimeLimitState } from './time-limit-state.ts';
import type { TranscriptionFacts } from './transcription-facts.ts';
import type { ToolAction, ToolReport, ToolState } from './tool-state.ts';

/** Settings of one conversation: the agent's configuration with variables substituted and open values filled in. */
export interface ConversationSettings {
  readonly systemPrompt: string;
  /** Canonical id of the language of the call: the agent's primary one, until it switches. */
  readonly language: string;
  readonly greeting: string;
  /** Words needed to interrupt the agent. At 0 or 1, the first sound already pauses its output. */
  readonly interruptionMinWords: number;
  readonly ignoreUntilGreeted: boolean;
  /** Silence before an idle prompt or the end of the call, in ms. 0 disables it. */
  readonly idleMs: number;
  /** Null: the first idle timeout ends the call. */
  readonly idlePrompt: { readonly message: string; readonly repeats: number } | null;
  readonly closingMessage: string;
  /** Null: no hold messages. */
  readonly hold: { readonly afterMs: number; readonly messages: readonly string[] } | null;
  readonly tools: readonly Tool[];
  /** The tools that act, by name. Absent: none. */
  readonly actions?: Readonly<Record<string, ToolAction>>;
  /** How the end of a turn is found. Absent: by `timer`, with the built-in waits. */
  readonly endpointing?: EndpointingSettings;
  /** What happens when a mailbox answers. A blank message: the call ends. Absent: it is not recognised. */
  readonly voicemail?: { readonly message: string };
  /** Languages to switch to. Absent: the call stays in `language`. */
  readonly languages?: ConversationLanguages;
  /** All that the agent says: the call ends after it. Absent: a conversation. */
  readonly rejection?: string;
  /** Absent: the conversation has no time limit. */
  readonly limit?: TimeLimit;
  /** Asked before the greeting. Absent: the caller is not asked whether the call may be recorded. */
  readonly consent?: ConsentQuestion;
  /** Absent: the conversation has no stages. */
  readonly stages?: ConversationStages;
  /** Present where the conversation can be handed over to another agent. */
  readonly agent?: SpeakingAgent;
}

/** The level of the caller's speech, compared with this caller's usual level and with the background. */
export interface CallerLevelFacts {
  /** Whether it is near speech: not faded, and well above the background, if one is known. */
  readonly isTrusted: boolean;
  /** Whether a background is known, so that sound alone does not mean that the caller speaks. */
  readonly hasGate: boolean;
  /** Since when the sound continues at the level of the background only. Null while it does not. */
  readonly fadedSince: number | null;
}

/** Near speech on a line without background. */
export const CLEAN_LEVEL: CallerLevelFacts = { isTrusted: true, hasGate: false, fadedSince: null };

/** What a vendor reports with a transcript, beside its words. */
export interface VendorTurnReport {
  /** The vendor's view of the caller's turn. `resumed` revokes `likely_ended`. `ended` comes with the last words. */
  readonly turn?: 'likely_ended' | 'resumed' | 'ended';
  /** Language of the words as a canonical id, where the vendor detects it. */
  readonly language?: string;
  /** Number of the utterance in its stream, ascending. Results of an utterance that was answered are ignored. */
  readonly utterance?: number;
}

/** One agent speech: queued, then playing, then removed when its playout ended. */
export interface SpeechState {
  readonly id: number;
  readonly kind: SpeechKind;
  /** When its first audio was sent. Null before. */
  readonly startedAt: number | null;
  /** Cancellation was requested. `speechCancelled` will report the played text. */
  readonly isCancelled: boolean;
}

/** The caller's current turn. */
export type CallerTurn = typeof NO_CALLER_TURN | UnconfirmedTurn | ConfirmedTurn;

/** No turn: silence, no words. */
export const NO_CALLER_TURN = {
  status: 'none',
  activity: 'silent',
  startedAt: null,
  silentAt: null,
  endedBy: 'silence',
} as const;

/** Sound, but no words that count. */
interface UnconfirmedTurn {
  readonly status: 'unconfirmed';
  /** `paused`: in a silence too short to end the utterance. `awaiting_final`: ended, without a final transcript yet. */
  readonly activity: 'silent' | 'speaking' | 'paused' | 'awaiting_final';
  readonly startedAt: number;
  /** When speech really ended. Null before. */
  readonly silentAt: number | null;
  /** Why its speech ended. `silence` before. */
  readonly endedBy: EndOfTurnCause;
}

/** Words confirmed the turn: agent output was cancelled. */
export interface ConfirmedTurn extends Omit<UnconfirmedTurn, 'status'> {
  readonly status: 'confirmed';
  /** Final transcripts of the turn so far. */
  readonly finalWords: string;
  /** Interim transcript after them. */
  readonly interimWords: string;
  /** Whether the vendor promised to keep the words so far. */
  readonly stable: boolean;
  /** Whether the reply is to be spoken, not only sent as text. */
  readonly audio: boolean;
  /** Preemptive generations started in this turn. */
  readonly preemptiveAttempts: number;
  /** When its words last changed. */
  readonly wordsAt: number;
  /** The vendor's report on these words, language and utterance, if it makes any. */
  readonly vendorTurn: VendorTurnReport['turn'] | null;
  readonly language: string | null;
  readonly utterance: number | null;
}

/** Whether the caller's speech has started and not ended. */
export const isSpeaking = ({ activity }: CallerTurn): boolean => activity === 'speaking' || activity === 'paused';

/** The final and interim words of the turn. */
export const wordsOfTurn = (caller: CallerTurn): string =>
  caller.status === 'confirmed' ? `${caller.finalWords} ${caller.interimWords}`.trim() : '';

/** Whether the vendor's reports end turns: where it makes them, unless turns end by `timer`. */
export const isVendorTurn = ({ settings, transcription }: Conversation): boolean =>
  transcription.reportsTurns && (settings.endpointing?.mode ?? 'timer') !== 'timer';

/** State of a conversation. */
export type Conversation = Phase & ConversationData;

/** Phase of a conversation. `ending`: the last speech is played. */
export type Phase =
  | { readonly phase: 'starting' | 'open' }
  | { readonly phase: 'ending' | 'ended'; readonly ending: EndReason };

export interface ConversationData {
  readonly settings: ConversationSettings;
  readonly messages: readonly ChatMessage[];
  readonly caller: CallerTurn;
  readonly level: CallerLevelFacts;
  readonly transcription: TranscriptionFacts;
  /** When the caller's speech last started, and since when its sound is not interrupted by a pause. Null before. */
  readonly speechSince: number | null;
  readonly soundSince: number | null;
  /** The probes of this speech. */
  readonly probes: Probes;
  /** When sound was last declared to be background. */
  readonly rearmedAt: number | null;
  /** Whether the sound of now is the background: it starts nothing until it has words. */
  readonly hasBackground: boolean;
  /** Whether interim words arrived in this call. */
  readonly hasInterimWords: boolean;
  /** The vendor's number of the utterance that was answered last. */
  readonly answeredUtterance: number | null;
  /** When sound, words or the end of an utterance last arrived. */
  readonly callerSignalAt: number | null;
  readonly speeches: readonly SpeechState[];
  readonly generation: Generation | null;
  /** The running preemptive generation and the normalised words it answers. */
  readonly preemptive: { readonly id: number; readonly words: string } | null;
  readonly tools: ToolState;
  /** Text sent for the context only. It precedes the words of the next turn. */
  readonly notes: string;
  /** The last backchannel over the current speech. */
  readonly lastBackchannel: { readonly text: string; readonly at: number } | null;
  /** When agent output was paused for a possible barge-in. Null while it is not paused. */
  readonly outputPausedSince: number | null;
  /** The other language of the last final transcript, while that was too short to switch. */
  readonly languageInDoubt: string | null;
  readonly muted: boolean;
  readonly idlePromptsSpoken: number;
  readonly timeLimit: TimeLimitState;
  readonly mailbox: MailboxState;
  readonly consent: ConsentState;
  /** Null without stages. */
  readonly stage: StageState | null;
  readonly summary: ContextSummary;
  readonly handover: HandoverState<ConversationSettings>;
  readonly consecutiveFaults: number;
  readonly nextId: number;
  /** What is waited for, apart from the end of the turn, and since when. */
  readonly wait: { readonly timer: ConversationTimer; readonly since: number } | null;
  readonly armed: { readonly timer: ConversationTimer; readonly dueAt: number } | null;
}

/** The timer of the current wait. At most one runs. The hold message has its own. */
export type ConversationTimer =
  | 'turn_end'
  | 'probe'
  | 'final_transcript'
  | 'unconfirmed_speech'
  | 'false_interruption'
  | 'model_output'
  | 'tool_answer'
  | 'first_audio'
  | 'consent_answer'
  | 'idle'
  | 'stage_silence'
  | 'no_activity'
  | 'time_limit'
  | 'last_words'
  | 'mailbox_greeting';

/** How text input is handled. */
export interface TextInputOptions {
  /** True (default): interrupts the agent and is answered now. False: waits in the context for the next turn. */
  readonly runImmediately?: boolean;
  /** True (default): the reply is spoken. False: the reply is text only. */
  readonly audioResponse?: boolean;
}

/** Inputs of a conversation. `at` is in ms since the Unix epoch. */
export type ConversationInput = { readonly at: number } & (
  | { readonly type: 'connected' }
  | {
      readonly type: 'callerSpeechStarted';
      readonly level: CallerLevelFacts;
      readonly transcription: TranscriptionFacts;
    }
  /** The level facts change during near speech. */
  | { readonly type: 'callerLevelChanged'; readonly level: CallerLevelFacts }
  /** A silence too short to end the utterance starts, or the caller continues after it. */
  | { readonly type: 'callerPaused'; readonly on: boolean }
  | { readonly type: 'callerSpeechEnded'; readonly silentAt: number }
  /** Final, interim or stable transcript. */
  | ({
      readonly type: 'transcriptReceived';
      readonly text: string;
      readonly final: boolean;
      readonly stable?: boolean;
      readonly processor: string;
    } & VendorTurnReport)
  | ({ readonly type: 'textReceived'; readonly text: string } & TextInputOptions)
  /** The caller types digits that the agent asked for. `hidden`: the collection of a secret entry began. */
  | { readonly type: 'digitCollection'; readonly progress: 'hidden' | 'pressed' | 'ended' }
  | { readonly type: 'generationText'; readonly generation: number; readonly text: string }
  | { readonly type: 'toolCalled'; readonly generation: number; readonly call: ToolCall }
  /** Retrieval or a search tool call for this generation started or ended. */
  | { readonly type: 'retrievalReported'; readonly generation: number; readonly retrieval: RetrievalEvent }
  | ({ readonly type: 'toolAnswered' } & ToolReport)
  | { readonly type: 'generationCompleted'; readonly generation: number }
  | { readonly type: 'generationFailed'; readonly generation: number; readonly message: string }
  | { readonly type: 'speechStarted'; readonly speech: number }
  | { readonly type: 'speechCompleted' | 'speechCancelled'; readonly speech: number; readonly playedText: string }
  | { readonly type: 'speechFailed'; readonly speech: number; readonly playedText: string; readonly message: string }
  | { readonly type: 'transcriptionFailed'; readonly message: string; readonly retryable: boolean }
  | { readonly type: 'holdMessageDue'; readonly message: string }
  /** Null: it failed, or took too long. */
  | { readonly type: 'summaryWritten'; readonly summary: number; readonly text: string | null }
  /** The agent of a handover is there, for this tool call, and gets what it needs. It is being opened. */
  | { readonly type: 'agentFound'; readonly run: number }
  /** An agent is ready to take over, for this tool call. */
  | { readonly type: 'agentReady'; readonly run: number; readonly next: NextAgent<ConversationSettings> }
  /** The model reports what the caller said about the recording. */
  | { readonly type: 'consentReported'; readonly given: boolean }
  /** The carrier detected a machine. `greetingEnded`: and the end of its greeting. */
  | { readonly type: 'machineReported'; readonly greetingEnded: boolean }
  /** Only where a message may be left. */
  | { readonly type: 'soundChanged'; readonly change: SoundChange }
  | { readonly type: 'timerElapsed'; readonly timer: ConversationTimer }
  | { readonly type: 'disconnected'; readonly reason: EndReason }
);

/** Effects the runtime performs for a conversation. */
export type ConversationEffect =
  | { readonly do: 'say'; readonly speech: number; readonly text: string }
  /** The speech gets no more text. */
  | { readonly do: 'endSpeech'; readonly speech: number }
  | { readonly do: 'cancelSpeech'; readonly speech: number }
  | { readonly do: 'pauseOutput' | 'resumeOutput' }
  | { readonly do: 'cancelHoldMessage' }
  /** A mailbox answered, which the call's log says from now on. */
  | { readonly do: 'reportVoicemail' }
  /** Ends the utterance of the transcription. If sound continues, the next one begins at once. */
  | { readonly do: 'endUtterance' }
  /** The caller's speech starts again. What sounds now is the background, unless it is in a pause. */
  | { readonly do: 'rearm' }
  /** Voice and transcription change to this language. What follows is spoken in it. */
  | { readonly do: 'switchLanguage'; readonly language: string }
  /** What is said from now on has the voice of this stage, and the model of this stage answers. */
  | { readonly do: 'useStage'; readonly stage: string }
  /** Asks a whole-utterance transcription for the words so far. */
  | { readonly do: 'probe' }
  /** A preemptive generation is buffered until `generate` names the same id. */
  | {
      readonly do: 'generate' | 'generatePreemptively';
      readonly generation: number;
      readonly messages: readonly ChatMessage[];
      readonly tools: readonly Tool[];
    }
  | { readonly do: 'discardPreemptive' | 'cancelGeneration'; readonly generation: number }
  /** Has a model answer these messages in the background. Answered by `summaryWritten`, unless it is cancelled. */
  | { readonly do: 'summarise'; readonly summary: number; readonly messages: readonly ChatMessage[] }
  | { readonly do: 'cancelSummary' }
  /** Answered by `toolAnswered`, unless it is cancelled. */
  | { readonly do: 'runTool'; readonly run: number; readonly call: ToolCall; readonly fields?: StageValues }
  | { readonly do: 'cancelTool'; readonly run: number }
  /** The agent of `agentReady` takes over, or will not. */
  | { readonly do: 'changeAgent' | 'discardAgent'; readonly run: number }
  | { readonly do: 'mute'; readonly on: boolean }
  /** The recording starts or stops, as the caller decided. */
  | { readonly do: 'setRecording'; readonly on: boolean; readonly decision: ConsentDecision }
  | { readonly do: 'startTimer'; readonly timer: ConversationTimer; readonly ms: number }
  | { readonly do: 'cancelTimer'; readonly timer: ConversationTimer }
  | { readonly do: 'scheduleHoldMessage'; readonly ms: number; readonly messages: readonly string[] }
  | { readonly do: 'emit'; readonly event: ConversationEventBody; readonly at: number }
  | { readonly do: 'hangUp'; readonly reason: EndReason };
