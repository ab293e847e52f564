import type { AgentKeypad } from '../../domain/agents/keypad.ts';
import type { AmbientSound } from '../../domain/audio/ambient-sound.ts';
import type { CallRedaction } from '../../domain/calls/redact.ts';
import type { CallMetricsBody } from '../../domain/calls/call-metrics.ts';
import type { EndReason } from '../../domain/voice/conversation-events.ts';
import type { AgentVisit } from '../../domain/calls/agent-record.ts';
import type { StageRecord } from '../../domain/calls/stage-record.ts';
import type { ConsentDecision } from '../../domain/voice/recording-consent-state.ts';
import type { VoicemailMessage } from '../../domain/voice/voicemail-state.ts';
import type { InputLogOrigin } from '../../domain/voice/input-log.ts';
import type { ConversationSettings } from '../../domain/voice/state.ts';
import type { MonitoredCall } from '../ports/call-monitor.ts';
import type { SpoolEntry } from '../ports/call-spool.ts';
import type { Clock } from '../ports/clock.ts';
import type { LanguageModel, TokenUsage } from '../ports/language-model.ts';
import type { MediaChannel } from '../ports/media-channel.ts';
import type { NoiseSuppression } from '../ports/noise-suppression.ts';
import type { Random } from '../ports/random.ts';
import type { Resampling } from '../ports/resampler.ts';
import type { Transcription, TranscriptionListener } from '../ports/speech-to-text.ts';
import type { SpeechSynthesiser } from '../ports/text-to-speech.ts';
import type { VoiceActivity } from '../ports/voice-activity.ts';
import type { ReplyModel } from './generation.ts';
import type { EndReports } from './end-reports.ts';
import type { InputBody } from './conversation-inputs.ts';
import type { RunnableTool, ToolSet } from './tool-runner.ts';
import type { Ticker } from './ticker.ts';
import type { UsageMeter } from './usage-meter.ts';

/** Dependencies that all conversations of the process share. */
export interface ConversationPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly resampling: Resampling;
  readonly voiceActivity: VoiceActivity;
  readonly ticker: Ticker;
}

/** Dependencies of one conversation. The conversation owns them and closes them. */
export interface ConversationParts {
  readonly callId: string;
  readonly settings: ConversationSettings;
  /** What the settings were made of. Stored with the inputs. */
  readonly origin?: InputLogOrigin;
  /** Names of the vendors, for metrics. */
  readonly processors: { readonly stt: string; readonly llm: string; readonly tts: string };
  /** Start of the set-up, on the monotonic clock. */
  readonly startedAt: number;
  readonly channel: MediaChannel;
  readonly openTranscription: (listener: TranscriptionListener) => Promise<Transcription>;
  readonly synthesiser: SpeechSynthesiser;
  /** Changes voice and transcription to this language. Absent: the agent has one language. */
  readonly switchLanguage?: (language: string) => void;
  /** Changes voice and model to those of this stage. Absent: the agent has no stages. */
  readonly useStage?: (stage: string) => void;
  /** Absent: that of all conversations. `suppressor`: the noise suppressor detects speech too. */
  readonly voiceActivity?: VoiceActivity | 'suppressor';
  /** Absent: the transcription gets the caller's audio as it arrives. */
  readonly noiseSuppression?: NoiseSuppression;
  readonly model: ReplyModel;
  /** Writes summaries of the conversation. It has no knowledge base. Absent: there are none. */
  readonly summaryModel?: Pick<LanguageModel, 'generate'>;
  /** Whether the agent that speaks has a knowledge base, so that it is kept what its answers are based on. Absent: no. */
  readonly isGrounded?: () => boolean;
  readonly entry: SpoolEntry;
  readonly monitor: Pick<MonitoredCall, 'onEvent'>;
  /** What the call uses of its vendors. Absent: it is not metered. */
  readonly usage?: Pick<UsageMeter, 'lines'>;
  readonly tools: ToolSet;
  /** Absent: silence where the agent does not speak. */
  readonly ambientSound?: AmbientSound;
  /** Absent: the agent neither sends keys nor asks for digits. */
  readonly keypad?: AgentKeypad;
  /** The key with which the caller asks not to be called again. Absent: none. */
  readonly doNotCall?: { readonly key: string; readonly pressed: () => void };
  /** Whether the call is recorded from its start. */
  readonly isRecorded: boolean;
  /** What is left out of the recording, where it is known when it was said. Absent or null: nothing. */
  readonly redaction?: CallRedaction | null;
  /** Learns of what the caller decides about the recording. Does not throw. */
  readonly consentDecided?: (decision: ConsentDecision) => void;
  /** Learns of each stage that the conversation comes to. Does not throw. */
  readonly stageEntered?: (record: StageRecord) => void;
  /** Learns of each agent that takes over. Does not throw. */
  readonly agentChanged?: (agents: readonly AgentVisit[]) => void;
  /** Absent: the call is not handed over to another agent. */
  readonly handovers?: Handovers;
  /** Learns of a mailbox that answers instead of the callee, and closes the channel. Absent: the conversation closes it. */
  readonly endReports?: EndReports;
  /** Whether the carrier has taken the caller elsewhere, so that the conversation ends as `transferred`. */
  readonly hasLeft?: () => boolean;
  /** Has the number or SIP URI that a transfer rings told, and null when it rings no more. Absent: it is not heard. */
  readonly onRinging?: (listener: (to: string | null) => void) => void;
}

/** The handovers of a conversation to other agents. */
interface Handovers {
  /** The tool for them. The conversation learns of an agent that is ready before the answer. */
  tool(take: (input: InputBody) => void): RunnableTool;
  /** The agent of this tool call takes over. Null: it is not there. */
  take(run: number): NextParts | null;
  /** The agent of this tool call will not take over. */
  discard(run: number): void;
}

/** What of an agent that takes over is not part of its model, voice and transcription. */
interface NextParts {
  readonly opened: { readonly tools: ToolSet; readonly keys: Pick<ConversationParts, 'keypad' | 'doNotCall'> };
  /** Whether the call may be recorded further. */
  readonly isRecorded: boolean;
}

/** The result of a conversation. */
export interface ConversationResult {
  readonly reason: EndReason;
  readonly metrics: CallMetricsBody;
  /** Whether the caller said or typed any words. */
  readonly callerSpoke: boolean;
  /** Undefined unless a mailbox answered an agent that leaves messages. */
  readonly voicemailMessage: VoicemailMessage | undefined;
  /** What the caller decided about the recording. Null where nothing was to be asked. */
  readonly consent: ConsentDecision | null;
  /** The stages of the conversation, and what it found out. Null without stages. */
  readonly stages: StageRecord | null;
  /** The agents that spoke. Null: the call was not handed over. */
  readonly agents: readonly AgentVisit[] | null;
  /** The latest vendor fault, or null. */
  readonly fault: { readonly processor: string; readonly message: string } | null;
  /** Tokens used, as far as the LLM vendor reports them. */
  readonly tokens: TokenUsage;
  /** Resolves when the tool calls that were sent have ended, in a draining process after half of `final_delivery` at the latest. Never rejects. */
  readonly toolsEnded: Promise<void>;
}
