declare module '@echogarden/rnnoise-wasm' {
  /** RNNoise with its model. Pointers are byte offsets into the heap. Views become invalid when it grows. */
  interface RnnoiseModule {
    readonly HEAPF32: Float32Array;
    _malloc(bytes: number): number;
    /** A stream, by the built-in model (0). Null pointer without memory. */
    _rnnoise_create(model: number): number;
    _rnnoise_destroy(state: number): void;
    /** Denoises 480 samples at 48 kHz, in the range of 16 bits. The probability that they are speech. */
    _rnnoise_process_frame(state: number, output: number, input: number): number;
  }
  const load: () => Promise<RnnoiseModule>;
  export default load;
}
