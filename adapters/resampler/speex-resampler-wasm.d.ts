declare module '@echogarden/speex-resampler-wasm/simd' {
  /** The Speex resampler. Pointers are byte offsets into the heap. Views become invalid when it grows. */
  interface Speex {
    readonly HEAP16: Int16Array;
    readonly HEAPU32: Uint32Array;
    _malloc(bytes: number): number;
    _free(pointer: number): void;
    _speex_resampler_init(channels: number, from: number, to: number, quality: number, error: number): number;
    _speex_resampler_destroy(state: number): void;
    _speex_resampler_process_int(
      state: number,
      channel: number,
      input: number,
      inputCount: number,
      output: number,
      outputCount: number,
    ): number;
  }
  const load: () => Promise<Speex>;
  export default load;
}
