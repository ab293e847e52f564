import type { VoiceActivity, VoiceActivityDetector } from '../../application/ports/voice-activity.ts';
import { openRnnoiseCaller, type RnnoisePorts } from '../lib/rnnoise-caller.ts';

/** Voice activity detection by the neural network of RNNoise. */
export const rnnoiseVoiceActivity = (ports: RnnoisePorts): VoiceActivity => ({
  open(sampleRate): VoiceActivityDetector {
    const caller = openRnnoiseCaller(ports, sampleRate);
    return {
      lagMs: 0,
      isSpeech(pcm) {
        caller.push(pcm);
        return caller.isSpeech;
      },
      close: () => caller.close(),
    };
  },
});
