import type { Resampling } from '../../application/ports/resampler.ts';
import type { VoiceActivity, VoiceActivityDetector } from '../../application/ports/voice-activity.ts';
import { levelDbOf } from '../../domain/audio/level.ts';
import { Framer } from '../../domain/audio/framing.ts';
import { RNNOISE_FRAME, RNNOISE_RATE, type Rnnoise } from '../lib/rnnoise-streams.ts';

/** Probability from which speech starts, and below which it ends. Measured on noise mixes. */
const START = 0.5;
const STOP = 0.3;
/** RNNoise hears speech in hum of any level. What is softer than this is silence, relative to full scale. */
const FLOOR_DB = -60;

interface RnnoisePorts {
  readonly rnnoise: Rnnoise;
  readonly resampling: Resampling;
}

/** Voice activity detection by the neural network of RNNoise. Takes about 0.4 ms a frame. */
export const rnnoiseVoiceActivity = ({ rnnoise, resampling }: RnnoisePorts): VoiceActivity => ({
  open(sampleRate): VoiceActivityDetector {
    const resampler = resampling.open(sampleRate, RNNOISE_RATE);
    const stream = rnnoise.open();
    const framer = new Framer(RNNOISE_FRAME);
    let isOpen = true;
    let isSpeech = false;
    return {
      lagMs: 0,
      isSpeech(pcm) {
        if (!isOpen) return false;
        let highest = 0;
        framer.push(resampler.process(pcm), (frame) => (highest = Math.max(highest, stream.denoise(frame))));
        isSpeech = levelDbOf(pcm) >= FLOOR_DB && highest >= (isSpeech ? STOP : START);
        return isSpeech;
      },
      close() {
        if (!isOpen) return;
        isOpen = false;
        resampler.close();
        stream.close();
      },
    };
  },
});
