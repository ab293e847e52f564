import type { NoiseSuppression, NoiseSuppressor } from '../../application/ports/noise-suppression.ts';
import type { Resampling } from '../../application/ports/resampler.ts';
import { Framer } from '../../domain/audio/framing.ts';
import { RNNOISE_FRAME, RNNOISE_RATE, type Rnnoise } from '../lib/rnnoise-streams.ts';

/** RNNoise delays by a frame, the two resamplers by these samples of the lower rate. Measured. */
const FRAME_MS = 10;
const RESAMPLING_SAMPLES = 80;

interface RnnoisePorts {
  readonly rnnoise: Rnnoise;
  readonly resampling: Resampling;
}

/** Noise suppression by RNNoise. Takes about 0.4 ms a frame, so it runs on the event loop. */
export const rnnoiseSuppression = ({ rnnoise, resampling }: RnnoisePorts): NoiseSuppression => ({
  open(sampleRate): NoiseSuppressor {
    const [up, down] = [resampling.open(sampleRate, RNNOISE_RATE), resampling.open(RNNOISE_RATE, sampleRate)];
    const stream = rnnoise.open();
    const framer = new Framer(RNNOISE_FRAME);
    let isOpen = true;
    return {
      delayMs: FRAME_MS + (RESAMPLING_SAMPLES * 1_000) / sampleRate,
      process(pcm) {
        const suppressed = new Int16Array(pcm.length);
        if (!isOpen) return suppressed;
        let at = 0;
        framer.push(up.process(pcm), (frame) => {
          stream.denoise(frame);
          const part = down.process(frame).subarray(0, pcm.length - at);
          suppressed.set(part, at);
          at += part.length;
        });
        return suppressed;
      },
      close() {
        if (!isOpen) return;
        isOpen = false;
        up.close();
        down.close();
        stream.close();
      },
    };
  },
});
