import type { NoiseSuppression, NoiseSuppressor } from '../../application/ports/noise-suppression.ts';
import { openRnnoiseCaller, type RnnoisePorts } from '../lib/rnnoise-caller.ts';
import { RNNOISE_RATE } from '../lib/rnnoise-streams.ts';

/** RNNoise delays by a frame, the two resamplers by these samples of the lower rate. Measured. */
const FRAME_MS = 10;
const RESAMPLING_SAMPLES = 80;

/** Noise suppression by RNNoise. */
export const rnnoiseSuppression = (ports: RnnoisePorts): NoiseSuppression => ({
  open(sampleRate): NoiseSuppressor {
    const caller = openRnnoiseCaller(ports, sampleRate);
    const down = ports.resampling.open(RNNOISE_RATE, sampleRate);
    return {
      delayMs: FRAME_MS + (RESAMPLING_SAMPLES * 1_000) / sampleRate,
      get isSpeech() {
        return caller.isSpeech;
      },
      process(pcm) {
        const suppressed = new Int16Array(pcm.length);
        let at = 0;
        caller.push(pcm, (denoised) => {
          const part = down.process(denoised).subarray(0, pcm.length - at);
          suppressed.set(part, at);
          at += part.length;
        });
        return suppressed;
      },
      close() {
        caller.close();
        down.close();
      },
    };
  },
});
