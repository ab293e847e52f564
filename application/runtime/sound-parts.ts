import type { AgentConfigPayload } from '../../domain/agents/config.ts';
import type { Log } from '../ports/log.ts';
import type { MediaChannel } from '../ports/media-channel.ts';
import type { NoiseSuppression } from '../ports/noise-suppression.ts';
import type { VoiceActivity } from '../ports/voice-activity.ts';
import { ambientSoundOf } from './ambient-sounds.ts';
import type { ConversationParts } from './conversation-parts.ts';
import { errorMessage } from '../../domain/errors.ts';

/** What an agent may process its callers' audio with, by a neural network. */
export interface NeuralAudio {
  readonly voiceActivity: VoiceActivity;
  readonly noiseSuppression: NoiseSuppression;
}

export interface SoundPorts {
  /** Loads it at the first call that needs it. After a failure, the next call tries again. */
  readonly neuralAudio: () => Promise<NeuralAudio>;
  readonly log: Log;
}

type SoundConfig = Pick<AgentConfigPayload, 'caller_audio' | 'speech'>;
type ProcessingParts = Pick<ConversationParts, 'voiceActivity' | 'noiseSuppression'>;

/** The agent's ambient sound, and what it processes its caller's audio with where that is not the usual way. */
export const soundParts = async (
  ports: SoundPorts,
  config: SoundConfig,
  channel: Pick<MediaChannel, 'outputRate'>,
): Promise<Pick<ConversationParts, 'ambientSound'> & ProcessingParts> => ({
  ...ambientSoundOf(config, channel),
  ...(await processingParts(ports, config)),
});

/** A call without them is better than none, so it is processed in the usual way when they cannot be loaded. */
async function processingParts(
  { neuralAudio, log }: SoundPorts,
  { caller_audio }: SoundConfig,
): Promise<ProcessingParts> {
  const detects = caller_audio?.voice_activity === 'rnnoise';
  const suppresses = caller_audio?.noise_suppression === 'rnnoise';
  if (!detects && !suppresses) return {};
  try {
    const { voiceActivity, noiseSuppression } = await neuralAudio();
    if (!suppresses) return { voiceActivity };
    return { noiseSuppression, ...(detects && { voiceActivity: 'suppressor' }) };
  } catch (error) {
    log.error('caller_audio.not_loaded', { reason: errorMessage(error) });
    return {};
  }
}
