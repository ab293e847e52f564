import type { CallMetricsBody } from '../../domain/calls/call-metrics.ts';
import type { EndReason } from '../../domain/voice/conversation-events.ts';
import type { ConversationSettings } from '../../domain/voice/state.ts';
import type { MonitoredCall } from '../ports/call-monitor.ts';
import type { SpoolEntry } from '../ports/call-spool.ts';
import type { Clock } from '../ports/clock.ts';
import type { TokenUsage } from '../ports/language-model.ts';
import type { MediaChannel } from '../ports/media-channel.ts';
import type { Random } from '../ports/random.ts';
import type { Resampling } from '../ports/resampler.ts';
import type { Transcription, TranscriptionListener } from '../ports/speech-to-text.ts';
import type { Voice } from '../ports/text-to-speech.ts';
import type { VoiceActivity } from '../ports/voice-activity.ts';
import type { ReplyModel } from './generation.ts';
import type { Ticker } from './ticker.ts';

/** What every conversation of the process is held with. */
export interface ConversationPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly resampling: Resampling;
  readonly voiceActivity: VoiceActivity;
  readonly ticker: Ticker;
}

/** What one conversation is held with. The conversation owns all of it and closes it. */
export interface ConversationParts {
  readonly callId: string;
  readonly settings: ConversationSettings;
  /** Names of the vendors and of the model's, for metrics. */
  readonly processors: { readonly stt: string; readonly llm: string; readonly tts: string };
  /** When set-up began, on the monotonic clock. */
  readonly startedAt: number;
  readonly channel: MediaChannel;
  readonly openTranscription: (listener: TranscriptionListener) => Promise<Transcription>;
  readonly synthesiser: Voice;
  readonly model: ReplyModel;
  readonly entry: SpoolEntry;
  readonly monitor: Pick<MonitoredCall, 'see'>;
}

/** How a conversation was. */
export interface ConversationResult {
  readonly reason: EndReason;
  readonly metrics: CallMetricsBody;
  /** Whether the caller said or typed any words. */
  readonly callerSpoke: boolean;
  /** The latest fault of a vendor, and whose it was; null when there was none. */
  readonly fault: { readonly processor: string; readonly message: string } | null;
  /** What thinking cost, as far as the model's vendor says. */
  readonly tokens: TokenUsage;
}
