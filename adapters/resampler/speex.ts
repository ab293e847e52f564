import loadSpeex from '@echogarden/speex-resampler-wasm/simd';
import type { Resampler, Resampling } from '../../application/ports/resampler.ts';

/**
 * 85 to 106 dB signal-to-noise ratio at a few microseconds a frame. Higher quality costs more and is inaudible on a
 * call.
 */
const QUALITY = 5;
/** Longest input of one step, in samples. Longer chunks are split. */
const INPUT_MAX = 8_192;
/** Largest ratio of output to input: 8 to 48 kHz. */
const RATIO_MAX = 6;
const OUTPUT_MAX = INPUT_MAX * RATIO_MAX + 64;

/** Sample rate conversion by the Speex resampler in WebAssembly. */
export async function speexResampling(): Promise<Resampling> {
  const speex = await loadSpeex();
  // Scratch memory shared by all resamplers, because each call is synchronous.
  const input = speex._malloc(INPUT_MAX * 2);
  const output = speex._malloc(OUTPUT_MAX * 2);
  const counts = speex._malloc(8);

  function convert(state: number, pcm: Int16Array): Int16Array {
    speex.HEAP16.set(pcm, input / 2);
    speex.HEAPU32[counts / 4] = pcm.length;
    speex.HEAPU32[counts / 4 + 1] = OUTPUT_MAX;
    const error = speex._speex_resampler_process_int(state, 0, input, counts, output, counts + 4);
    if (error !== 0) throw new Error(`Resampling failed with code ${error}`);
    return speex.HEAP16.slice(output / 2, output / 2 + (speex.HEAPU32[counts / 4 + 1] as number));
  }

  function open(from: number, to: number): Resampler {
    if (from === to) return { process: (pcm) => pcm, close: () => undefined };
    let state = speex._speex_resampler_init(1, from, to, QUALITY, counts);
    if (state === 0) throw new Error(`Cannot convert from ${from} to ${to} samples per second`);
    return {
      process(pcm) {
        if (state === 0) return new Int16Array(0);
        if (pcm.length <= INPUT_MAX) return convert(state, pcm);
        return joined(chunksOf(pcm).map((chunk) => convert(state, chunk)));
      },
      close() {
        if (state !== 0) speex._speex_resampler_destroy(state);
        state = 0;
      },
    };
  }
  return { open };
}

const chunksOf = (pcm: Int16Array): Int16Array[] =>
  Array.from({ length: Math.ceil(pcm.length / INPUT_MAX) }, (_, index) =>
    pcm.subarray(index * INPUT_MAX, (index + 1) * INPUT_MAX),
  );

function joined(chunks: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
