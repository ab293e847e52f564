import type { AgentConfigPayload } from '../../domain/agents/config.ts';
import type { MediaChannel } from '../ports/media-channel.ts';
import type { NoiseSuppression } from '../ports/noise-suppression.ts';
import type { VoiceActivity } from '../ports/voice-activity.ts';
import { ambientSoundOf } from './ambient-sounds.ts';
import type { ConversationParts } from './conversation-parts.ts';

/** What an agent may process its callers' audio with. */
export interface CallerAudioPorts {
  readonly neuralVoiceActivity: VoiceActivity;
  readonly noiseSuppression: NoiseSuppression;
}

/** The agent's ambient sound, and what it processes its caller's audio with where that is not the usual way. */
export const soundParts = (
  { neuralVoiceActivity, noiseSuppression }: CallerAudioPorts,
  config: Pick<AgentConfigPayload, 'caller_audio' | 'speech'>,
  channel: Pick<MediaChannel, 'outputRate'>,
): Pick<ConversationParts, 'ambientSound' | 'voiceActivity' | 'noiseSuppression'> => ({
  ...ambientSoundOf(config, channel),
  ...(config.caller_audio?.voice_activity === 'rnnoise' && { voiceActivity: neuralVoiceActivity }),
  ...(config.caller_audio?.noise_suppression === 'rnnoise' && { noiseSuppression }),
});
