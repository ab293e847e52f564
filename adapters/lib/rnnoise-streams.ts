/** The only sample rate of RNNoise, and its frame of 10 ms. */
export const RNNOISE_RATE = 48_000;
export const RNNOISE_FRAME = 480;

/** RNNoise in WebAssembly: one memory for all streams. */
export interface Rnnoise {
  /** Opens a stream, of 18 kB. */
  open(): RnnoiseStream;
  /** Size of the memory in bytes. It grows with the streams that are open at once, and never shrinks. */
  readonly memoryBytes: number;
}

export interface RnnoiseStream {
  /** Replaces a frame by the denoised one, 10 ms late. The probability that it is speech, 0 to 1. */
  denoise(frame: Int16Array): number;
  /** Frees the stream. */
  close(): void;
}

const packaged = async () => (await import('@echogarden/rnnoise-wasm')).default();

/** Loads RNNoise, in about 40 ms. A frame takes about 0.2 ms, so it runs on the event loop. */
export async function loadedRnnoise(load = packaged): Promise<Rnnoise> {
  const rnnoise = await load().catch((cause: unknown) => {
    const message = 'RNNoise could not be loaded from @echogarden/rnnoise-wasm: install the packages again with npm ci';
    throw new Error(message, { cause });
  });
  // Streams share two scratch frames, because each call is synchronous.
  const bytes = RNNOISE_FRAME * Float32Array.BYTES_PER_ELEMENT;
  const [input, output] = [rnnoise._malloc(bytes), rnnoise._malloc(bytes)];
  const at = (pointer: number): number => pointer / Float32Array.BYTES_PER_ELEMENT;

  const open = (): RnnoiseStream => {
    const state = rnnoise._rnnoise_create(0);
    if (state === 0) throw new Error('There is no memory for another stream of RNNoise');
    return {
      denoise(frame) {
        rnnoise.HEAPF32.set(frame, at(input));
        const probability = rnnoise._rnnoise_process_frame(state, output, input);
        for (let index = 0; index < RNNOISE_FRAME; index += 1) {
          const sample = Math.round(rnnoise.HEAPF32[at(output) + index] ?? 0);
          frame[index] = Math.max(-32_768, Math.min(32_767, sample));
        }
        return probability;
      },
      close: () => rnnoise._rnnoise_destroy(state),
    };
  };
  return {
    open,
    get memoryBytes() {
      return rnnoise.HEAPF32.byteLength;
    },
  };
}
